package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.BlockThread.BlockVotes;
import dev.gpukernel.device.WarpValues;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/** Who of a block waits for what. When the last has come for whom others wait, all of those may run. */
final class WaitingRoom {
    private final BlockMember[] members;
    private final BitSet ready;

    /** By warp, the lanes that have not returned, and those of them that wait for something. */
    private final int[] presentLanes;

    private final int[] waitingLanes;
    private int present;
    private int waiting;

    /**
     * Makes the room of a block.
     *
     * @param members its threads, by number
     * @param ready where to note who may run
     */
    WaitingRoom(BlockMember[] members, BitSet ready) {
        this.members = members;
        this.ready = ready;
        this.present = members.length;
        int warps = Math.ceilDiv(members.length, BlockMember.WARP_SIZE);
        this.presentLanes = new int[warps];
        this.waitingLanes = new int[warps];
        for (BlockMember member : members) {
            presentLanes[member.warp()] |= 1 << member.lane();
        }
    }

    int presentLanes(int warp) {
        return presentLanes[warp];
    }

    /** {@return whether all threads of the block have returned} */
    boolean isEmpty() {
        return present == 0;
    }

    /** {@return the threads that wait} */
    List<BlockMember> members() {
        return Arrays.stream(members).filter(member -> member.arrival != null).toList();
    }

    void enter(BlockMember member, Arrival arrival) {
        member.arrival = arrival;
        member.outcome = null;
        waiting++;
        waitingLanes[member.warp()] |= 1 << member.lane();
        switch (arrival.kind()) {
            case WARP -> tryWarp(member.warp(), arrival);
            case BLOCK -> tryBlock();
            case GRID -> {}
        }
    }

    /** A thread has returned; others may have waited for it alone. */
    void leave(BlockMember member) {
        present--;
        int warp = member.warp();
        presentLanes[warp] &= ~(1 << member.lane());
        for (int lanes = waitingLanes[warp]; lanes != 0; lanes &= lanes - 1) {
            Arrival arrival = member(warp, Integer.numberOfTrailingZeros(lanes)).arrival;
            if (arrival != null && arrival.kind() == Arrival.Kind.WARP) {
                tryWarp(warp, arrival);
            }
        }
        tryBlock();
    }

    private BlockMember member(int warp, int lane) {
        return members[warp * BlockMember.WARP_SIZE + lane];
    }

    private void tryWarp(int warp, Arrival arrival) {
        int needed = arrival.mask() & presentLanes[warp];
        if ((needed & ~waitingLanes[warp]) != 0) {
            return;
        }
        WarpValues values = new WarpValues();
        for (int lanes = needed; lanes != 0; lanes &= lanes - 1) {
            int lane = Integer.numberOfTrailingZeros(lanes);
            Arrival other = Objects.requireNonNull(member(warp, lane).arrival);
            if (!other.matches(arrival)) {
                return;
            }
            values.show(lane, other.bits());
        }
        for (int lanes = needed; lanes != 0; lanes &= lanes - 1) {
            release(member(warp, Integer.numberOfTrailingZeros(lanes)), values);
        }
    }

    private void tryBlock() {
        if (waiting < present || present == 0) {
            return;
        }
        Arrival first = null;
        int yes = 0;
        for (BlockMember member : members) {
            Arrival arrival = member.arrival;
            if (arrival != null) {
                first = first == null ? arrival : first;
                if (arrival.kind() != Arrival.Kind.BLOCK || !arrival.matches(first)) {
                    return;
                }
                yes += (int) arrival.bits();
            }
        }
        BlockVotes votes = new BlockVotes(yes, present);
        members().forEach(member -> release(member, votes));
    }

    /** {@return whether all threads that have not returned wait for the whole grid} */
    boolean isAtGrid() {
        Arrival first = null;
        for (BlockMember member : members) {
            Arrival arrival = member.arrival;
            if (arrival != null) {
                first = first == null ? arrival : first;
                if (arrival.kind() != Arrival.Kind.GRID || !arrival.matches(first)) {
                    return false;
                }
            }
        }
        return waiting == present;
    }

    void releaseAll() {
        members().forEach(member -> release(member, this));
    }

    private void release(BlockMember member, Object outcome) {
        member.arrival = null;
        member.outcome = outcome;
        waiting--;
        waitingLanes[member.warp()] &= ~(1 << member.lane());
        ready.set(member.number);
    }
}
