package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;

/** Kernels that make arrays of records and return them, or those that they were given. */
public final class MadeRecordKernels {
    private MadeRecordKernels() {}

    /** A place. */
    public record Vector(float x, float y) {}

    /** A mass at a place. */
    public record Body(Vector at, int mass) {
        Body moved(float by) {
            return new Body(new Vector(at.x + by, at.y - by), mass);
        }
    }

    private static Body[] heavier(Body[] bodies, int by) {
        Body[] all = new Body[bodies.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Body(bodies[i].at, bodies[i].mass + by);
        }
        return all;
    }

    @GpuKernel
    public static Body[] moved(Body[] bodies, float by) {
        Body[] moved = new Body[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            moved[i] = bodies[i].moved(by);
        }
        return moved;
    }

    @GpuKernel
    public static Body[] numbered(int n) {
        Body[] numbered = new Body[n];
        for (int i = 0; i < n; i++) {
            numbered[i] = new Body(new Vector(i, -i), i * i);
        }
        return numbered;
    }

    /** Branches store one record each, and the iteration reads it. */
    @GpuKernel
    public static Body[] inBranches(Body[] bodies, int number) {
        Body[] changed = new Body[bodies.length];
        int sum = 0;
        for (int i = 0; i < bodies.length; i++) {
            if (bodies[i].mass > number) {
                changed[i] = bodies[i].moved(number);
            } else if (bodies[i].mass == number) {
                changed[i] = bodies[i];
            } else {
                changed[i] = new Body(bodies[i].at, i);
            }
            sum += changed[i].mass;
        }
        for (int i = 0; i < changed.length; i++) {
            changed[i] = new Body(changed[i].at, changed[i].mass + sum);
        }
        return changed;
    }

    /** Through an array that is read again. */
    @GpuKernel
    public static Body[] smoothed(Body[] bodies) {
        int n = bodies.length;
        Body[] heavy = heavier(bodies, 3);
        Body[] smoothed = new Body[n];
        for (int i = 0; i < n; i++) {
            Body before = heavy[Math.max(i - 1, 0)];
            smoothed[i] = new Body(before.at, before.mass + heavy[i].mass);
        }
        return smoothed;
    }

    @GpuKernel
    public static long total(Body[] bodies, int by) {
        Body[] heavy = heavier(bodies, by);
        long sum = 0;
        for (Body body : heavy) {
            sum += body.mass;
        }
        return sum;
    }

    /** The very array. */
    @GpuKernel
    public static Body[] given(Body[] bodies, float by) {
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = bodies[i].moved(by);
        }
        return bodies;
    }

    /** Every second element is null. */
    @GpuKernel
    public static Body[] halves(Body[] bodies, float by) {
        Body[] halves = new Body[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            if (i % 2 == 0) {
                halves[i] = bodies[i].moved(by);
            }
        }
        return halves;
    }

    /** What passes comes first, then null. */
    @GpuKernel
    public static Body[] heavy(Body[] bodies, int least) {
        Body[] heavy = new Body[bodies.length];
        int n = 0;
        for (int i = 0; i < bodies.length; i++) {
            if (bodies[i].mass >= least) {
                heavy[n++] = bodies[i];
            }
        }
        return heavy;
    }

    @GpuKernel
    public static Body[] either(Body[] bodies, int which) {
        if (which > 2) {
            return bodies;
        }
        return heavier(bodies, which);
    }

    @GpuKernel
    public static Body[] twice(Body[] bodies, float by) {
        Body[] twice = new Body[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            twice[i] = bodies[i].moved(by);
            twice[i] = twice[i].moved(by);
        }
        for (int i = 1; i < bodies.length; i++) {
            twice[i] = twice[i].moved(by);
        }
        return twice;
    }

    @GpuKernel
    public static Body[] failing(Body[] bodies, int bad) {
        Body[] all = new Body[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            if (bodies[i].mass == bad) {
                throw new IllegalArgumentException("mass at " + i);
            }
            all[i] = bodies[i];
        }
        return all;
    }

    /** Each iteration has some of its own. */
    @GpuKernel
    public static void own(Body[] bodies, int n, int[] out) {
        for (int i = 0; i < out.length; i++) {
            Body[] own = new Body[n];
            for (int k = 0; k < n; k++) {
                own[k] = new Body(new Vector(k, i), k * i);
            }
            int sum = 0;
            for (int k = 0; k < n; k++) {
                sum += own[k].mass + (int) own[n - 1 - k].at.x;
            }
            out[i] = sum + bodies.length;
        }
    }

    @GpuKernel
    public static Body[] cloned(Body[] bodies, float by) {
        Body[] copy = bodies.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = new Body(copy[i].moved(by).at, bodies[copy.length - 1 - i].mass);
        }
        return copy;
    }

    @GpuKernel
    public static Body[] unchanged(Body[] bodies) {
        Body[] copy = bodies.clone();
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = bodies[i].moved(1);
        }
        return copy;
    }

    /** With what is null. */
    @GpuKernel
    public static Body[] clonedHalves(Body[] bodies, float by) {
        Body[] halves = new Body[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            if (i % 3 == 0) {
                halves[i] = bodies[i].moved(by);
            }
        }
        Body[] copy = halves.clone();
        for (int i = 0; i < bodies.length; i++) {
            if (i % 2 == 0) {
                copy[i] = bodies[i];
            }
        }
        return copy;
    }

    /** A clone of what is all set, of which half is replaced. */
    @GpuKernel
    public static Body[] clonedTwice(Body[] bodies, float dt) {
        Body[] once = bodies.clone();
        for (int i = 0; i < once.length; i++) {
            once[i] = new Body(once[i].at(), 2 * once[i].mass());
        }
        Body[] twice = once.clone();
        for (int i = 0; i < twice.length / 2; i++) {
            twice[i] = new Body(new Vector(once[i].mass(), dt), twice[i].mass() + 1);
        }
        return twice;
    }

    @GpuKernel
    public static Body[] copyOf(Body[] bodies, int length) {
        Body[] copy = Arrays.copyOf(bodies, length);
        for (int i = 0; i < bodies.length; i++) {
            if (bodies[i].mass > 5) {
                copy[i] = bodies[i].moved(1);
            }
        }
        return copy;
    }

    @GpuKernel
    public static Body[] copyOfRange(Body[] bodies, int from, int to) {
        return Arrays.copyOfRange(bodies, from, to);
    }

    /** Of an array that the kernel makes, with its nulls. */
    @GpuKernel
    public static Body[] copyOfAFilter(Body[] bodies, int length) {
        Body[] heavy = new Body[bodies.length];
        int n = 0;
        for (int i = 0; i < bodies.length; i++) {
            if (bodies[i].mass > 0) {
                heavy[n++] = bodies[i];
            }
        }
        return Arrays.copyOf(heavy, length);
    }

    @GpuKernel
    public static void arraycopy(Body[] bodies, int from, Body[] out, int to, int count) {
        System.arraycopy(bodies, from, out, to, count);
    }

    /** Two arrays in one. */
    @GpuKernel
    public static Body[] joined(Body[] bodies, Body[] others) {
        Body[] joined = new Body[bodies.length + others.length];
        System.arraycopy(bodies, 0, joined, 0, bodies.length);
        System.arraycopy(others, 0, joined, bodies.length, others.length);
        return joined;
    }

    /** Steps, each of which makes the bodies of the next. */
    @GpuKernel
    public static Body[] inSteps(Body[] bodies, int steps) {
        Body[] now = bodies;
        for (int step = 0; step < steps; step++) {
            Body[] next = new Body[now.length];
            for (int i = 0; i < next.length; i++) {
                Body after = now[(i + 1) % now.length];
                next[i] = new Body(after.at, now[i].mass + step);
            }
            now = next;
        }
        return now;
    }

    /** Steps that look at the last two. */
    @GpuKernel
    public static Body[] inStepsOfTwo(Body[] bodies, int steps) {
        int n = bodies.length;
        Body[] before = bodies;
        Body[] now = heavier(bodies, 1);
        for (int step = 0; step < steps; step++) {
            Body[] next = new Body[n];
            for (int i = 0; i < n; i++) {
                next[i] = new Body(now[i].at, now[n - 1 - i].mass - before[i].mass);
            }
            before = now;
            now = next;
        }
        return steps == 3 ? before : now;
    }

    /** By methods, under conditions, from bodies that are made or given. */
    @GpuKernel
    public static Body[] inStepsByMethods(Body[] bodies, int steps) {
        Body[] now = steps == 1 ? bodies : numberedTo(bodies.length);
        for (int step = 0; step < steps; step++) {
            if (step % 3 == 2) {
                now = heavier(now, -step);
            } else {
                Body[] moved = new Body[now.length];
                for (int i = 0; i < now.length; i++) {
                    moved[i] = now[i].moved(step);
                }
                now = moved;
            }
        }
        return now;
    }

    /** With the heaviest so far kept beside them. */
    @GpuKernel
    public static Body[] heaviestOfSteps(Body[] bodies, int steps) {
        Body[] now = bodies;
        Body[] best = now;
        int most = -1;
        for (int step = 0; step < steps; step++) {
            now = heavier(now, step);
            int sum = 0;
            for (int i = 0; i < now.length; i++) {
                sum += now[i].mass * (3 - step);
            }
            if (sum > most) {
                most = sum;
                best = now;
            }
        }
        return best;
    }

    private static Body[] numberedTo(int n) {
        Body[] all = new Body[n];
        for (int i = 0; i < n; i++) {
            all[i] = new Body(new Vector(n, i), i);
        }
        return all;
    }

    /** Fewer bodies from step to step, until there is none. */
    @GpuKernel
    public static Body[] fewerInSteps(Body[] bodies, int steps) {
        Body[] now = bodies;
        for (int step = 0; step < steps; step++) {
            Body[] next = new Body[now.length - 1];
            for (int i = 0; i < next.length; i++) {
                next[i] = now[i + 1].moved(step);
            }
            now = next;
        }
        return now;
    }

    /** Clones of clones, of which some elements are then others. */
    @GpuKernel
    public static Body[] clonedInSteps(Body[] bodies, int steps) {
        Body[] now = bodies.clone();
        for (int step = 0; step < steps; step++) {
            Body[] next = now.clone();
            for (int i = 0; i < next.length / 2; i++) {
                next[i] = now[i + next.length / 2].moved(step);
            }
            now = next;
        }
        return now;
    }

    /** The last of them is set in part. */
    @GpuKernel
    public static Body[] filteredInTheEnd(Body[] bodies, int steps) {
        Body[] now = bodies;
        for (int step = 0; step < steps; step++) {
            Body[] next = new Body[now.length];
            for (int i = 0; i < now.length; i++) {
                next[i] = now[i].moved(1);
            }
            now = next;
        }
        Body[] heavy = new Body[now.length];
        int n = 0;
        for (int i = 0; i < now.length; i++) {
            if (now[i].mass > 3) {
                heavy[n++] = now[i];
            }
        }
        return heavy;
    }

    /** Throws in some step, or goes on without it, and writes what it was given. */
    @GpuKernel
    public static Body[] throwingInSteps(Body[] bodies, int steps, int[] masses) {
        Body[] now = bodies;
        for (int step = 0; step < steps; step++) {
            Body[] next = new Body[now.length];
            for (int i = 0; i < now.length; i++) {
                int mass = 0;
                try {
                    mass = masses[i + step] / (now[i].mass + 3);
                } catch (ArithmeticException e) {
                    mass = -1;
                }
                next[i] = new Body(now[i].at, mass);
            }
            if (step == 2) {
                for (int i = 0; i < bodies.length; i++) {
                    bodies[i] = next[i];
                }
            }
            now = next;
        }
        return now;
    }
}
