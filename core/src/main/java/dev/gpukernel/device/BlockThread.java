package dev.gpukernel.device;

/**
 * What a thread of a block asks of the others when a kernel runs on the CPU: what the bodies of barriers, warp operations and
 * shared arrays call. Implemented by the CPU backend, not by users.
 */
public interface BlockThread {
    /**
     * Waits until every thread of the block that has not returned is here.
     *
     * @param operation the barrier's name, such as {@code Block.sync}
     * @param vote what this thread says there
     * @return what all said
     */
    BlockVotes meetBlock(String operation, boolean vote);

    /** Waits until every thread of the grid that has not returned is here. */
    void meetGrid();

    /**
     * Waits until the threads of the warp are here, those left out that have returned.
     *
     * @param operation the operation's name, such as {@code Warp.shuffle}
     * @param mask which lanes take part, bit 0 for lane 0; lanes that have returned or never were do not matter
     * @param bits what this thread shows to the others
     * @return what all showed
     */
    WarpValues meetWarp(String operation, int mask, long bits);

    /**
     * Makes the exception for a lane that does not take part.
     *
     * @param operation what asks for its value
     * @param lane which lane
     * @param present the lanes that take part, bit 0 for lane 0
     * @return what to throw
     */
    RuntimeException absent(String operation, int lane, int present);

    /** {@return the lanes of this thread's warp that have not returned, bit 0 for lane 0} */
    int presentLanes();

    /**
     * The block's array of the place in the kernel that asks for it.
     *
     * @param type class of the elements
     * @param sizes one size, or rows and columns
     * @return the array, the same for each thread of the block
     */
    Object sharedArray(Class<?> type, int... sizes);

    /**
     * A part of the block's dynamic shared memory.
     *
     * @param type class of the elements
     * @param byteOffset where it begins, aligned and within that memory
     * @param length number of elements
     * @return the array, the same for each thread of the block
     */
    Object dynamicArray(Class<?> type, int byteOffset, int length);

    /** {@return bytes of dynamic shared memory that the launch gives a block} */
    int dynamicBytes();

    /**
     * Prints.
     *
     * @param text what to print, after what this thread printed before
     */
    void print(String text);

    /** Lets other threads run, for a thread that may be waiting for one of them in a loop. */
    void pause();

    /**
     * What the threads of a block said at a barrier.
     *
     * @param yes how many said yes
     * @param all how many there were
     */
    record BlockVotes(int yes, int all) {}
}
