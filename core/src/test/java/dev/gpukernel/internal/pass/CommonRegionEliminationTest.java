package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Choices that are computed once. */
class CommonRegionEliminationTest {
    /** A choice between two elements, {@code v2 ? a[i] : b[i]}, then what the test puts in, then the same choice again. */
    private static String twice(String between) {
        return """
                b0(v0: int[] a, v1: int[] b, v2: i1 c, v3: i32 i, v4: i1 d, v5: i32 n):
                    branch v2, b1, b2
                b1:
                    check.index v3, v5
                    v6 = load.int v0, v3
                    jump b3(v6)
                b2:
                    v7 = load.int v1, v3
                    jump b3(v7)
                b3(v8: i32):
                %s
                b4:
                    branch v2, b5, b6
                b5:
                    check.index v3, v5
                    v9 = load.int v0, v3
                    jump b7(v9)
                b6:
                    v10 = load.int v1, v3
                    jump b7(v10)
                b7(v11: i32):
                    v12 = add.i32 v8, v11
                    store.int v0, v3, v12
                    jump b8
                b8:
                    return""".formatted(between);
    }

    @Test
    void whatWasChosenIsKnown() {
        PassCheck.becomes(new CommonRegionElimination(), twice("branch v4, b4, b8"), """
                b0(v0: int[] a, v1: int[] b, v2: i1 c, v3: i32 i, v4: i1 d, v5: i32 n):
                    branch v2, b1, b2
                b1:
                    check.index v3, v5
                    v6 = load.int v0, v3
                    jump b3(v6)
                b2:
                    v7 = load.int v1, v3
                    jump b3(v7)
                b3(v8: i32):
                    branch v4, b4, b8
                b4:
                    v12 = add.i32 v8, v8
                    store.int v0, v3, v12
                    jump b8
                b8:
                    return""");
    }

    @Test
    void aStoreAfterTheSecondChoiceDoesNotMatterAndOneBeforeItDoes() {
        PassCheck.stays(new CommonRegionElimination(), twice("store.int v0, v3, v3\nbranch v4, b4, b8"));
        PassCheck.stays(new CommonRegionElimination(), twice("branch v4, b9, b8\nb9:\nstore.int v0, v3, v3\njump b4"));
        PassCheck.stays(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 i):
                    branch v1, b1, b2(v2)
                b1:
                    v3 = load.int v0, v2
                    jump b2(v3)
                b2(v4: i32):
                    store.int v0, v2, v2
                    branch v1, b3, b4(v2)
                b3:
                    v5 = load.int v0, v2
                    jump b4(v5)
                b4(v6: i32):
                    store.int v0, v4, v6
                    return""");
    }

    /** The store is on a way back to the second choice that does not pass the first one. */
    @Test
    void aStoreInALoopAroundTheSecondChoiceMatters() {
        PassCheck.stays(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 i):
                    branch v1, b1, b2
                b1:
                    v3 = load.int v0, v2
                    jump b3(v3)
                b2:
                    jump b3(v2)
                b3(v4: i32):
                    jump b4
                b4:
                    branch v1, b5, b6
                b5:
                    v5 = load.int v0, v2
                    jump b7(v5)
                b6:
                    jump b7(v2)
                b7(v6: i32):
                    v7 = add.i32 v6, v4
                    store.int v0, v2, v7
                    v8 = lt.i32 v7, v2
                    branch v8, b4, b8
                b8:
                    return""");
    }

    @Test
    void storesInALoopAroundBothChoicesDoNot() {
        PassCheck.becomes(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 n):
                    v3 = const.i32 0
                    jump b1(v3)
                b1(v4: i32 i):
                    branch v1, b2, b3(v4)
                b2:
                    v5 = load.int v0, v4
                    jump b3(v5)
                b3(v6: i32):
                    v7 = lt.i32 v6, v2
                    branch v7, b4, b7
                b4:
                    branch v1, b5, b6(v4)
                b5:
                    v8 = load.int v0, v4
                    jump b6(v8)
                b6(v9: i32):
                    store.int v0, v2, v9
                    jump b1(v9)
                b7:
                    return""", """
                b0(v0: int[] a, v1: i1 c, v2: i32 n):
                    v3 = const.i32 0
                    jump b1(v3)
                b1(v4: i32 i):
                    branch v1, b2, b3(v4)
                b2:
                    v5 = load.int v0, v4
                    jump b3(v5)
                b3(v6: i32):
                    v7 = lt.i32 v6, v2
                    branch v7, b4, b7
                b4:
                    store.int v0, v2, v6
                    jump b1(v6)
                b7:
                    return""");
    }

    /** Two cases share a block, one arm is empty, and there is a choice in an arm. */
    @Test
    void switchesAndChoicesInChoicesAreKnown() {
        PassCheck.becomes(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i32 x, v2: i32 y):
                    v3 = const.i32 3
                    v4 = eq.i32 v1, v3
                    branch v4, b4, b1
                b1:
                    v5 = const.i32 5
                    v6 = eq.i32 v1, v5
                    branch v6, b4, b2
                b2:
                    v7 = lt.i32 v1, v2
                    branch v7, b3, b5(v1, v2)
                b3:
                    v8 = mul.i32 v1, v2
                    jump b5(v2, v8)
                b4:
                    v9 = add.i32 v1, v2
                    jump b5(v1, v9)
                b5(v10: i32, v11: i32):
                    v12 = lt.i32 v10, v11
                    branch v12, b6, b12
                b6:
                    branch v4, b10, b7
                b7:
                    v13 = const.i32 5
                    v14 = eq.i32 v1, v13
                    branch v14, b10, b8
                b8:
                    v15 = lt.i32 v1, v2
                    branch v15, b9, b11(v2, v3)
                b9:
                    v16 = mul.i32 v1, v2
                    jump b11(v16, v3)
                b10:
                    v17 = add.i32 v1, v2
                    jump b11(v17, v3)
                b11(v18: i32, v19: i32):
                    store.int v0, v18, v19
                    jump b12
                b12:
                    store.int v0, v10, v11
                    return""", """
                b0(v0: int[] a, v1: i32 x, v2: i32 y):
                    v3 = const.i32 3
                    v4 = eq.i32 v1, v3
                    branch v4, b4, b1
                b1:
                    v5 = const.i32 5
                    v6 = eq.i32 v1, v5
                    branch v6, b4, b2
                b2:
                    v7 = lt.i32 v1, v2
                    branch v7, b3, b5(v1, v2)
                b3:
                    v8 = mul.i32 v1, v2
                    jump b5(v2, v8)
                b4:
                    v9 = add.i32 v1, v2
                    jump b5(v1, v9)
                b5(v10: i32, v11: i32):
                    v12 = lt.i32 v10, v11
                    branch v12, b6, b12
                b6:
                    store.int v0, v11, v3
                    jump b12
                b12:
                    store.int v0, v10, v11
                    return""");
    }

    /** The block of the first join within the region has a parameter, and so has that of the second. */
    @Test
    void whatWasChosenInAnArmIsKnown() {
        PassCheck.becomes(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i1 d, v3: i32 x):
                    branch v1, b1, b3(v3)
                b1:
                    branch v2, b2(v3), b9
                b9:
                    v4 = neg.i32 v3
                    jump b2(v4)
                b2(v5: i32):
                    v6 = mul.i32 v5, v5
                    jump b3(v6)
                b3(v7: i32):
                    branch v1, b4, b6(v3)
                b4:
                    branch v2, b5(v3), b10
                b10:
                    v8 = neg.i32 v3
                    jump b5(v8)
                b5(v9: i32):
                    v10 = mul.i32 v9, v9
                    jump b6(v10)
                b6(v11: i32):
                    store.int v0, v7, v11
                    return""", """
                b0(v0: int[] a, v1: i1 c, v2: i1 d, v3: i32 x):
                    branch v1, b1, b3(v3)
                b1:
                    branch v2, b2(v3), b9
                b9:
                    v4 = neg.i32 v3
                    jump b2(v4)
                b2(v5: i32):
                    v6 = mul.i32 v5, v5
                    jump b3(v6)
                b3(v7: i32):
                    store.int v0, v7, v7
                    return""");
    }

    /** The second condition becomes the first one only when what was chosen before is one value. */
    @Test
    void whatDependsOnAChoiceIsKnownToo() {
        PassCheck.becomes(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x):
                    v3 = const.i32 0
                    branch v1, b1(v2), b1(v3)
                b1(v4: i32):
                    v5 = lt.i32 v4, v3
                    branch v5, b2(v3), b2(v4)
                b2(v6: i32):
                    branch v1, b3(v2), b3(v3)
                b3(v7: i32):
                    v8 = lt.i32 v7, v3
                    branch v8, b4(v3), b4(v7)
                b4(v9: i32):
                    store.int v0, v6, v9
                    return""", """
                b0(v0: int[] a, v1: i1 c, v2: i32 x):
                    v3 = const.i32 0
                    branch v1, b1(v2), b1(v3)
                b1(v4: i32):
                    v5 = lt.i32 v4, v3
                    branch v5, b2(v3), b2(v4)
                b2(v6: i32):
                    store.int v0, v6, v6
                    return""");
    }

    /** As value numbering leaves it: the first join's block has loaded b[i] by then, and checked the index. */
    @Test
    void whatWasComputedInBetweenIsNotMissed() {
        PassCheck.becomes(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: int[] b, v2: i1 c, v3: i32 i, v4: i32 n):
                    branch v2, b1, b2
                b1:
                    check.index v3, v4
                    v5 = load.int v1, v3
                    jump b3(v5)
                b2:
                    v6 = add.i32 v3, v4
                    jump b3(v6)
                b3(v7: i32):
                    check.index v3, v4
                    v8 = load.int v1, v3
                    branch v2, b5, b6
                b5:
                    jump b7(v8)
                b6:
                    v9 = add.i32 v3, v4
                    jump b7(v9)
                b7(v10: i32):
                    v11 = add.i32 v10, v8
                    store.int v0, v7, v11
                    return""", """
                b0(v0: int[] a, v1: int[] b, v2: i1 c, v3: i32 i, v4: i32 n):
                    branch v2, b1, b2
                b1:
                    check.index v3, v4
                    v5 = load.int v1, v3
                    jump b3(v5)
                b2:
                    v6 = add.i32 v3, v4
                    jump b3(v6)
                b3(v7: i32):
                    check.index v3, v4
                    v8 = load.int v1, v3
                    v11 = add.i32 v7, v8
                    store.int v0, v7, v11
                    return""");
    }

    /** It was loaded before the store, and what the first choice loads was not. */
    @Test
    void whatWasLoadedBeforeTheFirstChoiceIsAnotherValue() {
        PassCheck.stays(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 i):
                    v3 = load.int v0, v2
                    store.int v0, v2, v2
                    branch v1, b1, b2(v2)
                b1:
                    v4 = load.int v0, v2
                    jump b2(v4)
                b2(v5: i32):
                    branch v1, b3(v3), b3(v2)
                b3(v6: i32):
                    store.int v0, v5, v6
                    return""");
    }

    /** Each condition decides two branches, and each pair of arms is there twice. */
    @Test
    void anotherConditionIsAnotherChoice() {
        PassCheck.stays(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i1 d, v3: i32 x, v4: i32 y):
                    branch v1, b1(v3), b1(v4)
                b1(v5: i32):
                    branch v2, b2(v3), b2(v4)
                b2(v6: i32):
                    branch v1, b3(v4), b3(v3)
                b3(v7: i32):
                    branch v2, b4(v4), b4(v3)
                b4(v8: i32):
                    store.int v0, v5, v6
                    store.int v0, v7, v8
                    return""");
    }

    /** The predicate, the operand and the index that a second choice has may be others than those of the first. */
    @ParameterizedTest
    @CsvSource({"gt, v2, v2", "lt, v3, v2", "lt, v2, v3"})
    void otherConditionsAndOperandsInAnArmAreAnotherChoice(String predicate, String compared, String index) {
        PassCheck.stays(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x, v3: i32 y, v4: i32 z):
                    branch v1, b1, b3(v2)
                b1:
                    v5 = lt.i32 v2, v4
                    branch v5, b2, b3(v3)
                b2:
                    v6 = load.int v0, v2
                    jump b3(v6)
                b3(v7: i32):
                    branch v1, b4, b6(v2)
                b4:
                    v8 = %s.i32 %s, v4
                    branch v8, b5, b6(v3)
                b5:
                    v9 = load.int v0, %s
                    jump b6(v9)
                b6(v10: i32):
                    store.int v0, v7, v10
                    return""".formatted(predicate, compared, index));
    }

    @Test
    void otherArmsAreAnotherChoice() {
        stays("""
                branch v1, b4, b5
            b4:
                jump b6(v3)
            b5:
                jump b6(v2)""");
    }

    @Test
    void aCheckThatWasNotMadeOnTheSameWayIsMade() {
        stays("""
                branch v1, b4, b5
            b4:
                jump b6(v2)
            b5:
                check.index v2, v3
                jump b6(v3)""");
    }

    @Test
    void whatDoesMoreIsDone() {
        stays("""
                branch v1, b4, b5
            b4:
                store.int v0, v2, v3
                jump b6(v2)
            b5:
                jump b6(v3)""");
    }

    @Test
    void whatThrowsIsLeftAlone() {
        PassCheck.stays(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x):
                    branch v1, b1, b2
                b1:
                    throw java.lang.IllegalStateException
                b2:
                    branch v1, b3, b4
                b3:
                    throw java.lang.IllegalStateException
                b4:
                    store.int v0, v2, v2
                    return""");
    }

    /** Between b3 and b6, after a choice between v2 with a check, and v3. */
    private static void stays(String second) {
        PassCheck.stays(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x, v3: i32 y, v4: i1 d):
                    branch v1, b1, b2
                b1:
                    check.index v2, v3
                    jump b3(v2)
                b2:
                    jump b3(v3)
                b3(v5: i32):
                    %s
                b6(v6: i32):
                    store.int v0, v5, v6
                    return""".formatted(second));
    }

    /** Control gets to b4 without the first choice. */
    @Test
    void aChoiceThatMayNotHaveBeenMadeIsMade() {
        PassCheck.stays(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x, v3: i32 y, v4: i1 d):
                    branch v4, b1, b4(v2)
                b1:
                    branch v1, b2, b3
                b2:
                    jump b5(v2)
                b3:
                    jump b5(v3)
                b5(v5: i32):
                    jump b4(v5)
                b4(v6: i32):
                    branch v1, b6, b7
                b6:
                    jump b8(v2)
                b7:
                    jump b8(v3)
                b8(v7: i32):
                    store.int v0, v6, v7
                    return""");
    }

    /** The parameter of b1 is what was chosen only in the first iteration. */
    @Test
    void aJoinThatIsTheStartOfALoopIsNotTheChoiceAlone() {
        PassCheck.stays(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x, v3: i32 y):
                    branch v1, b1(v2), b1(v3)
                b1(v4: i32):
                    branch v1, b2(v2), b2(v3)
                b2(v5: i32):
                    store.int v0, v4, v5
                    v6 = add.i32 v4, v5
                    v7 = lt.i32 v6, v2
                    branch v7, b1(v6), b3
                b3:
                    return""");
    }

    /** In later iterations, control gets to b1 with the condition not asked. */
    @Test
    void anArmThatIsTheStartOfALoopIsNotOneOfTheChoiceAlone() {
        PassCheck.stays(new CommonRegionElimination(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x, v3: i32 y):
                    branch v1, b1(v2), b2(v3)
                b1(v4: i32):
                    v5 = neg.i32 v4
                    jump b2(v5)
                b2(v6: i32):
                    branch v1, b3(v2), b4(v3)
                b3(v7: i32):
                    v8 = neg.i32 v7
                    jump b4(v8)
                b4(v9: i32):
                    store.int v0, v6, v9
                    v10 = lt.i32 v6, v9
                    branch v10, b1(v9), b5
                b5:
                    return""");
    }
}
