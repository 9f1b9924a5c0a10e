package dev.gpukernel.internal.tornado;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Op;
import java.util.List;
import java.util.Locale;

/** A kernel as a class that TornadoVM compiles, and plans that run it. */
final class TornadoExecutable implements Executable {
    private static final int USUAL_BLOCK = 256;

    private final TornadoDevice device;
    private final TornadoCode code;
    private final AlikeCode alike = new AlikeCode(this);
    private final List<BlockParam> arrays;
    private final ResidentPlans residents = new ResidentPlans();
    private final PlanPool plans = new PlanPool(key -> new TornadoPlan(this, key));

    TornadoExecutable(TornadoDevice device, TornadoCode code) {
        this.device = device;
        this.code = code;
        this.arrays = code.arrays();
        device.add(plans);
    }

    TornadoApi api() {
        return device.api();
    }

    TornadoDevice device() {
        return device;
    }

    KernelUnit unit() {
        return code.unit();
    }

    /** {@return the code for any launch} */
    TornadoCode ofAny() {
        return code;
    }

    /** {@return the code for launches that are alike} */
    AlikeCode ofAlike() {
        return alike;
    }

    /** {@return the array parameters that the kernel touches} */
    List<BlockParam> arrays() {
        return arrays;
    }

    /** {@return the place of an array parameter among those that the kernel touches} */
    int place(BlockParam param) {
        int place = 0;
        while (arrays.get(place).index() != param.index()) {
            place++;
        }
        return place;
    }

    /** {@return whether the kernel may write to an array of these} */
    boolean isWritten(int array) {
        return code.layout().isWritten(arrays.get(array));
    }

    /** {@return the plans whose arrays stay on the device} */
    ResidentPlans residents() {
        return residents;
    }

    /** {@return the plans that move their arrays} */
    PlanPool plans() {
        return plans;
    }

    /**
     * Runs the kernel once, and waits for it.
     *
     * @param shape the grid
     * @param values by parameter: the bits of a scalar, or the length of an array
     * @param memories the arrays that it touches
     */
    void run(Shape shape, long[] values, List<TornadoMemory> memories) throws KernelFault {
        try {
            runOnce(shape, values, memories);
        } catch (GpuException e) {
            // A kernel for which there is no memory has not run.
            if (e.code() != Message.TORNADO_MEMORY || !device.closeIdlePlans()) {
                throw e;
            }
            runOnce(shape, values, memories);
        }
    }

    private void runOnce(Shape shape, long[] values, List<TornadoMemory> memories) throws KernelFault {
        ResidentPlan known = residents.find(shape, memories);
        if (known != null && run(known, values)) {
            return;
        }
        requireRoomForFaults(shape);
        PlanKey key = PlanKey.of(shape, memories);
        if (known != null || !runWhereTheyAre(key, values, memories)) {
            List<Long> before = ResidentPlans.versions(memories);
            runMoving(key, values, memories);
            residents.saw(key, memories, before, values);
        }
    }

    private boolean runWhereTheyAre(PlanKey key, long[] values, List<TornadoMemory> memories) throws KernelFault {
        if (!residents.isWorthIt(key, memories)) {
            return false;
        }
        // Its arrays need not be on the device twice.
        plans.drop(key);
        boolean stay = residents.wereNumbers(key, memories, values);
        ResidentPlan made = guarded("compile", () -> {
            TornadoCode special = stay ? alike.of(key, values) : null;
            return special == null
                    ? new ResidentPlan(this, code, key, memories, null, residents)
                    : new ResidentPlan(this, special, key, memories, values, residents);
        });
        residents.add(made);
        return run(made, values);
    }

    private boolean run(ResidentPlan plan, long[] values) throws KernelFault {
        boolean ran = false;
        try {
            ran = guarded("run", () -> plan.run(values));
            return ran;
        } finally {
            if (!ran) {
                residents.drop(plan);
            }
        }
    }

    private void runMoving(PlanKey key, long[] values, List<TornadoMemory> memories) throws KernelFault {
        TornadoPlan plan = guarded("compile", () -> plans.take(key));
        boolean isGood = false;
        try {
            guarded("run", () -> {
                plan.run(values, memories);
                return plan;
            });
            isGood = true;
        } finally {
            if (isGood) {
                plans.giveBack(plan);
            } else {
                // What is in its buffers is of no use any more.
                plan.close();
            }
        }
    }

    private void requireRoomForFaults(Shape shape) {
        long threads = shape.blocks() * shape.threadsPerBlock();
        if (code.layout().mayFault() && threads > FaultReport.mostThreads()) {
            throw new IllegalArgumentException(Message.LAUNCH_LIMIT.format(
                    "threads", threads, 1, FaultReport.mostThreads(), " on " + device.info()));
        }
    }

    private interface Step<R> {
        R run() throws KernelFault;
    }

    private <R> R guarded(String what, Step<R> step) throws KernelFault {
        try {
            return step.run();
        } catch (TornadoApi.Failure e) {
            throw failed(what, e);
        }
    }

    private GpuException failed(String what, TornadoApi.Failure failure) {
        String name = unit().function().name();
        String said = String.valueOf(failure.getMessage());
        GpuException exception = said.toLowerCase(Locale.ROOT).replace(" ", "").contains("outofmemory")
                ? new GpuException(Message.TORNADO_MEMORY, name, said)
                : new GpuException(Message.TORNADO_FAILED, device.api().version(), what, name, said);
        exception.initCause(failure.getCause());
        return exception;
    }

    @Override
    public String code() {
        return "TornadoVM " + device.api().version() + " compiles " + code.kernel()
                + "; start Java with -Dtornado.printKernel=True to see what becomes of it";
    }

    @Override
    public int registers() {
        return -1;
    }

    @Override
    public int suggestedBlockSize(int sharedBytes) {
        return USUAL_BLOCK;
    }

    @Override
    public int maxThreadsPerBlock() {
        return unit().maxThreadsPerBlock() > 0
                ? unit().maxThreadsPerBlock()
                : device.info().limits().threadsPerBlock();
    }

    @Override
    public long sharedBytes() {
        long ofArrays = unit().function().blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .map(instr -> instr.op())
                .filter(Op.SharedArray.class::isInstance)
                .map(Op.SharedArray.class::cast)
                .distinct()
                .mapToLong(ArrayWriter::sharedBytes)
                .sum();
        return ofArrays + VoteWriter.sharedBytes(unit().function());
    }

    @Override
    public Invocation newInvocation() {
        return new TornadoInvocation(this);
    }

    @Override
    public void close() {
        residents.close();
        plans.close();
    }
}
