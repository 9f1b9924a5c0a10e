package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.tornado.KernelLayout.Argument;
import dev.gpukernel.internal.tornado.KernelLayout.Fault;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan of TornadoVM's with the arrays that it is bound to. They are filled again for every launch. For one thread at a time.
 */
final class TornadoPlan {
    private final TornadoExecutable executable;
    private final PlanKey key;
    private final List<Passed> passed = new ArrayList<>();
    private final EnumMap<NativeKind, MemorySegment> scalars = new EnumMap<>(NativeKind.class);
    private final EnumMap<Fault, MemorySegment> faults = new EnumMap<>(Fault.class);
    private final List<Object> onDemand = new ArrayList<>();
    private final TornadoApi.Plan plan;

    /**
     * An array of the kernel's.
     *
     * @param index its place among those that the kernel touches
     * @param data its elements
     * @param isWritten whether the kernel may write to it, by this name or another
     */
    private record Passed(int index, MemorySegment data, boolean isWritten) {}

    TornadoPlan(TornadoExecutable executable, PlanKey key) {
        this.executable = executable;
        this.key = key;
        TornadoApi api = executable.api();
        List<Object> arguments = new ArrayList<>();
        List<Object> in = new ArrayList<>();
        List<Object> out = new ArrayList<>();
        Map<Integer, Object> distinct = new HashMap<>();
        int index = 0;
        for (Argument argument : executable.kernel().arguments()) {
            switch (argument) {
                case Argument.OfArray(var _, NativeKind kind) -> {
                    PlanKey.PassedArray array = key.arrays().get(index);
                    Object known = distinct.get(array.same());
                    Object own = known != null ? known : api.newArray(kind, Math.max(1, array.length()));
                    arguments.add(own);
                    if (known == null) {
                        distinct.put(index, own);
                        in.add(own);
                        boolean isWritten = isWritten(index);
                        passed.add(new Passed(index, api.data(kind, own), isWritten));
                        if (isWritten) {
                            out.add(own);
                        }
                    }
                    index++;
                }
                case Argument.OfScalars(NativeKind kind) -> {
                    Object own = api.newArray(kind, executable.layout().size(kind));
                    scalars.put(kind, api.data(kind, own));
                    arguments.add(own);
                    in.add(own);
                }
                case Argument.OfFaults(Fault purpose, NativeKind kind) -> {
                    Object own = api.newArray(kind, FaultReport.size(purpose, key.shape()));
                    faults.put(purpose, api.data(kind, own));
                    arguments.add(own);
                    if (purpose == Fault.RAISED) {
                        in.add(own);
                        out.add(own);
                    } else {
                        onDemand.add(own);
                    }
                }
            }
        }
        ScalarBuffers.fillOnce(executable.layout(), key.shape(), scalars);
        TornadoApi.Transfers transfers = new TornadoApi.Transfers(onDemand, in, out, onDemand);
        plan = api.plan(
                executable.newTask(),
                arguments,
                transfers,
                key.shape(),
                executable.device().found());
    }

    private boolean isWritten(int first) {
        for (int i = first; i < key.arrays().size(); i++) {
            if (key.arrays().get(i).same() == first && executable.isWritten(i)) {
                return true;
            }
        }
        return false;
    }

    PlanKey key() {
        return key;
    }

    /**
     * Runs the kernel once, and waits for it.
     *
     * @param values by parameter: the bits of a scalar, or the length of an array
     * @param memories the arrays that it touches
     * @throws KernelFault if a thread ended with an exception: that of the lowest; no array is changed then
     */
    void run(long[] values, List<HeapMemory> memories) throws KernelFault {
        for (Passed array : passed) {
            HostTransfer.in(memories.get(array.index), array.data);
        }
        ScalarBuffers.fill(executable.layout(), executable.unit().function().params(), values, scalars);
        plan.execute();
        MemorySegment raised = faults.get(Fault.RAISED);
        if (raised != null && raised.get(ValueLayout.JAVA_INT, 0) != 0) {
            plan.fetch(onDemand);
            throw new FaultReport(executable, key.shape(), faults).first();
        }
        for (Passed array : passed) {
            if (array.isWritten) {
                HostTransfer.out(array.data, memories.get(array.index));
            }
        }
    }

    void close() {
        plan.close();
    }
}
