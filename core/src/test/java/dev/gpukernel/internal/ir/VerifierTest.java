package dev.gpukernel.internal.ir;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One broken function for each rule. */
class VerifierTest {
    private static final String DIAMOND = """
            function f {
            b0(v0: i1, v1: i32, v2: int[]):
                branch v0, b1, b2
            b1:
                v3 = add.i32 v1, v1
                jump b3(v3)
            b2:
                v4 = neg.i32 v1
                jump b3(v4)
            b3(v5: i32):
                store.int v2, v1, v5
                return
            }
            """;

    private static void assertViolation(Function function, String... what) {
        assertThatThrownBy(() -> Verifier.verify(function))
                .isInstanceOf(IllegalStateException.class)
                .message()
                .startsWith("f is not a correct function:")
                .hasLineCount(1 + what.length)
                .contains(what);
    }

    private static Function function(String blocks) {
        return Parser.parse("function f {\n" + blocks + "\n}");
    }

    @Test
    void aCorrectFunctionPasses() {
        Verifier.verify(Parser.parse(DIAMOND));
    }

    @Test
    void thereIsABlock() {
        assertViolation(new Function("f"), "there is no block");
    }

    @Test
    void nothingLeadsToTheEntry() {
        assertViolation(function("b0:\njump b0"), "the entry has incoming edges");
    }

    @Test
    void aBlockIsNotEmpty() {
        assertViolation(function("b0:\njump b1\nb1:"), "b1 is empty");
    }

    @Test
    void aBlockEndsWithATerminator() {
        assertViolation(function("b0:\nv0 = const.i32 1"), "b0 does not end with a terminator");
    }

    @Test
    void aTerminatorIsNowhereElse() {
        assertViolation(function("b0:\nreturn\nreturn"), "v0 (return) is a terminator within b0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jump                 | has 0 edges instead of 1",
                "jump b1, b1          | has 2 edges instead of 1",
                "branch v0, b1        | has 1 edges instead of 2",
                "return b1            | has 1 edges instead of 0",
            })
    void eachTerminatorHasItsEdges(String terminator, String what) {
        assertViolation(function("b0(v0: i1):\n" + terminator + "\nb1:\nreturn"), what);
    }

    @Test
    void onlyTerminatorsHaveEdges() {
        assertViolation(
                function("b0(v0: i32):\nv1 = neg.i32 v0, b1\njump b1\nb1:\nreturn"), "has 1 edges instead of 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jump b1              | has arguments for b1 of types [] instead of [i32]",
                "jump b1(v0, v0)      | has arguments for b1 of types [i32, i32] instead of [i32]",
                "jump b1(v1)          | has arguments for b1 of types [f32] instead of [i32]",
            })
    void argumentsAgreeWithParameters(String terminator, String what) {
        assertViolation(function("b0(v0: i32, v1: f32):\n" + terminator + "\nb1(v2: i32):\nreturn"), what);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v9 = add.i32 v0         | has operands of types [i32] instead of [i32, i32]",
                "v9 = add.i32 v0, v1     | has operands of types [i32, f32] instead of [i32, i32]",
                "v9 = shl.i64 v2, v2     | has operands of types [i64, i64] instead of [i64, i32]",
                "v9 = load.float v3, v0  | has operands of types [int[], i32] instead of [float[], i32]",
                "v9 = iteration v0       | has operands of types [i32] instead of []",
            })
    void operandsAgreeWithTheOperation(String instr, String what) {
        assertViolation(function("b0(v0: i32, v1: f32, v2: i64, v3: int[]):\n" + instr + "\nreturn"), what);
    }

    @Test
    void noParameterIsVoid() {
        assertViolation(function("b0(v0: void):\nreturn"), "v0 is void");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v9 = and.f32 v1, v1         | exists for integers only",
                "v9 = ushr.f64 v3, v0        | exists for integers only",
                "v9 = add.i1 v4, v4          | no arithmetic on conditions",
                "v9 = shl.i1 v4, v0          | no arithmetic on conditions",
                "v9 = neg.i1 v4              | no arithmetic on conditions",
                "v9 = eq.i1 v4, v4           | conditions are not compared",
                "v9 = ltu.i32 v0, v0         | the U predicates are for floats only",
                "v9 = geu.i64 v2, v2         | the U predicates are for floats only",
                "v9 = lcmp.i32 v0, v0        | does not compare that type",
                "v9 = lcmp.f64 v3, v3        | does not compare that type",
                "v9 = cmpl.i64 v2, v2        | does not compare that type",
                "v9 = cmpg.i1 v4, v4         | does not compare that type",
                "v9 = convert.i32.i1 v0      | nothing converts to a condition",
                "v9 = narrow.int v0          | narrows to less than 32 bits only",
                "v9 = narrow.float v0        | narrows to less than 32 bits only",
                "check.divisor.f32 v1        | checks integral divisors only",
            })
    void operationsThatDoNotExist(String instr, String what) {
        assertViolation(function("b0(v0: i32, v1: f32, v2: i64, v3: f64, v4: i1):\n" + instr + "\nreturn"), what);
    }

    @Test
    void operationsThatExist() {
        Verifier.verify(function("""
                        b0(v0: i32, v1: f32, v2: i1):
                            v3 = xor.i1 v2, v2
                            v4 = select.i1 v2, v3, v2
                            v5 = convert.i1.i32 v4
                            v6 = geu.f32 v1, v1
                            v7 = cmpl.f32 v1, v1
                            v8 = narrow.boolean v0
                            return"""));
    }

    @Test
    void constantsHaveBitsOfTheirType() {
        Function function = new Function("f");
        Builder builder = new Builder(function).atEnd(function.addBlock());
        builder.emit(new Op.Constant(ScalarType.I32, 0xffffffffL));
        builder.emit(new Op.Constant(ScalarType.F32, 0x80000000L));
        builder.emit(new Op.Constant(ScalarType.I1, -1));
        builder.ret();
        String what = "bits that its type does not have";
        assertViolation(function, "v0 (v0 = const.i32 4294967295) " + what, "v1", "v2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v9 = neg.i32 v8;v8 = neg.i32 v1;return                     | v9",
                "v9 = neg.i32 v9;return                                     | v9",
                "branch v0, b1, b2;b1:;v9 = neg.i32 v1;jump b2;b2:;v8 = neg.i32 v9;return | v8",
                "branch v0, b1, b2(v9);b1:;v9 = neg.i32 v1;jump b2(v9);b2(v7: i32):;return | b2(v9)",
                "jump b1;b1:;branch v0, b2, b1;b2:;return;b3(v9: i32):;jump b4;b4:;v8 = neg.i32 v9;jump b1 |",
                "jump b2;b1:;v9 = neg.i32 v1;jump b2;b2:;v8 = neg.i32 v9;return | v8",
            })
    void definitionsDominateUses(String text, String user) {
        Function function = function("b0(v0: i1, v1: i32):\n" + text.replace(';', '\n'));
        if (user == null) {
            Verifier.verify(function);
        } else {
            assertViolation(function, "whose definition does not dominate it");
            assertThatIllegalStateException()
                    .isThrownBy(() -> Verifier.verify(function))
                    .withMessageContaining(user);
        }
    }

    @Test
    void aLoopCarriedValueDominatesOnlyWhatFollowsIt() {
        Verifier.verify(function("""
                        b0(v0: i1, v1: i32):
                            jump b1(v1)
                        b2:
                            v4 = add.i32 v3, v2
                            jump b1(v4)
                        b1(v2: i32):
                            v3 = neg.i32 v2
                            branch v0, b2, b3
                        b3:
                            v5 = neg.i32 v3
                            return"""));
    }

    @Test
    void usersAreExactlyThoseThatUse() {
        Function missing = Parser.parse(DIAMOND);
        missing.params().get(0).removeUser(missing.entry().terminator());
        assertViolation(missing, "the users of v0 are [v6], not []");

        Function once = Parser.parse(DIAMOND);
        Instr add = once.blocks().get(1).instrs().getFirst();
        once.params().get(1).removeUser(add);
        assertViolation(once, "the users of v1 are [v3, v3, v4, v9], not [v3, v4, v9]");

        Function surplus = Parser.parse(DIAMOND);
        surplus.params().get(0).addUser(surplus.entry().terminator());
        assertViolation(surplus, "the users of v0 are [v6], not [v6, v6]");
    }

    @Test
    void incomingEdgesAreExactlyThoseThatLeadThere() {
        Function missing = Parser.parse(DIAMOND);
        missing.blocks().get(3).incoming.removeLast();
        assertViolation(missing, "b3 has incoming edges from [v7, v8], not from [v7]");

        Function surplus = Parser.parse(DIAMOND);
        Block join = surplus.blocks().get(3);
        join.incoming.add(join.incoming().getFirst());
        assertViolation(surplus, "b3 has incoming edges from [v7, v8], not from [v7, v8, v7]");
    }

    @Test
    void edgesLeadToBlocksOfTheFunction() {
        Function function = function("b0:\nreturn");
        function.entry().terminator().remove();
        Block foreign = function("b0:\nreturn").entry();
        new Builder(function).atEnd(function.entry()).jump(foreign, List.of());
        assertViolation(function, "leads to b0, which is not in the function");
    }

    @Test
    void nothingRemovedIsUsed() {
        Function function = Parser.parse(DIAMOND);
        Block block = function.blocks().get(2);
        Instr negation = block.instrs().getFirst();
        block.detach(negation);
        assertViolation(
                function,
                "uses v4, which is not in the function",
                "the users of v1 are [v3, v3, v9], not [v3, v3, v4, v9]");
    }

    @Test
    void anInstructionKnowsItsBlock() {
        Function lost = Parser.parse(DIAMOND);
        lost.blocks().get(1).instrs().getFirst().setBlock(null);
        assertViolation(lost, "does not know that it is in b1");

        Function moved = Parser.parse(DIAMOND);
        moved.blocks().get(1).instrs().getFirst().setBlock(moved.entry());
        assertViolation(moved, "v3 is in b1 but says b0");
    }

    @Test
    void idsAreUniqueAndBounded() {
        Function values = function("b0(v0: i32):\nreturn");
        values.entry().addParam(0, ScalarType.I32);
        assertViolation(values, "there are two of v0");

        Function blocks = function("b0:\nreturn");
        new Builder(blocks).atEnd(blocks.addBlock(0)).ret();
        assertViolation(blocks, "there are two of b0");

        Function bound = function("b0(v0: i32):\nreturn");
        bound.entry().addParam(17, ScalarType.I32);
        assertViolation(bound, "the id of v17 is not below 2");
    }

    @Test
    void everyViolationIsListed() {
        assertViolation(
                function("b0(v0: f32):\nv1 = add.i32 v0, v0\nv2 = and.f32 v0, v0\nv3 = neg.f32 v4\nv4 = neg.f32 v0"),
                "v1 (",
                "v2 (",
                "v3 (",
                "b0 does not end");
    }
}
