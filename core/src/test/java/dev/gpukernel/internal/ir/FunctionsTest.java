package dev.gpukernel.internal.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that a kernel calls: their text, their rules, and what a call of one may do. */
class FunctionsTest {
    private static final String UNIT = """
            function Math.half -> f64 {
            b0(v0: f64 x):
                v1 = const.f64 0.5
                v2 = mul.f64 v0, v1
                return.f64 v2
            }

            function K.pair#2 -> (f64,i32) {
            b0(v0: f64[] a, v1: i32):
                v2 = load.double v0, v1
                v3 = invoke Math.half v2  ; K.pair(K.java:4)
                return.f64.i32 v3, v1
            }

            function K.kernel {
            b0(v0: double[] a):
                v1 = const.i32 1
                v2 = invoke K.pair#2 v0, v1
                v3 = part.(f64,i32) 0 v2
                v4 = part.(f64,i32) 1 v2
                v5 = invoke Math.half v3
                store.double v0, v4, v5
                return
            }
            """.replace("f64[]", "double[]");

    @Test
    void whatWasPrintedIsReadAndPrintedAgain() {
        Function kernel = Parser.parse(UNIT);
        Verifier.verify(kernel);
        assertThat(kernel.toString()).isEqualTo(UNIT);
        assertThat(kernel.calledFunctions()).extracting(Function::name).containsExactly("Math.half", "K.pair#2");
        assertThat(kernel.entry().instrs().get(1).type().text()).isEqualTo("(f64,i32)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "invoke Math.half v2 | invoke Math.third v2 | line 11: unknown function",
                "-> (f64,i32)        | -> f46               | line 8: no type f46",
                "K.pair#2            | Math.half            | line 13: a second function Math.half ends here",
            })
    void theParserNamesWhatIsWrong(String right, String wrong, String what) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Parser.parse(UNIT.replace(right.strip(), wrong.strip())))
                .withMessageStartingWith(what);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "return.f64 v2             | return                     | Math.half | has results of types [] instead of [f64]",
                "return.f64.i32 v3, v1     | return.i32.f64 v1, v3      | K.pair#2  | instead of [f64, i32]",
                "v3 = part.(f64,i32) 0 v2  | v3 = part.(f64,f64) 0 v2   | K.kernel  | has operands of types",
                "v2 = invoke K.pair#2 v0, v1 | v2 = invoke K.pair#2 v1, v1 | K.kernel | has operands of types",
            })
    void theVerifierNamesTheFunctionAndTheRule(String right, String wrong, String function, String what) {
        Function kernel = Parser.parse(UNIT.replace(right.strip(), wrong.strip()));
        assertThatIllegalStateException()
                .isThrownBy(() -> Verifier.verify(kernel))
                .withMessageStartingWith(function + " is not a correct function")
                .withMessageContaining(what);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v9 = add.i32 v1, v1                       | NONE  | false",
                "v9 = local.int 4; v8 = load.int.local v9, v1 | NONE | false",
                "v9 = load.int v0, v1                      | READ  | false",
                "check.divisor.i32 v1                      | FAULT | true",
                "check.divisor.i32 v1; v9 = load.int v0, v1 | WRITE | true",
                "store.int v0, v1, v1                      | WRITE | false",
            })
    void aCallDoesWhatItsFunctionDoes(String body, Effect effect, boolean mayFault) {
        String leaf = "function leaf {\nb0(v0: int[], v1: i32):\n" + body.replace("; ", "\n") + "\nreturn\n}\n";
        // What a function does through another one is what it does.
        Function kernel = Parser.parse(leaf
                + "function outer {\nb0(v1: i32, v0: int[]):\ninvoke leaf v0, v1\nreturn\n}\n"
                + "function kernel {\nb0(v1: i32, v0: int[]):\ninvoke outer v1, v0\nreturn\n}\n");
        Instr call = kernel.entry().instrs().getFirst();
        assertThat(call.op().effect()).isEqualTo(effect);
        assertThat(call.op().mayFault()).isEqualTo(mayFault);
        FunctionEffects effects = kernel.calledFunctions().getLast().effects();
        assertThat(effects.read().get(1)).isEqualTo(body.contains("load.int v0"));
        assertThat(effects.written().get(1)).isEqualTo(body.contains("store"));
        assertThat(effects.unbounded()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v9 = shared.int 4 #0",
                "v9 = dynamic.size",
                "v9 = dynamic.int v1, v1",
                "v9 = atomic.add.int v0, v1, v1",
                "call Grid.sync",
            })
    void whatConcernsOtherThreadsIsMoreThanEffectsSay(String body) {
        String text = "function leaf {\nb0(v0: int[], v1: i32):\n" + body + "\nreturn\n}\n"
                + "function kernel {\nb0(v0: int[], v1: i32):\ninvoke leaf v0, v1\nreturn\n}\n";
        Function kernel = Parser.parse(text, ParserTest::known);
        assertThat(kernel.calledFunctions().getFirst().effects().unbounded()).isTrue();
        assertThat(kernel.effects().unbounded()).isTrue();
    }

    @Test
    void afterAPassAFunctionSettles() {
        Function kernel = Parser.parse("""
                function leaf {
                b0(v0: i32):
                    check.divisor.i32 v0
                    return
                }
                function kernel {
                b0(v0: i32):
                    invoke leaf v0
                    return
                }
                """);
        Function leaf = kernel.calledFunctions().getFirst();
        Instr call = kernel.entry().instrs().getFirst();
        assertThat(call.op().effect()).isEqualTo(Effect.FAULT);
        leaf.entry().instrs().getFirst().remove();
        leaf.settle();
        assertThat(call.op().effect()).isEqualTo(Effect.NONE);
    }
}
