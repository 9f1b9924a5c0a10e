package dev.gpukernel.internal.analysis;

/**
 * Whether the iterations of one launch are independent as far as arrays are concerned, found by going through all of them: for launches of
 * few iterations, for which what {@link Dependence} asks for is not true. Saltz, Mirchandaney and Crowley, Run-time parallelization and
 * scheduling of loops, IEEE Transactions on Computers 40(5), 1991, call it so.
 *
 * <p>It takes different parameters for different arrays.
 */
@FunctionalInterface
public interface Inspector {
    /** So many accesses are looked at, which takes some milliseconds, so of no more iterations. */
    int MOST_VISITS = 1 << 13;

    /** {@return whether no element that one iteration writes is read or written by another; false if that cannot be told} */
    boolean areIndependent(HostExpression.Arguments arguments);
}
