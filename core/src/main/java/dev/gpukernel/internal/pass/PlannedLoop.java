package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A loop of a kernel's source, and how it runs.
 *
 * @param position where it begins, {@code null} if the class file does not say
 * @param depth how many loops are around it
 * @param variable its variable, {@code null} if it has none with a name
 * @param fate how it runs
 */
public record PlannedLoop(
        @Nullable SourcePosition position,
        int depth,
        @Nullable String variable,
        Fate fate) {
    /** When a launch takes the other of two ways. */
    public sealed interface Choice {
        /**
         * Where loops in a loop are split among threads rather than the loop itself.
         *
         * @param outside how many iterations the loop has, and those that are split with it; {@code null} if no name says it
         * @param inside how many iterations a loop in it has, likewise
         * @param sums whether the order shows
         * @param makesArrays whether threads must have room for arrays of their own
         */
        record Counts(@Nullable String outside, @Nullable String inside, Op.Sums sums, boolean makesArrays)
                implements Choice {}

        /** Where loops must not be exchanged: something may be thrown, or arrays are one. */
        record Unproven() implements Choice {}

        /** Where a nest must not be taken apart, for the same reasons. */
        record NotApart() implements Choice {}
    }

    /** How a loop runs. */
    public sealed interface Fate {
        /**
         * Its iterations are split among threads.
         *
         * @param launched the function that the host launches for it
         * @param carried what it carries from iteration to iteration, such as {@code a sum 's'}
         */
        record Threads(Function launched, List<String> carried) implements Fate {
            /** Copies the list. */
            public Threads {
                carried = List.copyOf(carried);
            }
        }

        /** Its iterations are split among threads together with those of the loop around it. */
        record WithOuter() implements Fate {}

        /**
         * Each thread runs it.
         *
         * @param why it is not split among threads, too; empty where that needs no reason
         */
        record InThread(String why) implements Fate {}

        /**
         * It is taken apart with the loop in it, and the parts run one after another.
         *
         * @param parts their loops
         */
        record Distributed(List<PlannedLoop> parts) implements Fate {
            /** Copies the list. */
            public Distributed {
                parts = List.copyOf(parts);
            }
        }

        /** Each thread runs it, inside of the loop in it, which is split among threads. */
        record Exchanged() implements Fate {}

        /**
         * One thread of the device runs it.
         *
         * @param launched the function that the host launches for it
         */
        record OneThread(Function launched) implements Fate {}

        /**
         * The host runs it, and launches what is in it again and again.
         *
         * @param times how often, {@code null} if that is not known before it ends
         * @param why its iterations are not split among threads
         */
        record Host(@Nullable String times, String why) implements Fate {}

        /** The host launches chunk after chunk of its iterations, to find the first that leaves it. */
        record Searched() implements Fate {}

        /**
         * Each launch chooses between two ways.
         *
         * @param usual one of them
         * @param choice when it is the other
         * @param other the other, of the loop and those in it, whose depths are counted from the loop
         */
        record Either(Fate usual, Choice choice, List<PlannedLoop> other) implements Fate {
            /** Copies the list. */
            public Either {
                other = List.copyOf(other);
            }
        }

        /** The host runs it, and it launches nothing. */
        record OnHost() implements Fate {}
    }
}
