package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;

/** Unrolling, motion and versioning of loops. */
class LoopPassesTest {
    @Test
    void aLoopOfTwoIterationsIsWrittenOutWithItsOtherExit() {
        PassCheck.becomes(new LoopUnrolling(), """
                b0(v0: int[] a, v1: i32 x):
                    v2 = const.i32 0
                    v3 = const.i32 1
                    v4 = const.i32 2
                    jump b1(v2, v1)
                b1(v5: i32 k, v6: i32 sum):
                    v7 = lt.i32 v5, v4
                    branch v7, b2, b4
                b2:
                    v8 = load.int v0, v5
                    v9 = eq.i32 v8, v1
                    branch v9, b4, b3
                b3:
                    v10 = add.i32 v6, v8
                    v11 = add.i32 v5, v3
                    jump b1(v11, v10)
                b4:
                    store.int v0, v2, v6
                    return""", """
                b0(v0: int[] a, v1: i32 x):
                    v2 = const.i32 0
                    v3 = const.i32 1
                    v4 = const.i32 2
                    v23 = const.i1 true
                    v25 = load.int v0, v2
                    v26 = eq.i32 v25, v1
                    branch v26, b6(v1), b9
                b4(v22: i32 sum):
                    store.int v0, v2, v22
                    return
                b6(v21: i32 sum):
                    jump b4(v21)
                b9:
                    v28 = add.i32 v1, v25
                    v29 = const.i32 1
                    v31 = const.i1 true
                    v33 = load.int v0, v29
                    v34 = eq.i32 v33, v1
                    branch v34, b6(v28), b12
                b12:
                    v36 = add.i32 v28, v33
                    v37 = const.i32 2
                    v39 = const.i1 false
                    jump b4(v36)""");
    }

    @Test
    void whatIsTheSameInEveryIterationIsAddedBeforeTheLoop() {
        PassCheck.becomes(new InvariantSums(), """
                b0(v0: int[] a, v1: i32 row, v2: i32 column, v3: i32 n):
                    v4 = const.i32 0
                    v5 = const.i32 1
                    jump b1(v4)
                b1(v6: i32 k):
                    v7 = lt.i32 v6, v3
                    branch v7, b2, b3
                b2:
                    v8 = add.i32 v2, v6
                    v9 = add.i32 v1, v8
                    store.int v0, v9, v8
                    v10 = add.i32 v6, v2
                    v11 = add.i32 v10, v3
                    v12 = add.i32 v1, v11
                    store.int v0, v12, v1
                    v13 = add.i32 v6, v5
                    jump b1(v13)
                b3:
                    return""", """
                b0(v0: int[] a, v1: i32 row, v2: i32 column, v3: i32 n):
                    v4 = const.i32 0
                    v5 = const.i32 1
                    v20 = add.i32 v1, v3
                    v22 = add.i32 v20, v2
                    jump b1(v4)
                b1(v6: i32 k):
                    v7 = lt.i32 v6, v3
                    branch v7, b2, b3
                b2:
                    v8 = add.i32 v2, v6
                    v9 = add.i32 v1, v8
                    store.int v0, v9, v8
                    v23 = add.i32 v22, v6
                    store.int v0, v23, v1
                    v13 = add.i32 v6, v5
                    jump b1(v13)
                b3:
                    return""");
    }

    @Test
    void whatIsOnlyChangedIfItHasChangedIsConstant() {
        PassCheck.becomes(new ConditionalConstants(), """
                b0(v0: i32 n, v1: i32 p):
                    v2 = const.i32 0
                    v3 = const.i32 1
                    jump b1(v2, v2, v2)
                b1(v4: i32 i, v5: i32 all, v6: i32 any):
                    v7 = lt.i32 v4, v0
                    branch v7, b2, b5
                b2:
                    v8 = ne.i32 v5, v2
                    branch v8, b3, b4(v5, v6)
                b3:
                    jump b4(v1, v3)
                b4(v9: i32, v10: i32):
                    v11 = add.i32 v4, v3
                    v12 = add.i32 v10, v1
                    jump b1(v11, v9, v12)
                b5:
                    v13 = add.i32 v5, v6
                    return""", """
                b0(v0: i32 n, v1: i32 p):
                    v2 = const.i32 0
                    v3 = const.i32 1
                    jump b1(v2, v2, v2)
                b1(v4: i32 i, v5: i32 all, v6: i32 any):
                    v20 = const.i32 0
                    v7 = lt.i32 v4, v0
                    branch v7, b2, b5
                b2:
                    v8 = ne.i32 v20, v2
                    branch v8, b3, b4(v20, v6)
                b3:
                    jump b4(v1, v3)
                b4(v9: i32, v10: i32):
                    v21 = const.i32 0
                    v11 = add.i32 v4, v3
                    v12 = add.i32 v10, v1
                    jump b1(v11, v21, v12)
                b5:
                    v13 = add.i32 v20, v6
                    return""");
    }

    @Test
    void whatSomeWayChangesIsNotConstant() {
        PassCheck.stays(new ConditionalConstants(), """
                b0(v0: i32 n, v1: i32 p):
                    v2 = const.i32 0
                    v3 = const.i32 1
                    jump b1(v2, v2)
                b1(v4: i32 i, v5: i32 all):
                    v6 = lt.i32 v4, v0
                    branch v6, b2, b5
                b2:
                    v7 = ne.i32 v5, v4
                    branch v7, b3, b4(v5)
                b3:
                    jump b4(v3)
                b4(v8: i32):
                    v9 = add.i32 v4, v3
                    jump b1(v9, v8)
                b5:
                    v10 = add.i32 v5, v1
                    return""");
    }

    @Test
    void aLoopThatNoConstantBoundsStays() {
        PassCheck.stays(new LoopUnrolling(), """
                b0(v0: int[] a, v1: i32 n):
                    v2 = const.i32 0
                    v3 = const.i32 1
                    v4 = const.i32 100
                    jump b1(v2)
                b1(v5: i32 k):
                    v6 = lt.i32 v5, v1
                    branch v6, b2, b3
                b2:
                    store.int v0, v5, v1
                    v7 = add.i32 v5, v3
                    jump b1(v7)
                b3:
                    return""");
    }

    @Test
    void aLoopOfManyIterationsStays() {
        PassCheck.stays(new LoopUnrolling(), """
                b0(v0: int[] a, v1: i32 n):
                    v2 = const.i32 0
                    v3 = const.i32 1
                    v4 = const.i32 100
                    jump b1(v2)
                b1(v5: i32 k):
                    v6 = lt.i32 v5, v4
                    branch v6, b2, b3
                b2:
                    store.int v0, v5, v1
                    v7 = add.i32 v5, v3
                    jump b1(v7)
                b3:
                    return""");
    }

    @Test
    void aLoopWhoseCounterNeverGetsThereStays() {
        PassCheck.stays(new LoopUnrolling(), """
                b0(v0: int[] a, v1: i32 n):
                    v2 = const.i32 0
                    v3 = const.i32 0
                    v4 = const.i32 100
                    jump b1(v2)
                b1(v5: i32 k):
                    v6 = ne.i32 v5, v4
                    branch v6, b2, b3
                b2:
                    store.int v0, v5, v1
                    v7 = add.i32 v5, v3
                    jump b1(v7)
                b3:
                    return""");
    }

    @Test
    void whatDoesNotChangeIsComputedBeforeTheLoopIfNothingCanGoWrong() {
        PassCheck.becomes(new LoopInvariantMotion(), """
                b0(v0: int[] a, v1: int[] b, v2: i32 n, v3: i32 i, v4: i32 j):
                    v5 = const.i32 0
                    v6 = const.i32 1
                    v20 = length.int v1
                    v21 = inbounds v4, v20
                    branch v21, b1, b5
                b1:
                    jump b2(v5)
                b2(v7: i32 k):
                    v8 = mul.i32 v3, v2
                    v9 = length.int v0
                    check.index v8, v9
                    v10 = load.int v0, v8
                    v11 = lt.i32 v7, v10
                    branch v11, b3, b4
                b3:
                    v12 = load.int v1, v4
                    v13 = load.int v1, v3
                    check.divisor.i32 v2
                    v14 = div.i32 v12, v13
                    v15 = add.i32 v7, v14
                    jump b2(v15)
                b4:
                    return
                b5:
                    return""", """
                b0(v0: int[] a, v1: int[] b, v2: i32 n, v3: i32 i, v4: i32 j):
                    v5 = const.i32 0
                    v6 = const.i32 1
                    v20 = length.int v1
                    v21 = inbounds v4, v20
                    branch v21, b1, b5
                b1:
                    v8 = mul.i32 v3, v2
                    v9 = length.int v0
                    check.index v8, v9
                    v10 = load.int v0, v8
                    v12 = load.int v1, v4
                    jump b2(v5)
                b2(v7: i32 k):
                    v11 = lt.i32 v7, v10
                    branch v11, b3, b4
                b3:
                    v13 = load.int v1, v3
                    check.divisor.i32 v2
                    v14 = div.i32 v12, v13
                    v15 = add.i32 v7, v14
                    jump b2(v15)
                b4:
                    return
                b5:
                    return""");
    }

    @Test
    void aLoadOfWhatTheLoopMayWriteStays() {
        PassCheck.stays(new LoopInvariantMotion(), """
                b0(v0: int[] a, v1: int[] b, v2: i32 n):
                    v3 = const.i32 0
                    v4 = const.i32 1
                    jump b1(v3)
                b1(v5: i32 k):
                    v6 = load.int v0, v3
                    v7 = lt.i32 v5, v6
                    branch v7, b2, b3
                b2:
                    store.int v1, v5, v2
                    v8 = add.i32 v5, v4
                    jump b1(v8)
                b3:
                    return""");
    }

    @Test
    void aLoopHasACopyForIndicesThatAreAllInRange() {
        PassCheck.becomes(new LoopVersioning(), """
                b0(v0: int[] a, v1: int[] b, v2: i32 n, v3: i32 from):
                    v4 = length.int v0
                    v5 = const.i32 0
                    v6 = const.i32 1
                    jump b1(v5, v5)
                b1(v7: i32 k, v8: i32 sum):
                    v9 = lt.i32 v7, v2
                    branch v9, b2, b3
                b2:
                    check.index v7, v4
                    v10 = load.int v0, v7
                    v11 = add.i32 v7, v3
                    check.index v11, v4
                    check.index v10, v4
                    v12 = load.int v0, v11
                    v13 = add.i32 v8, v12
                    v14 = add.i32 v7, v6
                    jump b1(v14, v13)
                b3:
                    store.int v1, v5, v8
                    return""", """
                b0(v0: int[] a, v1: int[] b, v2: i32 n, v3: i32 from):
                    v4 = length.int v0
                    v5 = const.i32 0
                    v6 = const.i32 1
                    v38 = le.i32 v2, v4
                    v39 = const.i64 0
                    v40 = convert.i32.i64 v2
                    v41 = const.i64 -1
                    v42 = add.i64 v40, v41
                    v43 = convert.i32.i64 v3
                    v44 = add.i64 v39, v43
                    v45 = convert.i32.i64 v3
                    v46 = add.i64 v42, v45
                    v47 = const.i64 0
                    v48 = convert.i32.i64 v4
                    v49 = ge.i64 v44, v47
                    v50 = and.i1 v38, v49
                    v51 = lt.i64 v46, v48
                    v52 = and.i1 v50, v51
                    branch v52, b5(v5, v5), b1(v5, v5)
                b1(v7: i32 k, v8: i32 sum):
                    v9 = lt.i32 v7, v2
                    branch v9, b2, b4(v8)
                b2:
                    check.index v7, v4
                    v10 = load.int v0, v7
                    v11 = add.i32 v7, v3
                    check.index v11, v4
                    check.index v10, v4
                    v12 = load.int v0, v11
                    v13 = add.i32 v8, v12
                    v14 = add.i32 v7, v6
                    jump b1(v14, v13)
                b3:
                    store.int v1, v5, v24
                    return
                b4(v24: i32 sum):
                    jump b3
                b5(v25: i32 k, v26: i32 sum):
                    v27 = lt.i32 v25, v2
                    branch v27, b6, b4(v26)
                b6:
                    v30 = load.int v0, v25
                    v31 = add.i32 v25, v3
                    check.index v30, v4
                    v34 = load.int v0, v31
                    v35 = add.i32 v26, v34
                    v36 = add.i32 v25, v6
                    jump b5(v36, v35)""");
    }

    @Test
    void anIndexThatIsNotLinearIsNotAskedForBefore() {
        PassCheck.stays(new LoopVersioning(), """
                b0(v0: int[] a, v1: i32 n):
                    v2 = length.int v0
                    v3 = const.i32 0
                    v4 = const.i32 1
                    jump b1(v3)
                b1(v5: i32 k):
                    v6 = lt.i32 v5, v1
                    branch v6, b2, b3
                b2:
                    v7 = mul.i32 v5, v5
                    check.index v7, v2
                    store.int v0, v7, v1
                    v8 = add.i32 v5, v4
                    jump b1(v8)
                b3:
                    return""");
    }

    @Test
    void aCopyThatLeavesTheLoopForCertainIsTheLast() {
        PassCheck.becomes(new PartialUnrolling(), """
                b0(v0: int[] a, v1: i32 n, v2: int[] b):
                    v3 = const.i32 0
                    v4 = const.i32 1
                    jump b1(v3, v3, v3)
                b1(v5: i32 k, v6: i32 again, v7: i32 sum):
                    v8 = lt.i32 v5, v1
                    branch v8, b2, b4
                b2:
                    v9 = load.int v0, v5
                    v10 = eq.i32 v6, v4
                    branch v10, b4, b3
                b3:
                    v11 = add.i32 v5, v4
                    v12 = add.i32 v7, v9
                    jump b1(v11, v4, v12)
                b4:
                    store.int v2, v3, v7
                    return""", """
                b0(v0: int[] a, v1: i32 n, v2: int[] b):
                    v3 = const.i32 0
                    v4 = const.i32 1
                    v24 = const.i32 -2147483648
                    v25 = const.i32 -2147483645
                    v26 = ge.i32 v1, v25
                    v27 = const.i32 -3
                    v28 = add.i32 v1, v27
                    v29 = select.i32 v26, v28, v24
                    jump b7(v3, v3, v3)
                b1(v5: i32 k, v6: i32 again, v7: i32 sum):
                    v8 = lt.i32 v5, v1
                    branch v8, b2, b5(v7)
                b2:
                    v9 = load.int v0, v5
                    v10 = eq.i32 v6, v4
                    branch v10, b6(v7), b3
                b3:
                    v11 = add.i32 v5, v4
                    v12 = add.i32 v7, v9
                    jump b1(v11, v4, v12)
                b4(v23: i32 sum):
                    store.int v2, v3, v23
                    return
                b5(v21: i32 sum):
                    jump b4(v21)
                b6(v22: i32 sum):
                    jump b4(v22)
                b7(v30: i32 k, v31: i32 again, v32: i32 sum):
                    v33 = lt.i32 v30, v29
                    branch v33, b8, b1(v30, v31, v32)
                b8:
                    v35 = lt.i32 v30, v1
                    jump b9
                b9:
                    v37 = load.int v0, v30
                    v38 = eq.i32 v31, v4
                    branch v38, b6(v32), b10
                b10:
                    v40 = add.i32 v30, v4
                    v41 = add.i32 v32, v37
                    jump b11
                b11:
                    v43 = lt.i32 v40, v1
                    jump b12
                b12:
                    v45 = load.int v0, v40
                    v46 = const.i1 true
                    jump b6(v41)""");
    }

    @Test
    void whatTheFirstIterationDoesGoesBeforeALoopThatIsSurelyEntered() {
        PassCheck.becomes(new LoopInvariantMotion(), """
                b0(v0: int[] a, v1: i32 i, v2: int[] b):
                    v3 = const.i32 0
                    v4 = const.i32 1
                    v5 = const.i32 4
                    jump b1(v3, v3)
                b1(v6: i32 k, v7: i32 sum):
                    v8 = lt.i32 v6, v5
                    branch v8, b2, b3
                b2:
                    v9 = load.int v0, v1
                    v10 = add.i32 v7, v9
                    v11 = add.i32 v6, v4
                    jump b1(v11, v10)
                b3:
                    store.int v2, v3, v7
                    return""", """
                b0(v0: int[] a, v1: i32 i, v2: int[] b):
                    v3 = const.i32 0
                    v4 = const.i32 1
                    v5 = const.i32 4
                    v9 = load.int v0, v1
                    jump b1(v3, v3)
                b1(v6: i32 k, v7: i32 sum):
                    v8 = lt.i32 v6, v5
                    branch v8, b2, b3
                b2:
                    v10 = add.i32 v7, v9
                    v11 = add.i32 v6, v4
                    jump b1(v11, v10)
                b3:
                    store.int v2, v3, v7
                    return""");
    }

    @Test
    void whatALoopMayNeverDoStaysInIt() {
        PassCheck.stays(new LoopInvariantMotion(), """
                b0(v0: int[] a, v1: i32 i, v2: int[] b, v5: i32 n):
                    v3 = const.i32 0
                    v4 = const.i32 1
                    jump b1(v3, v3)
                b1(v6: i32 k, v7: i32 sum):
                    v8 = lt.i32 v6, v5
                    branch v8, b2, b3
                b2:
                    v9 = load.int v0, v1
                    v10 = add.i32 v7, v9
                    v11 = add.i32 v6, v4
                    jump b1(v11, v10)
                b3:
                    store.int v2, v3, v7
                    return""");
    }
}
