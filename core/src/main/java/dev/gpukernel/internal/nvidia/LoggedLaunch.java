package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.ElementUses.Use;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A launch that may have left a fault, itself or by what it read. Guarded by the {@link LaunchLog}.
 *
 * <p>It is used again for another launch, with another number, once it is known that there is no fault. So whoever refers to one
 * keeps the number beside it, and a launch of another number had no fault. One with a fault is not used again.
 */
final class LoggedLaunch {
    private static final int USUAL_ARRAYS = 4;

    /** Number of the launch on its device, in the order of launches of each stream; 0 while unused. */
    long number;

    /** Where it runs; null once it is known to be done. */
    @Nullable NvidiaStream stream;

    /** Where it leaves its own faults, if it can. */
    @Nullable FaultPlace place;

    /** The next launch of the stream. */
    @Nullable LoggedLaunch next;

    /** What it and the launches that it follows from left. Known once it is done. */
    List<LaunchFault> faults = List.of();

    private LoggedLaunch[] before = new LoggedLaunch[USUAL_ARRAYS];
    private long[] numbersBefore = new long[USUAL_ARRAYS];
    private int countBefore;
    private ArrayHistory[] arrays = new ArrayHistory[USUAL_ARRAYS];
    private int countArrays;

    /** {@return whether a launch of a number may run still} */
    boolean isPending(long ofNumber) {
        return number == ofNumber && stream != null;
    }

    /** {@return whether a launch of a number may run still, or has left faults} */
    boolean matters(long ofNumber) {
        return number == ofNumber && (stream != null || !faults.isEmpty());
    }

    /** {@return the faults of a launch of a number, if it is done} */
    List<LaunchFault> faultsOf(long ofNumber) {
        return number == ofNumber && stream == null ? faults : List.of();
    }

    int countBefore() {
        return countBefore;
    }

    LoggedLaunch before(int index) {
        return before[index];
    }

    long numberBefore(int index) {
        return numbersBefore[index];
    }

    /** Notes the launches that this one follows from, since it uses their arrays. */
    void follow(BitSet written, @Nullable ArrayHistory[] used) {
        boolean writes = !written.isEmpty();
        for (ArrayHistory array : used) {
            if (array == null) {
                continue;
            }
            for (Use<LoggedLaunch> use = array.firstUse(); use != null; use = use.next()) {
                if (array.leadsTo(use, !writes)) {
                    follow(use.by(), use.number());
                }
            }
        }
    }

    /** Notes another launch that this one follows from. */
    void follow(LoggedLaunch other, long itsNumber) {
        for (int i = 0; i < countBefore; i++) {
            if (before[i] == other && numbersBefore[i] == itsNumber) {
                return;
            }
        }
        if (countBefore == before.length) {
            before = Arrays.copyOf(before, 2 * countBefore);
            numbersBefore = Arrays.copyOf(numbersBefore, 2 * countBefore);
        }
        before[countBefore] = other;
        numbersBefore[countBefore++] = itsNumber;
    }

    int countArrays() {
        return countArrays;
    }

    ArrayHistory array(int index) {
        return arrays[index];
    }

    /** Notes in the arrays of a launch that this one, or what it left, is found by them. */
    void findBy(BitSet written, @Nullable ArrayHistory[] used) {
        boolean writes = !written.isEmpty();
        for (int i = 0; i < used.length; i++) {
            ArrayHistory array = used[i];
            if (array == null || (writes && !written.get(i))) {
                continue;
            }
            array.add(this, writes);
            if (stream != null) {
                addArray(array);
            } else {
                faults.forEach(fault -> fault.addArray(array));
            }
        }
    }

    private void addArray(ArrayHistory array) {
        for (int i = 0; i < countArrays; i++) {
            if (arrays[i].whole() == array.whole()) {
                return;
            }
        }
        if (countArrays == arrays.length) {
            arrays = Arrays.copyOf(arrays, 2 * countArrays);
        }
        arrays[countArrays++] = array;
    }

    /** {@return whether it has arrays, all of them closed} */
    boolean isAbandoned() {
        for (int i = 0; i < countArrays; i++) {
            if (!arrays[i].isClosed()) {
                return false;
            }
        }
        return countArrays > 0;
    }

    /** Forgets what was needed until it was done. */
    void clear() {
        stream = null;
        place = null;
        next = null;
        Arrays.fill(before, 0, countBefore, null);
        Arrays.fill(arrays, 0, countArrays, null);
        countBefore = 0;
        countArrays = 0;
    }
}
