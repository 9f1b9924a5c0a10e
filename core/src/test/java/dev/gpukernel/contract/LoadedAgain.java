package dev.gpukernel.contract;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Launch;
import dev.gpukernel.array.IntNdArray;
import dev.gpukernel.array.NdArrays;
import dev.gpukernel.device.Grid;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Kernels and what launches them, as one program that is loaded by a class loader of its own. */
final class LoadedAgain {
    private static final int LENGTH = 40_000;

    /** As a generated launcher has it. */
    private static final Kernel GATHER =
            Kernel.of(MethodHandles.lookup(), LoadedAgain.class, "gather", int[].class, int[].class, int[].class);

    private LoadedAgain() {}

    /** An exception that only this program has. */
    static final class Own extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Own(String message) {
            super(message);
        }
    }

    @GpuKernel
    static void gather(int[] index, int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[index[i]] + 1;
        }
    }

    @GpuKernel
    static void gatherGrid(int[] index, int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length) {
            to[i] = from[index[i]] + 1;
        }
    }

    @GpuKernel
    static int sum(int[] from) {
        int sum = 0;
        for (int i = 0; i < from.length; i++) {
            sum += from[i];
        }
        return sum;
    }

    @GpuKernel
    static void refuse(int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            if (from[i] != 0) {
                throw new Own("not zero");
            }
            to[i] = i;
        }
    }

    @GpuKernel
    static void refuseGrid(int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length) {
            if (from[i] != 0) {
                throw new Own("not zero");
            }
            to[i] = i;
        }
    }

    @GpuKernel
    static void print(int[] from) {
        if (Grid.x() == 0) {
            Gpu.printf("%d%n", from[0]);
        }
    }

    @GpuKernel
    static void reject(int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = new ArrayList<String>().size();
        }
    }

    private static int refuseNegative(int value) {
        if (value < 0) {
            throw new Own("negative");
        }
        return value;
    }

    static Kernel kernel(String name) {
        return Kernel.of(LoadedAgain.class, name);
    }

    private static void expect(Class<? extends Throwable> type, Runnable failing) {
        try {
            failing.run();
        } catch (RuntimeException thrown) {
            if (type.isInstance(thrown)) {
                return;
            }
            throw thrown;
        }
        throw new AssertionError("no " + type);
    }

    private static int[] bad() {
        int[] bad = new int[LENGTH];
        bad[LENGTH / 2] = -1;
        return bad;
    }

    /** What the program does. It may give arrays that live on. */
    enum Way implements Function<Gpu, List<GpuArray<?>>> {
        WITH_HOST_ARRAYS {
            @Override
            void run(Gpu gpu, List<GpuArray<?>> living) {
                int[] zeros = new int[LENGTH];
                int[] to = new int[LENGTH];
                gpu.run(() -> {
                    GATHER.launch(zeros, zeros, to);
                    kernel("gatherGrid").launch(Launch.covering(LENGTH), zeros, zeros, to);
                    if (!Integer.valueOf(LENGTH).equals(kernel("sum").launch(to))) {
                        throw new AssertionError("a wrong sum");
                    }
                    expect(ArrayIndexOutOfBoundsException.class, () -> GATHER.launch(bad(), zeros, to));
                    expect(
                            ArrayIndexOutOfBoundsException.class,
                            () -> kernel("gatherGrid").launch(Launch.covering(LENGTH), bad(), zeros, to));
                });
            }
        },
        WITH_ARRAYS_THAT_LIVE_ON {
            @Override
            void run(Gpu gpu, List<GpuArray<?>> living) {
                GpuArray<int[]> index = gpu.upload(bad());
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
                living.add(index);
                living.add(to);
                GATHER.launch(to, to, index);
                index.copyFrom(bad());
                expect(ArrayIndexOutOfBoundsException.class, () -> {
                    GATHER.launch(index, index, to);
                    to.toHost();
                });
                expect(ArrayIndexOutOfBoundsException.class, () -> {
                    kernel("gatherGrid").launch(Launch.covering(LENGTH), index, index, to);
                    gpu.synchronize();
                });
            }
        },
        WITH_STREAMS_AND_EVENTS {
            @Override
            void run(Gpu gpu, List<GpuArray<?>> living) {
                try (GpuArray<int[]> index = gpu.upload(bad());
                        GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
                        GpuStream stream = gpu.newStream();
                        GpuStream other = gpu.newStream();
                        GpuEvent event = gpu.newEvent()) {
                    Launch launch = Launch.covering(LENGTH).on(stream);
                    expect(ArrayIndexOutOfBoundsException.class, () -> {
                        kernel("gatherGrid").launch(launch, index, index, to);
                        event.record(stream);
                        other.waitFor(event);
                        event.synchronize();
                    });
                }
            }
        },
        WITHOUT_WAITING {
            @Override
            void run(Gpu gpu, List<GpuArray<?>> living) {
                try (GpuArray<int[]> index = gpu.allocate(int[].class, LENGTH);
                        GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH)) {
                    GATHER.launch(index, index, to);
                    kernel("gatherGrid").launch(Launch.covering(LENGTH), index, index, to);
                }
            }
        },
        WITH_ITS_OWN_EXCEPTION {
            @Override
            void run(Gpu gpu, List<GpuArray<?>> living) {
                int[] to = new int[LENGTH];
                gpu.run(() -> {
                    expect(Own.class, () -> kernel("refuse").launch(bad(), to));
                    expect(Own.class, () -> kernel("refuseGrid").launch(Launch.covering(LENGTH), bad(), to));
                });
                GpuArray<int[]> from = gpu.upload(bad());
                living.add(from);
                try (GpuArray<int[]> there = gpu.allocate(int[].class, LENGTH)) {
                    expect(Own.class, () -> {
                        kernel("refuse").launch(from, there);
                        there.toHost();
                    });
                }
            }
        },
        WITH_A_REFUSED_KERNEL {
            @Override
            void run(Gpu gpu, List<GpuArray<?>> living) {
                gpu.run(() -> expect(
                        KernelRejectedException.class, () -> kernel("reject").launch(new int[LENGTH])));
            }
        },
        WITH_FUNCTIONS_OF_ELEMENTS {
            @Override
            void run(Gpu gpu, List<GpuArray<?>> living) {
                gpu.run(() -> {
                    IntNdArray index = NdArrays.of(bad());
                    int[] table = {3, 4};
                    int most = index.map(v -> table[-v])
                            .reduce(0, (v, w) -> Math.max(v, w))
                            .get();
                    if (most != table[1]) {
                        throw new AssertionError(most);
                    }
                    living.add(index.map(v -> v + 1).asGpuArray());
                    expect(
                            Own.class,
                            () -> index.map(LoadedAgain::refuseNegative).toArray());
                    expect(KernelRejectedException.class, () -> index.map(v -> new ArrayList<String>().size()));
                });
            }
        },
        WITH_PRINTS {
            @Override
            void run(Gpu gpu, List<GpuArray<?>> living) {
                try (GpuArray<int[]> from = gpu.allocate(int[].class, 1)) {
                    kernel("print").launch(Launch.covering(32), from);
                    gpu.synchronize();
                }
            }
        };

        abstract void run(Gpu gpu, List<GpuArray<?>> living);

        @Override
        public List<GpuArray<?>> apply(Gpu gpu) {
            List<GpuArray<?>> living = new ArrayList<>();
            run(gpu, living);
            return living;
        }
    }

    /** Loads this program again. */
    static final class Loader extends ClassLoader {
        private static final String OWN = LoadedAgain.class.getName();

        Loader() {
            super(LoadedAgain.class.getClassLoader());
        }

        /** {@return what the program that it loads does in a way} */
        @SuppressWarnings("unchecked") // the same class by another loader, seen through a class of the JDK's
        Function<Gpu, List<GpuArray<?>>> way(Way way) throws ClassNotFoundException {
            for (Object own : loadClass(Way.class.getName()).getEnumConstants()) {
                if (own.toString().equals(way.name())) {
                    return (Function<Gpu, List<GpuArray<?>>>) own;
                }
            }
            throw new ClassNotFoundException(way.name());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(OWN) && !name.startsWith(OWN + "$")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
