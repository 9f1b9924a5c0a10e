package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NBodyTest {
    @Test
    void stepsAreCounted() {
        Console console = Console.of("nbody", "--backend", "cpu", "--size", "50", "--steps", "3");

        assertThat(console.err()).isEmpty();
        assertThat(console.out().getFirst()).endsWith("3 steps");
        assertThat(console.lastLine()).startsWith("OK nbody: 300 elements");
    }

    @Test
    void twoBodiesApproachEachOtherAlongTheirLine() {
        float[] x = {-1, 1};
        Bodies pair = new Bodies(new float[] {1, 1}, x, new float[2], new float[2]);

        pair.step(0.5f);

        assertThat(pair.vx[0]).isCloseTo(0.125f, within(1e-3f)).isEqualTo(-pair.vx[1]);
        assertThat(x[0]).isEqualTo(-1 + 0.5f * pair.vx[0]);
        assertThat(pair.y).containsOnly(0);
        assertThat(pair.vz).containsOnly(0);
    }

    @Test
    void momentumStaysZero() {
        Bodies bodies = Bodies.random(new SplittableRandom(3), 64);
        for (int i = 0; i < 10; i++) {
            bodies.step(0.01f);
        }

        double momentum = 0;
        for (int i = 0; i < 64; i++) {
            momentum += (double) bodies.mass[i] * bodies.vx[i];
        }
        assertThat(momentum).isCloseTo(0, within(1e-6));
        assertThat(bodies.vx).doesNotContain(0);
    }
}
