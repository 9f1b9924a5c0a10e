package dev.gpukernel.internal.jit;

import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.KernelRun;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.declaration.KernelDeclaration;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that takes objects: an instance method, which is called on one, or a method with parameters of classes. It is a kernel of the
 * numbers and arrays in their fields for each choice of the objects' classes, which decide what calls come to.
 */
final class ObjectKernel implements Kernel {
    /** Kernels that are kept where each is compiled for other strings. */
    private static final int MOST_WITH_TEXTS = 64;

    private final JitEngine engine;
    private final Method method;
    private final MethodHandles.Lookup lookup;
    private final List<Class<?>> types;

    /** Which arguments are objects. */
    private final BitSet areObjects = new BitSet();

    /** By the class of the first object, with which it goes. */
    private final ClassValue<Compiled> compiled = new ClassValue<>() {
        @Override
        protected Compiled computeValue(Class<?> type) {
            return new Compiled(new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());
        }
    };

    /** What was compiled, and what cannot be. */
    private record Compiled(List<JitKernel> kernels, List<Refusal> refusals) {}

    /** Why there is no kernel for objects of some classes. */
    private record Refusal(ObjectClasses classes, KernelRejectedException reason) {}

    private final IdleCalls<ObjectCall> idle = new IdleCalls<>();
    private volatile @Nullable WeakReference<JitKernel> last;

    ObjectKernel(JitEngine engine, Method method, MethodHandles.Lookup lookup) {
        this.engine = engine;
        this.method = method;
        this.lookup = lookup;
        this.types = Leaves.arguments(method);
        for (int i = 0; i < types.size(); i++) {
            areObjects.set(i, isObject(types.get(i)));
        }
    }

    /** {@return whether a method takes objects} */
    static boolean is(Method method) {
        return Leaves.arguments(method).stream().anyMatch(ObjectKernel::isObject);
    }

    private static boolean isObject(Class<?> type) {
        return Leaves.isObject(type) && KernelDeclaration.isTaken(type.getName());
    }

    /** {@return the types of what the method is called with, its receiver first} */
    List<Class<?>> types() {
        return types;
    }

    /** {@return whether an argument is an object} */
    boolean isObject(int position) {
        return areObjects.get(position);
    }

    Method method() {
        return method;
    }

    /**
     * Finds the kernel for the classes of objects.
     *
     * @param arguments of a call, null for what is no object
     * @param call takes the objects
     */
    JitKernel find(@Nullable Object[] arguments, ObjectCall call) {
        Compiled known = compiled.get(first(arguments));
        for (int i = 0; i < known.kernels.size(); i++) {
            ObjectFields fields = known.kernels.get(i).fields();
            if (fields.find(arguments, call.room(fields.objects()))) {
                return known.kernels.get(i);
            }
        }
        for (Refusal refusal : known.refusals) {
            if (refusal.classes.areOf(arguments)) {
                throw refusal.reason;
            }
        }
        JitKernel made = make(arguments, known.refusals);
        if (!made.fields().find(arguments, call.room(made.fields().objects()))) {
            throw new IllegalStateException("objects change while kernel " + name() + " is launched");
        }
        if (made.fields().holdTexts() && known.kernels.size() >= MOST_WITH_TEXTS) {
            known.kernels.removeFirst();
        }
        known.kernels.add(made);
        return made;
    }

    private Class<?> first(@Nullable Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            Object object = arguments[i];
            // The JDK's classes, strings above all, are never unloaded, and what goes with one would not be.
            if (object != null && isObject(i) && object.getClass().getClassLoader() != null) {
                return object.getClass();
            }
        }
        return method.getDeclaringClass();
    }

    private JitKernel make(@Nullable Object[] arguments, List<Refusal> refusals) {
        ObjectClasses classes = new ObjectClasses(types, arguments, lookup);
        JitKernel made = new JitKernel(engine, method, lookup, classes);
        try {
            made.fields();
        } catch (KernelRejectedException e) {
            if (refusals.size() >= MOST_WITH_TEXTS) {
                refusals.removeFirst();
            }
            refusals.add(new Refusal(classes, e));
            throw e;
        } finally {
            classes.forgetObjects();
        }
        return made;
    }

    String launcherName() {
        return JitKernel.launcherName(method.getDeclaringClass());
    }

    /** Notes which kernel was launched. */
    void launched(JitKernel kernel) {
        WeakReference<JitKernel> before = last;
        if (before == null || before.get() != kernel) {
            last = new WeakReference<>(kernel);
        }
    }

    /** {@return the kernel that was launched last, or one for objects of the classes that the method names} */
    private JitKernel shown() {
        WeakReference<JitKernel> reference = last;
        JitKernel kernel = reference == null ? null : reference.get();
        return kernel != null ? kernel : make(new @Nullable Object[types.size()], new ArrayList<>());
    }

    void giveBack(ObjectCall call) {
        idle.giveBack(call);
    }

    private ObjectCall begin(@Nullable Launch launch) {
        ObjectCall waiting = idle.take();
        return (waiting == null ? new ObjectCall(this) : waiting).begin(launch);
    }

    @Override
    public String name() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    @Override
    public KernelCall call() {
        return begin(null);
    }

    @Override
    public KernelCall call(Launch launch) {
        if (launch == null) {
            throw new NullPointerException(Message.LAUNCH_MISSING.format(name()));
        }
        return begin(launch);
    }

    @Override
    public @Nullable Object launch(Object... arguments) {
        return begin(null).runWith(arguments);
    }

    @Override
    public void launch(Launch launch, Object... arguments) {
        ((ObjectCall) call(launch)).runWith(arguments);
    }

    @Override
    public String ir() {
        return shown().ir();
    }

    @Override
    public String ptx() {
        return shown().ptx();
    }

    @Override
    public String schedule() {
        return shown().schedule();
    }

    @Override
    public OptionalInt registers() {
        return shown().registers();
    }

    @Override
    public Optional<KernelRun> lastRun() {
        WeakReference<JitKernel> reference = last;
        JitKernel kernel = reference == null ? null : reference.get();
        return kernel == null ? Optional.empty() : kernel.lastRun();
    }

    @Override
    public String toString() {
        return "kernel " + name();
    }
}
