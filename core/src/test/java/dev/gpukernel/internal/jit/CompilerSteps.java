package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.pass.ParallelLoop.AliasConflict;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;

/** What the compiler makes of a kernel, for tests of other packages. */
public final class CompilerSteps {
    private CompilerSteps() {}

    /** A compiled kernel, as the launch of it sees it. */
    public static final class Compiled {
        private final Program program;
        private final Method method;

        private Compiled(Program program, Method method) {
            this.program = program;
            this.method = method;
        }

        /** {@return what one thread does} */
        public Function function() {
            return program.function();
        }

        public KernelForm form() {
            return program.form();
        }

        public List<Access.Use> uses() {
            return program.uses();
        }

        /** {@return positions of the arrays that enough threads overwrite entirely} */
        public BitSet overwritten() {
            return program.overwritten();
        }

        public List<AliasConflict> conflicts() {
            return program.conflicts();
        }

        /** {@return how many iterations are run for certain arguments; 0 of a grid kernel} */
        public long iterations(List<?> arguments) {
            HostExpression iterations = program.iterations();
            return iterations == null
                    ? 0
                    : Math.max(
                            iterations.evaluate(new BoxedArguments(arguments)),
                            program.runsWithoutIterations() ? 1 : 0);
        }

        /** {@return the kernel as a backend gets it} */
        public KernelUnit unit(int maxThreadsPerBlock) {
            return new KernelUnit(
                    program.function(),
                    program.form(),
                    method,
                    MethodHandles.lookup(),
                    program.parameterNames(),
                    maxThreadsPerBlock,
                    true);
        }
    }

    /** Arguments as a test has them. */
    record BoxedArguments(List<?> arguments) implements HostExpression.Arguments {
        @Override
        public long scalarBits(int parameter) {
            return switch (arguments.get(parameter)) {
                case Boolean value -> value ? 1 : 0;
                case Byte value -> value;
                case Short value -> value;
                case Character value -> value;
                case Integer value -> Op.Constant.of(value).bits();
                case Long value -> Op.Constant.of(value).bits();
                case Float value -> Op.Constant.of(value).bits();
                case Double value -> Op.Constant.of(value).bits();
                default -> throw new IllegalArgumentException("argument " + parameter);
            };
        }

        @Override
        public int arrayLength(int parameter) {
            return Array.getLength(arguments.get(parameter));
        }
    }

    /**
     * Compiles a kernel.
     *
     * @param method the kernel's method
     * @param watcher called with the name of each step that changed it and the function after it
     * @return the result
     */
    public static Compiled compile(Method method, BiConsumer<String, Function> watcher) {
        return compile(method, Outlining.USUAL, watcher);
    }

    /**
     * Compiles a kernel.
     *
     * @param method the kernel's method
     * @param outlining which of the methods it calls shall be functions
     * @param watcher called with the name of each step that changed it and the function after it
     * @return the result
     */
    public static Compiled compile(Method method, Outlining outlining, BiConsumer<String, Function> watcher) {
        return new Compiled(ProgramCompiler.compile(method, outlining, watcher), method);
    }
}
