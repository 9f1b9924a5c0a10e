package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which arithmetic is meant where indices are taken apart: what wraps around stays apart from what does not. */
class AffineTest {
    /** Loops with one store each. */
    @SuppressWarnings({"BadShiftAmount", "NarrowCalculation"}) // what they are about
    static final class Loops {
        private Loops() {}

        static void plain(int n, int k, int[] a) {
            for (int i = 0; i < n; i++) {
                a[3 * (i + k) - 2 * k + 7 - i] = 1;
            }
        }

        static void widened(int n, int[] a) {
            for (int i = 0; i < n; i++) {
                a[(int) (i * 3L + 5)] = 1;
            }
        }

        static void halfOfWrapped(int n, int[] a) {
            for (int i = 0; i < n; i++) {
                a[(int) ((long) (i * 65_537) >> 1)] = 1;
            }
        }

        static void wrappedAway(int n, int[] a) {
            for (int i = 0; i < n; i++) {
                a[i * 65_536 * 65_536 + 4] = 1;
            }
        }

        static void shiftedAround(int n, int[] a) {
            for (int i = 0; i < n; i++) {
                a[(i << 33) + ~i] = 1;
            }
        }

        static void wrappedBefore(int n, int[] a) {
            int square = n * n;
            for (int i = 0; i < n; i++) {
                a[square + i] = 1;
            }
        }

        static void byParameter(int n, int w, int[] a) {
            for (int i = 0; i < n; i++) {
                a[i * w + 2] = 1;
            }
        }

        static void tooLarge(int n, int w, int h, int[] a) {
            for (int i = 0; i < n; i++) {
                a[i * w * h] = 1;
            }
        }

        static void clamped(int n, int[] a) {
            for (int i = 0; i < n; i++) {
                a[Math.min(Math.max(i - 1, 0), n - 1)] = 1;
            }
        }

        static void square(int n, int[] a) {
            for (int i = 0; i < n; i++) {
                a[i * i] = 1;
            }
        }
    }

    private record Store(CountedLoop loop, Value index) {
        static Store in(String method) {
            LoopsOf loops = LoopsOf.method(LoopsOf.method(Loops.class, method), 1);
            CountedLoop loop = loops.nest().getFirst();
            Access store = Access.in(loop.loop().blocks()).stream()
                    .filter(Access::isWrite)
                    .findFirst()
                    .orElseThrow();
            Value index = store.index();
            if (index == null) {
                throw new AssertionError("an index that is not known");
            }
            return new Store(loop, index);
        }

        @Nullable Affine modular() {
            return Affine.of(index, loop.variable(), loop.loop()::isInvariant);
        }

        @Nullable Affine unwrapped() {
            return Affine.unwrapped(index, loop.variable(), loop.loop());
        }

        @Nullable Affine nearly() {
            return Affine.nearly(index, loop.variable());
        }
    }

    private static @Nullable String text(@Nullable Affine index) {
        return index == null ? null : index.factor() + " | " + index.rest();
    }

    @Test
    void sumsAreCollected() {
        assertThat(text(Store.in("plain").modular())).isEqualTo("2 | k + 7");
        assertThat(text(Store.in("plain").unwrapped())).isEqualTo("2 | k + 7");
    }

    @Test
    void lowerHalvesOfLongsAreInts() {
        assertThat(text(Store.in("widened").modular())).isEqualTo("3 | 5");
        assertThat(Store.in("widened").unwrapped()).isNull();
    }

    @Test
    void whatWasCutOffIsNotShiftedBack() {
        assertThat(Store.in("halfOfWrapped").modular()).isNull();
        assertThat(Store.in("halfOfWrapped").unwrapped()).isNull();
    }

    @Test
    void aMultipleOf2To32IsNothingForIntsAlone() {
        assertThat(text(Store.in("wrappedAway").modular())).isEqualTo("0 | 4");
        assertThat(Store.in("wrappedAway").unwrapped()).isNull();
    }

    @Test
    void fiveBitsOfAnIntsShiftCount() {
        assertThat(text(Store.in("shiftedAround").modular())).isEqualTo("1 | -1");
        assertThat(text(Store.in("shiftedAround").unwrapped())).isEqualTo("1 | -1");
    }

    @Test
    void whatWrappedAroundBeforeTheLoopStaysWhole() {
        assertThat(text(Store.in("wrappedBefore").modular())).isEqualTo("1 | n * n");
        Affine unwrapped = Objects.requireNonNull(Store.in("wrappedBefore").unwrapped());
        assertThat(unwrapped.rest().degree()).isEqualTo(1);
    }

    @Test
    void aFactorThatIsNoNumberIsForThoseWhoComputeIt() {
        assertThat(Store.in("byParameter").modular()).isNull();
        assertThat(text(Store.in("byParameter").unwrapped())).isEqualTo("w | 2");
        assertThat(Store.in("tooLarge").unwrapped()).isNull();
    }

    @Test
    void clampingIsLookedThroughOnlyByGuess() {
        assertThat(Store.in("clamped").modular()).isNull();
        Affine nearly = Objects.requireNonNull(Store.in("clamped").nearly());
        assertThat(nearly.step()).isEqualTo(1);
    }

    @Test
    void squaresHaveNoForm() {
        assertThat(Store.in("square").modular()).isNull();
        assertThat(Store.in("square").unwrapped()).isNull();
        assertThat(Store.in("square").nearly()).isNull();
    }

    @Test
    void aWidenedIntIsWholeForLongs() {
        Store store = Store.in("widened");
        Instr widening = store.loop().loop().blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op().equals(new Op.Convert(ScalarType.I32, ScalarType.I64)))
                .findFirst()
                .orElseThrow();
        Polynomial narrow = Polynomial.of(new Symbol(widening.operand(0), 0));
        assertThat(List.of(Ring.INTS, Ring.NUMBERS))
                .allSatisfy(ring -> assertThat(ring.sum(widening, _ -> narrow)).isEqualTo(narrow));
        assertThat(Ring.LONGS.sum(widening, _ -> narrow)).isNull();
    }
}
