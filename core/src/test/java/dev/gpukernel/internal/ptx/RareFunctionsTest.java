package dev.gpukernel.internal.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is computed for few arguments only is called, and only where it is chosen, from code that is straight. */
class RareFunctionsTest {
    @GpuKernel
    static void powers(float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = 2 * (float) StrictMath.exp(x[i]) - 1;
        }
    }

    @GpuKernel
    static void bells(float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            float left = (float) StrictMath.exp(-x[i] * x[i]);
            float right = (float) StrictMath.exp(-(x[i] - 1) * (x[i] - 1));
            y[i] = left + right + (float) StrictMath.exp(-left * right);
        }
    }

    /** Roots that are not rounded where they are computed. */
    @GpuKernel
    static void doubles(double[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            double root = StrictMath.cbrt(y[i]);
            x[i] = root;
            y[i] = (float) root;
        }
    }

    private static CompilerSteps.Compiled compiled(String name) {
        Method method = Arrays.stream(RareFunctionsTest.class.getDeclaredMethods())
                .filter(m ->
                        m.isAnnotationPresent(GpuKernel.class) && m.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return CompilerSteps.compile(method, (_, _) -> {});
    }

    private static long deferred(Block block) {
        return block.instrs().stream().filter(Op.Invoke::isDeferred).count();
    }

    @Test
    void fourElementsAreStraightCode() {
        Function function = compiled("powers").function();
        Block block = function.blocks().stream()
                .filter(b -> b.instrs().stream().anyMatch(instr -> instr.op() instanceof Op.StoreVector))
                .findFirst()
                .orElseThrow();
        assertThat(block.instrs()).anyMatch(instr -> instr.op() instanceof Op.LoadVector);
        assertThat(deferred(block)).isEqualTo(4);
        assertThat(function.calledFunctions()).singleElement().matches(Function::isRare);
    }

    @Test
    void theyAreCalledWhereTheyAreChosen() {
        String ptx =
                PtxEmitter.emit(compiled("powers").unit(0), PtxTarget.BASELINE).text();
        assertThat(ptx.split("bra \\$CHOSEN", -1)).hasSize(6);
        assertThat(ptx.split("call \\(returned\\)", -1)).hasSize(6);
    }

    @Test
    void severalCallsAreStraightCodeToo() {
        Function function = compiled("bells").function();
        assertThat(function.calledFunctions()).singleElement().matches(Function::isRare);
        assertThat(function.blocks().stream()
                        .mapToLong(RareFunctionsTest::deferred)
                        .max())
                .hasValue(3);
    }

    @Test
    void theTextSaysThatTheyAreRare() {
        Function function = compiled("powers").function();
        String text = function.toString();
        assertThat(text).startsWith("rare function ExactMath.exp -> ");
        assertThat(Parser.parse(text, Intrinsics::ofText).toString()).isEqualTo(text);
    }

    @Test
    void functionsOfDoublesStayThem() {
        assertThat(compiled("doubles").function().toString())
                .doesNotContain("rare")
                .doesNotContain("fma");
    }
}
