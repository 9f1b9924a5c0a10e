package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.RedundantParams;
import org.junit.jupiter.api.Test;

/** Simplification of control flow, and the splitting of edges at the end. */
class ControlFlowPassesTest {
    @Test
    void aDecidedBranchLosesTheOtherWay() {
        PassCheck.becomes(new ControlFlowSimplification(), """
                b0(v0: int[] a, v1: i32 x, v2: i32 y):
                    v3 = const.i1 false
                    branch v3, b1, b2
                b1:
                    store.int v0, v1, v1
                    jump b3(v1)
                b2:
                    jump b3(v2)
                b3(v4: i32):
                    store.int v0, v4, v4
                    return""", """
                b0(v0: int[] a, v1: i32 x, v2: i32 y):
                    v3 = const.i1 false
                    store.int v0, v2, v2
                    return""");
    }

    @Test
    void aBranchThatLeadsToOnePlaceIsAJump() {
        PassCheck.becomes(new ControlFlowSimplification(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x):
                    branch v1, b1(v2), b1(v2)
                b1(v3: i32):
                    store.int v0, v3, v3
                    return""", """
                b0(v0: int[] a, v1: i1 c, v2: i32 x):
                    store.int v0, v2, v2
                    return""");
    }

    @Test
    void aBranchThatPassesDifferentValuesStays() {
        PassCheck.stays(new ControlFlowSimplification(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x, v3: i32 y):
                    branch v1, b1(v2), b1(v3)
                b1(v4: i32):
                    store.int v0, v4, v4
                    return""");
    }

    @Test
    void aLoopOfOneBlockStays() {
        PassCheck.stays(new ControlFlowSimplification(), """
                b0(v0: int[] a, v1: i32 n, v2: i32 zero, v3: i32 one):
                    jump b1(v2)
                b1(v4: i32):
                    v5 = add.i32 v4, v3
                    v6 = lt.i32 v5, v1
                    branch v6, b1(v5), b2
                b2:
                    return""");
    }

    /** An iteration that always throws, and one that does so in one of two ways. */
    @Test
    void aLoopStaysOne() {
        PassCheck.stays(new ControlFlowSimplification(), """
                b0(v0: int[] a, v1: i32 n, v2: i32 zero, v3: i32 one):
                    v4 = const.i1 true
                    jump b1(v2)
                b1(v5: i32):
                    v6 = lt.i32 v5, v1
                    branch v6, b2, b4
                b2:
                    branch v4, b5, b3
                b3:
                    v7 = add.i32 v5, v3
                    jump b1(v7)
                b4:
                    return
                b5:
                    throw java.lang.IllegalStateException""");
    }

    @Test
    void aLoopWithTwoHeadsHandsOnWhatItWasGiven() {
        PassCheck.becomes(
                function -> {
                    RedundantParams.removeAll(function);
                    return true;
                },
                """
                b0(v0: int[] a, v1: i1 c, v2: i32 x):
                    branch v1, b1(v2), b2(v2)
                b1(v3: i32):
                    store.int v0, v3, v3
                    branch v1, b2(v3), b3
                b2(v4: i32):
                    store.int v0, v4, v4
                    branch v1, b1(v4), b3
                b3:
                    return""",
                """
                b0(v0: int[] a, v1: i1 c, v2: i32 x):
                    branch v1, b1, b2
                b1:
                    store.int v0, v2, v2
                    branch v1, b2, b3
                b2:
                    store.int v0, v2, v2
                    branch v1, b1, b3
                b3:
                    return""");
    }

    @Test
    void anUnreachableLoopGoes() {
        PassCheck.becomes(new ControlFlowSimplification(), """
                b0(v0: int[] a, v1: i32 x):
                    return
                b1(v2: i32):
                    v3 = add.i32 v2, v1
                    jump b1(v3)""", "b0(v0: int[] a, v1: i32 x):\nreturn");
    }

    @Test
    void edgesOfABranchWithArgumentsAreSplit() {
        PassCheck.becomes(new EdgeSplitting(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x, v3: i32 y):
                    branch v1, b1(v2), b1(v3)
                b1(v4: i32):
                    store.int v0, v4, v4
                    return""", """
                b0(v0: int[] a, v1: i1 c, v2: i32 x, v3: i32 y):
                    branch v1, b2, b3
                b1(v4: i32):
                    store.int v0, v4, v4
                    return
                b2:
                    jump b1(v2)
                b3:
                    jump b1(v3)""");
    }

    @Test
    void jumpsAndEdgesWithoutArgumentsAreNotSplit() {
        PassCheck.stays(new EdgeSplitting(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x):
                    branch v1, b1, b2
                b1:
                    jump b3(v2)
                b2:
                    jump b3(v2)
                b3(v4: i32):
                    return""");
    }
}
