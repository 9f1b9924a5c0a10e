package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is asked only as long as a flag has a value need not be there where it is not asked. */
class FlagQuestionsTest {
    private static final int ROWS = 20;
    private static final int LENGTH = ROWS * ROWS;

    /** The flag is false from the beginning: so no element is read. */
    @GpuKernel
    static int neverAsked(int[] x, int[] table) {
        boolean all = false;
        int count = 0;
        for (int i = 0; i < x.length; i++) {
            count++;
            if (x[i] > 3) {
                all = all && table[count] > 3;
            }
        }
        return all ? -count : count;
    }

    @Test
    void aFlagThatIsNeverSetAsksNothing() {
        int[] x = new int[LENGTH];
        Arrays.fill(x, 7);
        assertThat(Kernel.of(FlagQuestionsTest.class, "neverAsked").launch(x, new int[3]))
                .isEqualTo(neverAsked(x, new int[3]))
                .isEqualTo(LENGTH);
    }

    /** How often is a remainder of the column, which says nothing about the column that the array could not. */
    @GpuKernel
    static boolean askedSomeTimes(int[] x, int rows, int columns, int pitch) {
        boolean any = false;
        int left = 1000;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; columns > j; j++) {
                for (int k = 0; k < (left & 3); k++) {
                    any = any || x[i * pitch + j] > 3;
                }
                left--;
            }
        }
        return any;
    }

    @Test
    void aRemainderOfAnIndexDoesNotBoundTheIndex() {
        Kernel kernel = Kernel.of(FlagQuestionsTest.class, "askedSomeTimes");
        int[] x = new int[LENGTH];
        for (int at : new int[] {0, 1, LENGTH - 4, LENGTH - 1}) {
            Arrays.fill(x, 0);
            x[at] = 4;
            assertThat(kernel.launch(x, ROWS, ROWS, ROWS))
                    .as("at %d", at)
                    .isEqualTo(askedSomeTimes(x, ROWS, ROWS, ROWS));
        }
    }
}
