package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Running values that cannot be told before the iterations are done, and counters that do not keep elements apart. */
class RefusedRunningValuesTest {
    @GpuKernel
    static void sumOfSums(int[] x, int[] y) {
        int sum = 0;
        int total = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            total += sum;
            y[i] = total;
        }
    }

    @GpuKernel
    static void limited(int[] x, int[] y) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (n < 10) {
                n++;
            }
            y[i] = n;
        }
    }

    @GpuKernel
    static void byWayOfAnArray(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            y[i] = sum;
            sum += y[i] + 1;
        }
    }

    @GpuKernel
    static void underTheBest(int[] x, int[] y) {
        int n = 0;
        int best = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > best) {
                best = x[i];
                n++;
            }
            y[i] = n;
        }
    }

    @GpuKernel
    static void byWayOfAChoice(int[] x, int[] y) {
        int best = 0;
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            int better = 0;
            if (x[i] < best) {
                best = x[i];
                better = 1;
            }
            int chosen = x[i] > -5 ? better : 0;
            n += chosen;
        }
        y[0] = n + best;
    }

    /** What is asked is not the flag, but what it has become. */
    @GpuKernel
    static void setBefore(int[] x, int[] y) {
        boolean found = false;
        for (int i = 0; i < x.length; i++) {
            if (y[i] == 5) {
                found = true;
            }
            found = found || x[i] == 7;
        }
        y[0] = found ? 1 : 0;
    }

    /** The first that is not 0 stays, which is no "or" of all. */
    @GpuKernel
    static void firstThatIsNotZero(int[] x, int[] y) {
        int first = 0;
        for (int i = 0; i < x.length; i++) {
            if (first == 0) {
                first = x[i];
            }
        }
        y[0] = first;
    }

    /** As {@link #firstThatIsNotZero}, and no "and". */
    @GpuKernel
    static void untilZero(int[] x, int[] y) {
        int last = 1;
        for (int i = 0; i < x.length; i++) {
            if (last != 0 && x[i] < 5) {
                last = x[i];
            }
        }
        y[0] = last;
    }

    /** What may be a number, but is a flag on one way. */
    @GpuKernel
    static void aNumberOnOneWay(int[] x, int[] y) {
        int found = 0;
        for (int i = 0; i < x.length; i++) {
            int own = x[i];
            if (own > 5) {
                own = y[i];
            }
            if (found == 0) {
                found = (own & 1) | own;
            }
        }
        y[0] = found;
    }

    /** What is stored is asked for in another way than what is counted. */
    @GpuKernel
    static void countedOtherwise(int[] x, int[] y) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            int v = x[i];
            if (v > 0) {
                y[n] = v;
            }
            n += v > 1 ? 1 : 0;
        }
    }

    /** The answer follows from what was stored. */
    @GpuKernel
    static void askedAgain(int[] x, int[] y) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (y[n] > 0) {
                y[n] = x[i];
            }
            n += y[n] > 0 ? 1 : 0;
        }
    }

    /** In an inner loop, the answer is another one each time. */
    @GpuKernel
    static void answeredInside(int[] x, int[] y) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            boolean keep = false;
            for (int k = 0; k < 3; k++) {
                keep = x[i] == k;
                if (keep) {
                    y[n] = k;
                }
            }
            n += keep ? 1 : 0;
        }
    }

    /** One place more than is counted. */
    @GpuKernel
    static void beyondTheNumber(int[] x, int[] y) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            int places = x[i] & 3;
            if (places > 0) {
                y[n] = i;
                y[n + 1] = -i;
            }
            n += places;
        }
    }

    /** What is assigned may be negative, and then it is not the first that stays. */
    @GpuKernel
    static void lastOfNegatives(int[] x, int[] y) {
        int first = -1;
        for (int i = 0; i < x.length; i++) {
            if (first < 0 && x[i] != 5) {
                first = x[i];
            }
        }
        y[0] = first;
    }

    @GpuKernel
    static void overwritten(int[] x, int[] y) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            y[n] = x[i];
            if (x[i] > 0) {
                n++;
            }
        }
    }

    @GpuKernel
    static void beyond(int[] x, int[] y) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                y[n] = 1;
                y[n + 1] = 2;
                n++;
            }
        }
    }

    @GpuKernel
    static void upAndDown(int[] x, int[] y) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                y[n++] = x[i];
            } else {
                n--;
            }
        }
    }

    /** The way down passes numbers of its own, but the way up leads back to them. */
    @GpuKernel
    static void downAndUp(int[] x, int[] y) {
        int n = 5;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                n++;
            } else {
                y[n--] = x[i];
            }
        }
    }

    /** The sign changes in each iteration. */
    @GpuKernel
    static void takenFromTheNext(int[] x, int[] y) {
        int left = 0;
        for (int i = 0; i < x.length; i++) {
            left = x[i] - left;
            y[i] = left;
        }
    }

    @GpuKernel
    static void takenFromTheNextAlone(int[] x, int[] y) {
        int left = 0;
        for (int i = 0; i < x.length; i++) {
            left = x[i] - left;
        }
        y[0] = left;
    }

    @GpuKernel
    static void twoCounters(int[] x, int[] y) {
        int n = 0;
        int m = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                y[n++] = 1;
            } else {
                y[m++] = 2;
            }
        }
    }

    /** From both ends, but what is read may be an element of an iteration before. */
    @GpuKernel
    static void readFromBothEnds(int[] x, int[] y) {
        int low = 0;
        int high = x.length;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                y[low++] = 1;
            } else {
                y[--high] = 2;
            }
            if (low > 0) {
                y[low - 1]++;
            }
        }
    }

    @GpuKernel
    static void exclusive(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            y[i] = sum;
            sum += x[i];
        }
    }

    @GpuKernel
    static void kept(int[] x, int[] y) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                y[n++] = x[i];
            }
        }
    }

    /** An element that is not stored stays what it was. */
    @GpuKernel
    static void notAlwaysStored(int[] x, int[] y) {
        for (int i = 1; i < x.length; i++) {
            if (x[i] > 0) {
                y[i] = y[i - 1] + x[i];
            }
        }
    }

    @GpuKernel
    static void twoBefore(int[] x, int[] y) {
        for (int i = 2; i < x.length; i++) {
            y[i] = y[i - 1] + y[i - 2];
        }
    }

    @GpuKernel
    static void storedTwice(int[] x, int[] y) {
        for (int i = 1; i < x.length - 1; i++) {
            y[i] = y[i - 1] + x[i];
            y[i + 1] = 0;
        }
    }

    @GpuKernel
    static void sumsOfFollowing(int[] x, int[] y) {
        for (int i = 1; i < x.length; i++) {
            x[i] += x[i - 1];
            y[i] = y[i - 1] + x[i];
        }
    }

    @GpuKernel
    static void byWayOfTheOneBefore(int[] x, int[] y) {
        for (int i = 1; i < x.length; i++) {
            y[i] = x[i] + x[y[i - 1] & 1];
        }
    }

    /** Only narrowed in the end, a part of it is not what is left of the whole. */
    @GpuKernel
    static void narrowedLeast(int[] x, int[] y) {
        byte least = 100;
        for (int i = 0; i < x.length; i++) {
            least = (byte) Math.min(least, x[i]);
            y[i] = least;
        }
    }

    @GpuKernel
    @SuppressWarnings("SelfAssignment") // it narrows
    static void narrowedSometimes(int[] x, int[] y) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            if (x[i] > 0) {
                sum = (short) sum;
            }
            y[i] = sum;
        }
    }

    /** What NaN takes the place of depends on what comes after it. */
    @GpuKernel
    static void unlessLess(int[] x, int[] y) {
        float least = 0;
        for (int i = 0; i < x.length; i++) {
            float value = Float.intBitsToFloat(x[i]);
            least = least < value ? least : value;
            y[i] = (int) least;
        }
    }

    /** No flag: it may begin with any number. */
    @GpuKernel
    static void anyNumber(int[] x, int[] y) {
        int state = x[0];
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 3) {
                state = 1;
            }
            y[i] = state;
        }
    }

    /** What 2 becomes is no change of sides. */
    @GpuKernel
    static void inverseOfAnyNumber(int[] x, int[] y) {
        int state = x[0];
        for (int i = 0; i < x.length; i++) {
            state = state == 0 ? 1 : 0;
            y[i] = state;
        }
    }

    /** It is set, and changes sides. */
    @GpuKernel
    static void setAndChanged(int[] x, int[] y) {
        boolean state = false;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 3) {
                state = true;
            }
            state = !state;
            y[i] = state ? 1 : 0;
        }
    }

    /** What is kept is not what was compared. */
    @GpuKernel
    static void bestOfAnother(int[] x, int[] y) {
        int best = 0;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > best) {
                best = y[i];
                where = i;
            }
        }
        y[0] = best + where;
    }

    /** What is kept is read again, when it is another. */
    @GpuKernel
    static void bestOverwritten(int[] x, int[] y) {
        int best = 0;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            int value = x[i];
            x[i] = 3;
            if (value > best) {
                best = x[i];
                where = i;
            }
        }
        y[0] = best + where;
    }

    /** Another condition lets it be kept, too. */
    @GpuKernel
    static void bestOrAnother(int[] x, int[] y) {
        int best = 0;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            if (y[i] > 3 || x[i] > best) {
                best = x[i];
                where = i;
            }
        }
        y[0] = best + where;
    }

    /** A NaN takes the place of all before it. */
    @GpuKernel
    static void notLess(int[] x, int[] y) {
        float best = 0;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            float value = Float.intBitsToFloat(x[i]);
            if (!(value <= best)) {
                best = value;
                where = i;
            }
        }
        y[0] = (int) best + where;
    }

    /** Java divides until the flag is set only. */
    @GpuKernel
    static void askedByDivision(int[] x, int[] y) {
        boolean found = false;
        for (int i = 0; i < x.length; i++) {
            found = found || 10 / x[i] == 3;
            y[i] = found ? 1 : 0;
        }
    }

    /** Java writes until the flag is set only. */
    @GpuKernel
    static void writtenUntilSet(int[] x, int[] y) {
        boolean found = false;
        for (int i = 0; i < x.length; i++) {
            if (!found) {
                x[i] = 1;
                found = y[i] > 4;
            }
            y[i] = found ? 1 : 0;
        }
    }

    /** It is asked where it is set, too. */
    @GpuKernel
    static void askedInAnyCase(int[] x, int[] y) {
        boolean found = false;
        for (int i = 0; i < x.length; i++) {
            if (y[i] > 4 || !found) {
                found = x[i] > 3;
            }
            y[i] = found ? 1 : 0;
        }
    }

    /** It is cleared after an iteration in which it is set. */
    @GpuKernel
    static void clearedOnceSet(int[] x, int[] y) {
        boolean found = false;
        for (int i = 0; i < x.length; i++) {
            found = found ? false : x[i] > 3;
            y[i] = found ? 1 : 0;
        }
    }

    /** Another variable follows from which way control went. */
    @GpuKernel
    static void chosenBeside(int[] x, int[] y) {
        boolean found = false;
        for (int i = 0; i < x.length; i++) {
            int chosen;
            if (found) {
                chosen = 1;
            } else {
                chosen = 2;
                found = x[i] > 3;
            }
            y[i] = found ? chosen : -chosen;
        }
    }

    /** The first that is not 0 stays: that is no flag. */
    @GpuKernel
    static void firstNumber(int[] x, int[] y) {
        int found = 0;
        for (int i = 0; i < x.length; i++) {
            if (found == 0) {
                found = x[i] & 6;
            }
            y[i] = found;
        }
    }

    /** Of what equals both, only the first place is assigned. */
    @GpuKernel
    static void bothHold(int[] x, int[] y) {
        int least = x[0];
        int most = x[0];
        int low = 0;
        int high = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] <= least) {
                least = x[i];
                low = i;
            } else if (x[i] >= most) {
                most = x[i];
                high = i;
            }
        }
        y[0] = least + most + low + high;
    }

    /** They begin with different numbers: what is less than one may be more than the other. */
    @GpuKernel
    static void apart(int[] x, int[] y) {
        int least = x[0];
        int most = -5;
        int low = 0;
        int high = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < least) {
                least = x[i];
                low = i;
            } else if (x[i] > most) {
                most = x[i];
                high = i;
            }
        }
        y[0] = least + most + low + high;
    }

    /** How often the inner loop adds follows from another running value. */
    @GpuKernel
    static void following(int[] x, int[] y) {
        for (int i = 1; i < x.length; i++) {
            y[i] = y[i - 1] + x[i - 1];
        }
    }

    @GpuKernel
    static void bothFollowing(int[] x, int[] y) {
        for (int i = 1; i < x.length; i++) {
            x[i] = x[i - 1] + 1;
            y[i] = y[i - 1] + 2;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "sumOfSums, LoopCarried",
        "limited, LoopCarried",
        "byWayOfAnArray, LoopCarried",
        "underTheBest, LoopCarried",
        "setBefore, LoopCarried",
        "byWayOfAChoice, LoopCarried",
        "firstThatIsNotZero, LoopCarried",
        "untilZero, LoopCarried",
        "lastOfNegatives, LoopCarried",
        "readFromBothEnds, LoopDependence",
        "countedOtherwise, LoopDependence",
        "askedAgain, LoopCarried",
        "answeredInside, LoopDependence",
        "beyondTheNumber, LoopDependence",
        "aNumberOnOneWay, LoopCarried",
        "overwritten, LoopDependence",
        "beyond, LoopDependence",
        "upAndDown, LoopDependence",
        "downAndUp, LoopDependence",
        "takenFromTheNext, LoopCarried",
        "takenFromTheNextAlone, LoopCarried",
        "twoCounters, LoopDependence",
        "notAlwaysStored, LoopDependence",
        "twoBefore, LoopDependence",
        "storedTwice, LoopDependence",
        "sumsOfFollowing, LoopDependence",
        "byWayOfTheOneBefore, LoopDependence",
        "narrowedLeast, LoopCarried",
        "narrowedSometimes, LoopCarried",
        "unlessLess, LoopCarried",
        "anyNumber, LoopCarried",
        "inverseOfAnyNumber, LoopCarried",
        "setAndChanged, LoopCarried",
        "bestOfAnother, LoopCarried",
        "bestOverwritten, LoopCarried",
        "bestOrAnother, LoopCarried",
        "notLess, LoopCarried",
        "askedByDivision, LoopCarried",
        "writtenUntilSet, LoopCarried",
        "askedInAnyCase, LoopCarried",
        "clearedOnceSet, LoopCarried",
        "chosenBeside, LoopCarried",
        "firstNumber, LoopCarried",
        "bothHold, LoopCarried",
        "apart, LoopCarried"
    })
    void areRefused(String name, String code) {
        Kernel kernel = Kernel.of(RefusedRunningValuesTest.class, name);
        assertThatThrownBy(() -> kernel.launch(new int[9], new int[9]))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining(code);
    }

    @GpuKernel
    static void soFarFrom(int from, int[] x, boolean[] y) {
        boolean found = false;
        for (int i = 0; i < y.length; i++) {
            found = found || x[i + from] > 3;
            y[i] = found;
        }
    }

    /** Java asks no further once the flag is set, and a launch asks for all: it must not throw where Java does not. */
    @Test
    void whatIsAskedOfAllIsThere() {
        Kernel kernel = Kernel.of(RefusedRunningValuesTest.class, "soFarFrom");
        boolean[] found = new boolean[4];
        kernel.launch(1, new int[] {9, 1, 4, 1, 1}, found);
        assertThat(found).containsExactly(false, true, true, true);
        assertThatThrownBy(() -> kernel.launch(2, new int[] {9, 1, 4, 1, 1}, found))
                .hasMessageContaining("[LoopCondition]");
    }

    /** What is added would be read from where the same iteration, or another one, has just written. */
    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "kept", "following", "bothFollowing"})
    void ofOneArrayAreRefused(String name) {
        Kernel kernel = Kernel.of(RefusedRunningValuesTest.class, name);
        int[] both = {1, 2, 3};
        assertThatThrownBy(() -> kernel.launch(both, both)).hasMessageContaining("AliasedArguments");
        assertThat(both).containsExactly(1, 2, 3);
    }
}
