package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuException;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.LaunchSequence;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.RecordingStream;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The launches of a run of a kernel whose host code may launch the same again and again, as over time steps. Once there were many, it
 * looks for a period: launches with the same arguments in the same order. Several periods are then made a graph, and launches that are
 * the next ones of it are held back until it is complete, so that one call does all of them. Another launch, or anything else that the
 * host asks of the device, lets those that are held back go one by one.
 *
 * <p>Nothing is guessed: the host's code runs on, and each of its launches is compared.
 */
final class RepeatedLaunches {
    /**
     * After so many launches it is looked for a period. By then the run took about a millisecond on the host, and making a graph, or one
     * of several that take turns, takes some tenths of that. So a loop that ends just then has lost little, and one that goes on wins.
     */
    static final int LAUNCHES_BEFORE = 512;

    /** Launches in a graph, about: enough for the one call to cost little for each, and few enough that the device never runs dry. */
    static final int LAUNCHES_TOGETHER = 128;

    private static final int LONGEST_PERIOD = 32;

    /** So many launches in a row are looked at for a period. */
    private static final int WINDOW = 2 * LONGEST_PERIOD;

    private static final int MOST_WINDOWS = 8;

    /** So often launches may be held back in vain, one time after the other. */
    private static final int MOST_MISSES = 16;

    private final Device device;
    private int count;

    /** The launches of the window that differ, and which of them each launch was. */
    private final List<NotedLaunch> different = new ArrayList<>();

    private final List<Integer> window = new ArrayList<>();
    private int windows;

    /** The period; empty until it is found. */
    private List<NotedLaunch> period = List.of();

    private @Nullable LaunchSequence graph;
    private int graphSize;

    /** Launches of the graph that are held back. */
    private int held;

    private int misses;
    private boolean isOver = true;

    /**
     * Makes it, for one run after another.
     *
     * @param device where
     */
    RepeatedLaunches(Device device) {
        this.device = device;
    }

    /** Begins a run. */
    void begin() {
        isOver = !device.hasGraphs();
        count = 0;
        windows = 0;
        misses = 0;
    }

    /** Looks at a launch that comes next; {@return whether it is held back, else it is to be done} */
    boolean isHeldBack(Invocation ready, Shape shape, Stream stream) throws KernelFault {
        if (isOver || ++count <= LAUNCHES_BEFORE || stream instanceof RecordingStream) {
            return false;
        }
        if (period.isEmpty()) {
            look(ready, shape);
            return false;
        }
        if (ready.isNoted(shape, period.get(held % period.size()))) {
            hold(stream);
            return true;
        }
        flush(stream);
        return false;
    }

    private void look(Invocation ready, Shape shape) {
        int known = 0;
        while (known < different.size() && !ready.isNoted(shape, different.get(known))) {
            known++;
        }
        if (known == different.size()) {
            different.add(ready.note(shape));
        }
        window.add(known);
        if (window.size() == WINDOW || different.size() > LONGEST_PERIOD) {
            period = found();
            isOver = period.isEmpty() && ++windows == MOST_WINDOWS;
            different.clear();
            window.clear();
        }
    }

    /** {@return the shortest period of the window, beginning with the launch that comes next; empty if there is none} */
    private List<NotedLaunch> found() {
        int size = window.size();
        for (int length = 1; length <= LONGEST_PERIOD && length <= size / 2; length++) {
            if (window.subList(0, size - length).equals(window.subList(length, size))) {
                return window.subList(size - length, size).stream()
                        .map(different::get)
                        .toList();
            }
        }
        return List.of();
    }

    private void hold(Stream stream) throws KernelFault {
        LaunchSequence made = graph;
        if (made == null) {
            made = make();
            graph = made;
        }
        if (++held == graphSize) {
            launch(made, stream);
        }
    }

    private void launch(LaunchSequence made, Stream stream) throws KernelFault {
        try {
            made.launch(stream);
            held = 0;
            misses = 0;
        } catch (GpuException _) {
            // Perhaps there is no memory for it. What keeps single launches from being done, they tell themselves.
            misses = MOST_MISSES - 1;
            flush(stream);
        }
    }

    private LaunchSequence make() {
        int times = Math.max(1, LAUNCHES_TOGETHER / period.size());
        List<NotedLaunch> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            all.addAll(period);
        }
        graphSize = all.size();
        return device.newSequence(all);
    }

    /** {@return whether launches are held back} */
    boolean isHolding() {
        return held > 0;
    }

    /** Does the launches that are held back, one by one. */
    void flush(Stream stream) throws KernelFault {
        int left = held;
        held = 0;
        for (int i = 0; i < left; i++) {
            period.get(i % period.size()).launch(stream);
        }
        if (left > 0 && ++misses == MOST_MISSES) {
            end();
        }
    }

    /** Ends the run: what is held back is forgotten. */
    void end() {
        isOver = true;
        held = 0;
        different.clear();
        window.clear();
        period = List.of();
        LaunchSequence made = graph;
        if (made != null) {
            graph = null;
            made.close();
        }
    }
}
