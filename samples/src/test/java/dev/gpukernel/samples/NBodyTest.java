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
        Body[] pair = {new Body(1, -1, 0, 0, 0, 0, 0), new Body(1, 1, 0, 0, 0, 0, 0)};
        Body[] next = new Body[2];

        NBodyKernels.step(0.5f, pair, next);

        assertThat(next[0].vx()).isCloseTo(0.125f, within(1e-3f)).isEqualTo(-next[1].vx());
        assertThat(next[0].x()).isEqualTo(-1 + 0.5f * next[0].vx());
        assertThat(next[1].y()).isZero();
        assertThat(next[1].vz()).isZero();
    }

    @Test
    void momentumStaysZero() {
        Body[] bodies = Body.random(new SplittableRandom(3), 64);
        for (int i = 0; i < 10; i++) {
            Body[] next = new Body[64];
            NBodyKernels.step(0.01f, bodies, next);
            bodies = next;
        }

        double momentum = 0;
        for (Body body : bodies) {
            momentum += (double) body.mass() * body.vx();
        }
        assertThat(momentum).isCloseTo(0, within(1e-6));
        assertThat(bodies).noneMatch(body -> body.vx() == 0);
    }
}
