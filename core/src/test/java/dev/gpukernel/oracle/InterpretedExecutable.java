package dev.gpukernel.oracle;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.RecordingStream;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.pass.VectorSplitting;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kernel on an {@link InterpretedDevice}. */
record InterpretedExecutable(InterpretedDevice device, KernelUnit unit) implements Executable {
    /** Few, so that there are blocks that are not full. */
    private static final int BLOCK = 4;

    @Override
    public String code() {
        return unit.function().toString();
    }

    @Override
    public int registers() {
        return -1;
    }

    @Override
    public int suggestedBlockSize(int sharedBytes) {
        return BLOCK;
    }

    @Override
    public int maxThreadsPerBlock() {
        return 1024;
    }

    @Override
    public Invocation newInvocation() {
        return new Arguments();
    }

    @Override
    public void close() {}

    private final class Arguments implements Invocation {
        private final List<BlockParam> params = unit.function().params();
        private final @Nullable Object[] values = new Object[params.size()];
        private boolean isFaultFree;

        @Override
        public void setFaultFree(boolean isKnown) {
            isFaultFree = isKnown;
        }

        @Override
        public void setScalar(int parameter, long bits) {
            ScalarType type = (ScalarType) params.get(parameter).type();
            values[parameter] = switch (type) {
                case I1 -> bits != 0;
                case I32 -> (int) bits;
                case I64 -> bits;
                case F32 -> Float.intBitsToFloat((int) bits);
                case F64 -> Double.longBitsToDouble(bits);
            };
        }

        @Override
        public void setArray(int parameter, Memory memory) {
            if (!(params.get(parameter).type() instanceof ArrayType)) {
                throw new OracleException("parameter " + parameter + " is no array");
            }
            InterpretedMemory own = (InterpretedMemory) memory;
            if (!own.isAligned() && movesVectors()) {
                throw new OracleException("vectors of a slice that begins anywhere");
            }
            values[parameter] = own.value();
        }

        @Override
        public void launch(Shape shape, Stream stream) throws KernelFault {
            if (stream instanceof RecordingStream recording) {
                recording.add(note(shape));
            } else {
                note(shape).launch(stream);
            }
        }

        @Override
        public NotedLaunch note(Shape shape) {
            List<@Nullable Object> arguments = new ArrayList<>();
            for (Object value : values) {
                arguments.add(value);
            }
            boolean mayNotFault = isFaultFree;
            return stream -> launch(shape, arguments, mayNotFault, stream);
        }

        private void launch(Shape shape, List<@Nullable Object> arguments, boolean mayNotFault, Stream stream) {
            if (arguments.stream().anyMatch(ArrayPart.class::isInstance)) {
                device.countPartLaunch();
            }
            PrintedLines printed = new PrintedLines();
            KernelFault fault = ScopedValue.where(PrintedLines.CURRENT, printed).call(() -> run(shape, arguments));
            printed.print();
            if (fault != null && mayNotFault) {
                throw new OracleException("a launch faults that was known not to: " + fault);
            }
            ((InterpretedDevice.FaultStream) stream).launched(arguments, fault);
        }

        @Override
        public void close() {}
    }

    private boolean movesVectors() {
        return unit.function().blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> VectorSplitting.isOfParameter(instr.op()));
    }

    private @Nullable KernelFault run(Shape shape, List<?> arguments) {
        Function function = unit.function();
        if (unit.form() == KernelForm.GRID || Cooperation.scope(function) != Scope.THREAD) {
            GridFault fault = GridInterpreter.run(shape, function, IntrinsicMethods::call, arguments);
            return fault == null ? null : fault((InterpretedFault) fault.thrown(), fault.thread());
        }
        Loop loop = new Loop(shape, arguments);
        GridRunner.run(shape, loop);
        return loop.first;
    }

    /** The threads of a loop, of which the lowest that faults counts. */
    private final class Loop implements Runnable {
        private final Shape shape;
        private final List<?> arguments;
        private final Interpreter interpreter = new Interpreter(unit.function(), IntrinsicMethods::call);
        private final List<Axis> axes =
                unit.nest() == null ? List.of(Axis.X) : unit.nest().axes();
        private @Nullable KernelFault first;
        private long rank = Long.MAX_VALUE;

        Loop(Shape shape, List<?> arguments) {
            this.shape = shape;
            this.arguments = arguments;
        }

        @Override
        public void run() {
            ThreadState state = ThreadState.CURRENT.get();
            long y = axes.size() == 2 ? (long) state.blockZ * state.gridDimY + state.blockY : state.blockY;
            long z = axes.size() == 2 ? 0 : state.blockZ;
            long[] iterations = {
                (long) state.blockX * state.blockDimX + state.threadX,
                y * state.blockDimY + state.threadY,
                z * state.blockDimZ + state.threadZ
            };
            try {
                interpreter.run(iterations, arguments);
            } catch (InterpretedFault fault) {
                long own = interpreter.faultRank(order(iterations));
                if (own < rank) {
                    rank = own;
                    String note = unit.note(
                            own,
                            List.of(state.blockX, state.blockY, state.blockZ),
                            List.of(state.threadX, state.threadY, state.threadZ));
                    first = fault(fault, note);
                }
            }
        }

        /** {@return the number of a nest's iteration in the order of the loops} */
        private long order(long[] iterations) {
            long[] along = {
                (long) shape.gridX() * shape.blockX(),
                (long) shape.gridY() * shape.gridZ() * shape.blockY(),
                (long) shape.gridZ() * shape.blockZ()
            };
            long number = 0;
            for (Axis axis : axes) {
                number = number * along[axis.index()] + iterations[axis.index()];
            }
            return number;
        }
    }

    private static KernelFault fault(InterpretedFault fault, String note) {
        Throwable exception = fault.exception();
        SourcePosition position = fault.position();
        exception.setStackTrace(
                position == null ? new StackTraceElement[0] : position.frames().toArray(StackTraceElement[]::new));
        return new KernelFault(exception, note);
    }
}
