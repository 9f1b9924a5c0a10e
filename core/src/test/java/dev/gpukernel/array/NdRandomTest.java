package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.device.Philox;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** Random arrays hold Philox's numbers, whatever is seen of them and wherever they are computed. */
class NdRandomTest {
    private static final long SEED = 0x5EEDL << 30;

    private static void check() {
        NdRandom random = NdArrays.random(SEED);
        float[] floats = random.uniform(3, 7).toArray();
        float[] columns = random.uniform(3, 7).transpose().toArray();
        double[] doubles = random.uniformDoubles(5).toArray();
        double[] normals = random.normalDoubles(4).toArray();
        float[] skipped = random.skip(1L << 40).skip(1).normal(4).toArray();
        int[] integers = random.integers(1000, 30).toArray();
        int[] greatest = random.integers(Integer.MAX_VALUE, 30).toArray();
        int[] permutation = random.permutation(37).toArray();
        for (int i = 0; i < 21; i++) {
            assertThat(floats[i]).isEqualTo(Philox.uniformFloat(SEED, i));
            assertThat(columns[i % 7 * 3 + i / 7]).isEqualTo(floats[i]);
        }
        for (int i = 0; i < 4; i++) {
            assertThat(doubles[i]).isEqualTo(Philox.uniform(SEED, i));
            assertThat(normals[i]).isEqualTo(Philox.normal(SEED, i));
            assertThat(skipped[i]).isEqualTo((float) Philox.normal(SEED, (1L << 40) + 1 + i));
        }
        for (int i = 0; i < 30; i++) {
            assertThat(integers[i]).isEqualTo(integer(i, 1000));
            assertThat(greatest[i]).isEqualTo(integer(i, Integer.MAX_VALUE));
        }
        for (int i = 0; i < 37; i++) {
            assertThat(permutation[i]).isEqualTo(Philox.permuted(SEED, 37, i));
        }
        assertThat(permutation).doesNotHaveDuplicates();
        assertThat(random.permutation(0).size()).isZero();
        assertThat(random.uniform(2, 0).size()).isZero();
    }

    private static int integer(int index, int bound) {
        Philox.Words words = Philox.words(SEED, 0, index / 2);
        long upper = index % 2 == 0 ? words.first() : words.third();
        long lower = index % 2 == 0 ? words.second() : words.fourth();
        BigInteger bits =
                BigInteger.valueOf(upper & 0xffffffffL).shiftLeft(32).add(BigInteger.valueOf(lower & 0xffffffffL));
        return bits.multiply(BigInteger.valueOf(bound)).shiftRight(64).intValueExact();
    }

    @Test
    void areTheSameEverywhere() {
        check();
        OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE))
                .run(NdRandomTest::check);
    }

    @Test
    void saysWhatIsNotThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NdArrays.random(1).integers(0, 3))
                .withMessageStartingWith("[RandomBound]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NdArrays.random(1).skip(-1))
                .withMessageStartingWith("[NegativeSize]");
    }
}
