package dev.gpukernel.internal.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What index checks leave in the code that runs most. */
class HotKernelsTest {
    private static Function compiled(String name) {
        return steps(name).function();
    }

    private static CompilerSteps.Compiled steps(String name) {
        Method method = Arrays.stream(HotKernels.class.getDeclaredMethods())
                .filter(m ->
                        m.isAnnotationPresent(GpuKernel.class) && m.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return CompilerSteps.compile(method, (_, _) -> {});
    }

    private static long count(Collection<Block> blocks, Predicate<Op> which) {
        return blocks.stream()
                .flatMap(block -> block.instrs().stream())
                .map(Instr::op)
                .filter(which)
                .count();
    }

    private static boolean isCheck(Op op) {
        return op instanceof Op.IndexCheck || op instanceof Op.InBounds;
    }

    /** {@return the innermost loop without faults that does most at a time: the one that runs unless an index is out of range} */
    private static Loop fastest(Function function) {
        List<Loop> loops = Loop.of(function);
        return loops.stream()
                .filter(loop -> loops.stream().noneMatch(o -> o.header() != loop.header() && loop.contains(o.header())))
                .filter(loop -> count(loop.blocks(), op -> op.effect() == Effect.FAULT) == 0)
                .max(Comparator.comparingLong(loop -> count(loop.blocks(), op -> op instanceof Op.Load)))
                .orElseThrow();
    }

    /** Four iterations, of the product eight. The column of a sparse matrix is read from an array, so that its check stays; nothing else may. */
    @ParameterizedTest
    @CsvSource({"bodies, 0, 16", "product, 0, 16", "sparseProduct, 4, 12"})
    void innerLoops(String kernel, int checks, int loads) {
        Loop loop = fastest(compiled(kernel));
        assertThat(count(loop.blocks(), HotKernelsTest::isCheck)).as("checks").isEqualTo(checks);
        assertThat(count(loop.blocks(), op -> op instanceof Op.Load))
                .as("loads")
                .isEqualTo(loads);
    }

    @Test
    void theLoopOfACheckedProductIsThatOfAnUncheckedOne() {
        assertThat(count(fastest(compiled("product")).blocks(), op -> !op.isTerminator()))
                .isEqualTo(count(fastest(compiled("productUnchecked")).blocks(), op -> !op.isTerminator()));
    }

    @ParameterizedTest
    @CsvSource({"vectorAdd", "convolution3x3"})
    void straightCodeHasOneBranchForAllIndices(String kernel) {
        Function function = steps(kernel).specialisedIteration();
        assertThat(Loop.of(function)).isEmpty();
        List<Instr> branches = function.blocks().stream()
                .map(Block::terminator)
                .filter(end -> end.op() instanceof Op.Branch
                        && ((Instr) end.operand(0)).op().equals(new Op.Binary(Op.BinaryKind.AND, ScalarType.I1)))
                .toList();
        assertThat(branches).hasSize(1);
        Block fast = branches.getFirst().edges().getFirst().target();
        assertThat(count(List.of(fast), op -> op.effect() == Effect.FAULT)).isZero();
        assertThat(fast.terminator().op()).isInstanceOfAny(Op.Return.class, Op.Jump.class);
    }

    /** One branch for the four iterations of a thread; then nothing but the loads, both first, the sums and the store. */
    @ParameterizedTest
    @CsvSource({"vectorAdd", "vectorAddUnchecked"})
    void severalIterationsOfAThreadAreStraightOn(String kernel) {
        Block fast = compiled(kernel).blocks().stream()
                .filter(block -> count(List.of(block), op -> op instanceof Op.StoreVector) > 0)
                .findFirst()
                .orElseThrow();
        List<String> work = fast.instrs().stream()
                .map(Instr::op)
                .filter(op -> !(op instanceof Op.Part) && !op.isTerminator())
                .map(Op::text)
                .toList();
        assertThat(work)
                .containsExactly(
                        "load.float 4", "load.float 4", "add.f32", "add.f32", "add.f32", "add.f32", "store.float 4");
        assertThat(fast.incoming()).hasSize(1);
        assertThat(fast.incoming().getFirst().source().block())
                .isSameAs(fast.function().entry());
    }
}
