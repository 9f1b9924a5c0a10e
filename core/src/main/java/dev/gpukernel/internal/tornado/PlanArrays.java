package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.tornado.KernelLayout.Argument;
import dev.gpukernel.internal.tornado.KernelLayout.Fault;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arrays that a plan is bound to: those of the kernel, its numbers, and what faults leave. */
final class PlanArrays {
    private final TornadoExecutable executable;
    private final TornadoCode code;
    private final PlanKey key;
    private final List<Object> arguments = new ArrayList<>();
    private final List<Object> numbers = new ArrayList<>();
    private final List<Object> raised = new ArrayList<>();
    private final List<Object> faultArrays = new ArrayList<>();
    private final List<Passed> passed = new ArrayList<>();
    private final Map<Integer, Object> distinct = new HashMap<>();
    private final EnumMap<NativeKind, MemorySegment> scalars = new EnumMap<>(NativeKind.class);
    private final EnumMap<Fault, MemorySegment> faults = new EnumMap<>(Fault.class);

    /**
     * An array of the kernel's.
     *
     * @param index its first place among those that the kernel touches
     * @param own TornadoVM's array
     * @param data its elements
     * @param isWritten whether the kernel may write to it, by this name or another
     */
    record Passed(int index, Object own, MemorySegment data, boolean isWritten) {}

    PlanArrays(TornadoExecutable executable, TornadoCode code, PlanKey key) {
        this.executable = executable;
        this.code = code;
        this.key = key;
        for (Argument argument : code.kernel().arguments()) {
            switch (argument) {
                case Argument.OfArray(BlockParam param, NativeKind kind) -> addArray(executable.place(param), kind);
                case Argument.OfScalars(NativeKind kind) -> addScalars(kind);
                case Argument.OfFaults(Fault purpose, NativeKind kind) -> addFaults(purpose, kind);
            }
        }
        ScalarBuffers.fillOnce(code.layout(), key.shape(), scalars);
    }

    private Object make(NativeKind kind, int length) {
        Object array = executable.api().newArray(kind, length);
        arguments.add(array);
        return array;
    }

    private MemorySegment data(NativeKind kind, Object array, int length) {
        return executable.api().data(kind, array, length);
    }

    /** One that is passed twice is one array. */
    private void addArray(int index, NativeKind kind) {
        PlanKey.PassedArray array = key.arrays().get(index);
        Object known = distinct.get(array.same());
        if (known != null) {
            arguments.add(known);
            return;
        }
        int length = Math.max(1, array.length());
        Object own = make(kind, length);
        distinct.put(array.same(), own);
        Passed made = new Passed(array.same(), own, data(kind, own, length), isWritten(array.same()));
        passed.add(made);
    }

    private boolean isWritten(int first) {
        for (int i = first; i < key.arrays().size(); i++) {
            if (key.arrays().get(i).same() == first && executable.isWritten(i)) {
                return true;
            }
        }
        return false;
    }

    private void addScalars(NativeKind kind) {
        int length = code.layout().size(kind);
        Object own = make(kind, length);
        scalars.put(kind, data(kind, own, length));
        numbers.add(own);
    }

    private void addFaults(Fault purpose, NativeKind kind) {
        int length = FaultReport.size(purpose, key.shape());
        Object own = make(kind, length);
        faults.put(purpose, data(kind, own, length));
        if (purpose == Fault.RAISED) {
            raised.add(own);
        } else {
            faultArrays.add(own);
        }
    }

    /** {@return a plan that moves the kernel's arrays for every run} */
    TornadoApi.Plan movingPlan() {
        List<Object> in = joined(List.of(own(false), numbers, raised));
        return plan(new TornadoApi.Transfers(faultArrays, in, joined(List.of(own(true), raised)), faultArrays));
    }

    /**
     * Makes a plan whose arrays stay on the device, filled as they are at its first run.
     *
     * @param doNumbersStay whether its numbers do, too
     */
    TornadoApi.Plan residentPlan(boolean doNumbersStay) {
        List<Object> staying = joined(List.of(own(false), raised, faultArrays));
        return plan(new TornadoApi.Transfers(
                doNumbersStay ? joined(List.of(staying, numbers)) : staying,
                doNumbersStay ? List.of() : numbers,
                raised,
                joined(List.of(own(true), faultArrays))));
    }

    private TornadoApi.Plan plan(TornadoApi.Transfers transfers) {
        return executable
                .api()
                .plan(
                        code.newTask(),
                        arguments,
                        transfers,
                        key.shape(),
                        executable.device().found());
    }

    private List<Object> own(boolean writtenOnly) {
        return passed.stream()
                .filter(array -> array.isWritten || !writtenOnly)
                .map(Passed::own)
                .toList();
    }

    private static List<Object> joined(List<List<Object>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }

    /** {@return the kernel's arrays, each once} */
    List<Passed> passed() {
        return passed;
    }

    /**
     * Sets the kernel's numbers for a run.
     *
     * @param values by parameter: the bits of a scalar, or the length of an array
     */
    void setNumbers(long[] values) {
        ScalarBuffers.fill(code.layout(), code.unit().function().params(), values, scalars);
    }

    /** {@return the fault of the lowest thread that a run of a plan left, null if there is none} */
    @Nullable KernelFault fault(TornadoApi.Plan plan) {
        MemorySegment flag = faults.get(Fault.RAISED);
        if (flag == null || flag.get(ValueLayout.JAVA_INT, 0) == 0) {
            return null;
        }
        plan.fetch(faultArrays);
        return new FaultReport(code, key.shape(), faults).first();
    }
}
