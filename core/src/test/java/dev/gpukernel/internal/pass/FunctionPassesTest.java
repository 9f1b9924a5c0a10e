package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.Verifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Passes at calls of functions, and on the functions. */
class FunctionPassesTest {
    private static final String FUNCTIONS = """
            function pure -> i32 {
            b0(v0: i32):
                v1 = mul.i32 v0, v0
                return.i32 v1
            }

            function checks -> i32 {
            b0(v0: i32):
                check.divisor.i32 v0
                return.i32 v0
            }

            function reads -> i32 {
            b0(v0: int[], v1: i32):
                v2 = load.int v0, v1
                return.i32 v2
            }

            function writes {
            b0(v0: int[], v1: i32):
                store.int v0, v1, v1
                return
            }

            """;

    /** The kernel's instructions after a pass, those of one block. */
    private static List<String> after(Pass pass, String body) {
        Function kernel =
                Parser.parse(FUNCTIONS + "function kernel {\nb0(v0: int[], v1: i32):\n" + body + "\nreturn\n}");
        pass.run(kernel);
        Verifier.verify(kernel);
        return kernel.entry().instrs().stream()
                .map(instr -> instr.op().text())
                .filter(text -> !text.equals("return"))
                .toList();
    }

    @Test
    void equalCallsAreOneUnlessTheyTouchMemory() {
        List<String> left = after(new ValueNumbering(), """
                v2 = invoke pure v1
                v3 = invoke checks v1
                v4 = invoke reads v0, v1
                invoke writes v0, v1
                v5 = invoke pure v1
                v6 = invoke checks v1
                v7 = invoke reads v0, v1
                invoke writes v0, v1
                store.int v0, v5, v6
                store.int v0, v5, v7""");
        assertThat(left)
                .containsExactly(
                        "invoke pure",
                        "invoke checks",
                        "invoke reads",
                        "invoke writes",
                        "invoke reads",
                        "invoke writes",
                        "store.int",
                        "store.int");
    }

    @Test
    void unusedCallsGoUnlessTheyMayFaultOrWrite() {
        List<String> left = after(new DeadCodeElimination(), """
                v2 = invoke pure v1
                v3 = invoke checks v1
                v4 = invoke reads v0, v1
                invoke writes v0, v1""");
        assertThat(left).containsExactly("invoke checks", "invoke writes");
    }

    @Test
    void stagesRunOnCalledFunctionsFirst() {
        Function kernel = Parser.parse("""
                function folded -> i32 {
                b0(v0: i32):
                    v1 = const.i32 2
                    check.divisor.i32 v1
                    return.i32 v0
                }

                function kernel {
                b0(v0: int[], v1: i32):
                    v2 = invoke folded v1
                    return
                }
                """);
        List<String> steps = new ArrayList<>();
        Pipeline.run(Pipeline.CLEAN_UP, kernel, (step, unit) -> {
            assertThat(unit).isSameAs(kernel);
            steps.add(step);
        });
        assertThat(steps)
                .containsExactly("ConstantFolding of folded", "DeadCodeElimination of folded", "DeadCodeElimination");
        // Without its check, the call has no effect.
        assertThat(kernel.calledFunctions()).isEmpty();
    }
}
