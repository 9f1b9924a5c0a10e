package dev.gpukernel.internal.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.internal.ir.Op.Constant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the printer writes, the parser reads, and printing that gives the same text. */
class ParserTest {
    private static final String LOOP = """
            function VectorOps.sum {
            b0(v0: float[] x, v1: i32 n, v2: boolean[]):
                v3 = const.i32 0
                jump b4(v3, v3)
            b4(v9: i32 i, v7: i32):
                v12 = lt.i32 v9, v1  ; VectorOps.sum(VectorOps.java:12)
                branch v12, b2, b7(v7)
            b2:
                v13 = length.float v0  ; a.b.C$D.inner(:0) < a.b.C.lambda$0(C.java:7) < C.<clinit>(C.java:1)
                check.index v9, v13
                v20 = load.float v0, v9
                store.float v0, v9, v20
                v14 = add.i32 v9, v1
                jump b4(v14, v7)
            b7(v30: i32 last):
                return
            }
            """;

    private record Known(String text, List<Type> parameters, Type result, Effect effect) implements Intrinsic {}

    private static final Map<String, Intrinsic> KNOWN = Map.of(
            "Grid.x", new Known("Grid.x", List.of(), ScalarType.I32, Effect.NONE),
            "Math.max(int, int)",
                    new Known(
                            "Math.max(int, int)", List.of(ScalarType.I32, ScalarType.I32), ScalarType.I32, Effect.NONE),
            "Grid.sync", new Known("Grid.sync", List.of(), VoidType.VOID, Effect.SYNCHRONISE));

    static @Nullable Intrinsic known(String text) {
        return KNOWN.get(text);
    }

    @Test
    void checksOfSegmentsNameThem() {
        String text = """
                function Off.heap {
                b0(v0: long[] s, v1: i32 i):
                    v2 = length.long v0
                    check.index 8 "s" v1, v2
                    return
                }
                """;
        assertThat(Parser.parse(text)).hasToString(text);
    }

    @Test
    void readsWhatWasPrinted() {
        Function function = Parser.parse(LOOP);
        assertThat(Printer.print(function)).isEqualTo(LOOP);
        Verifier.verify(function);
    }

    @Test
    void idsOfTheTextAreKeptAndNewOnesAreFresh() {
        Function function = Parser.parse(LOOP);
        assertThat(function.entry().params().getFirst().id()).isZero();
        assertThat(function.blocks()).extracting(Block::id).containsExactly(0, 4, 2, 7);
        assertThat(function.addBlock().id()).isEqualTo(8);
        assertThat(function.entry().addParam(ScalarType.I32).id()).isGreaterThan(30);
    }

    @Test
    void namesAndPositionsAreRead() {
        Function function = Parser.parse(LOOP);
        assertThat(function.params()).extracting(Value::name).containsExactly("x", "n", null);
        var position = function.blocks().get(2).instrs().getFirst().position();
        var root = new SourcePosition("C", "<clinit>", "C.java", 1, null);
        var middle = new SourcePosition("a.b.C", "lambda$0", "C.java", 7, root);
        assertThat(position).isEqualTo(new SourcePosition("a.b.C$D", "inner", null, 0, middle));
    }

    @Test
    void aFunctionThatAPassChangedIsReadToo() {
        Function function = Parser.parse(LOOP);
        Block body = function.blocks().get(2);
        body.instrs().get(3).remove();
        BlockParam unused = new ArrayList<>(function.blocks().get(3).params()).getFirst();
        function.blocks().get(3).removeParam(unused);
        Instr before = body.instrs().get(2);
        before.replaceAllUsesWith(new Builder(function).before(before).constant(3L));
        before.remove();
        Verifier.verify(function);
        String text = Printer.print(function);
        assertThat(Printer.print(Parser.parse(text))).isEqualTo(text);
    }

    static List<Op> everyOp() {
        List<Op> ops = new ArrayList<>(new OpTable().byText().values());
        KNOWN.values().forEach(intrinsic -> ops.add(new Op.Call(intrinsic)));
        ops.add(new Op.IndexCheck("off heap", 4, IndexType.INT));
        return ops;
    }

    @ParameterizedTest
    @MethodSource("everyOp")
    void everyOperationIsReadBack(Op op) {
        Function function = new Function("f");
        Block block = function.addBlock();
        List<BlockParam> operands = op.operands().stream().map(block::addParam).toList();
        Instr instr = new Builder(function).atEnd(block).emit(op, operands);
        for (int i = 0; i < OpRules.edges(op); i++) {
            instr.addEdge(function.addBlock(), List.of());
        }
        String text = Printer.print(function);
        Function read = Parser.parse(text, ParserTest::known);
        assertThat(read.entry().instrs().getFirst().op()).isEqualTo(op);
        assertThat(Printer.print(read)).isEqualTo(text);
    }

    static List<Constant> constants() {
        List<Constant> constants = new ArrayList<>(List.of(Constant.of(true), Constant.of(false)));
        for (int value : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            constants.add(Constant.of(value));
        }
        for (long value : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            constants.add(Constant.of(value));
        }
        for (int bits : new int[] {0, 1, 0x80000000, 0x7f800000, 0xff800000, 0x3f800001, 0x7fc00000, 0xffc12345}) {
            constants.add(new Constant(ScalarType.F32, bits));
        }
        for (double value : new double[] {0.0, -0.0, 0.1, Double.MIN_VALUE, Double.MAX_VALUE, 1 / 0.0, -1 / 0.0}) {
            constants.add(Constant.of(value));
        }
        constants.add(new Constant(ScalarType.F64, 0x7ff8000000000000L));
        constants.add(new Constant(ScalarType.F64, 0xfff0000000000001L));
        return constants;
    }

    @ParameterizedTest
    @MethodSource("constants")
    void everyBitOfAConstantIsKept(Constant constant) {
        Function function = Parser.parse("function f {\nb0:\nv0 = " + constant.text() + "\nreturn\n}");
        assertThat(function.entry().instrs().getFirst().op()).isEqualTo(constant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"i32 +1", "i32 2147483648", "f32 1", "f32 0x3f800000", "f64 nan", "i1 1", "i1", "void 0"})
    void aConstantInAnotherSpellingIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Parser.parse("function f {\nb0:\nv0 = const." + text + "\nreturn\n}"))
                .withMessageStartingWith("line 3: ")
                .withMessageEndingWith("v0 = const." + text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v1 = mull.i32 v0, v0 | unknown operation mull.i32",
                "v1 = add.i32 v0, v2  | there is no v2",
                "jump b1              | there is no b1",
                "v0 = neg.i32 v0      | a second value v0",
                "neg.i32 v0           | neg.i32 has a result",
                "v1 = return          | return has no result",
                "v1 = call Grid.w     | unknown intrinsic",
                "branch b0, v0        | an operand after an edge",
                "b0:                  | a second block b0",
                "b1(v3: i31):         | unknown type i31",
                "b1(v3 i32):          | not a parameter: v3 i32",
                "return  ; nowhere    | not a source position: nowhere",
            })
    void errorsNameTheLine(String text, String what) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Parser.parse("function f {\nb0(v0: i32):\n    " + text + "\n}", ParserTest::known))
                .withMessage("line 3: " + what + ": " + text);
    }

    @Test
    void theFrameOfTheTextMustBeWhole() {
        assertThatIllegalArgumentException().isThrownBy(() -> Parser.parse("")).withMessageContaining("the text ends");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Parser.parse("f {\n}"))
                .withMessage("line 1: expected: function <name> {: f {");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Parser.parse("function f {\nb0:\n"))
                .withMessageContaining("line 2: the text ends");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Parser.parse("function f {\nreturn\n}"))
                .withMessageContaining("an instruction before the first block");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Parser.parse("function f {\n}\nmore"))
                .withMessage("line 3: text after the function's end in line 2: more");
    }
}
