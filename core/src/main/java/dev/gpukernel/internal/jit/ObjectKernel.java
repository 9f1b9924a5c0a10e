package dev.gpukernel.internal.jit;

import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.KernelRun;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.declaration.KernelDeclaration;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that takes objects: an instance method, which is called on one, a method with parameters of classes, or one that uses static
 * fields that are not final, which are those of a class. It is a kernel of the numbers and arrays in their fields for each choice of the
 * objects' classes, which decide what calls come to.
 */
final class ObjectKernel implements Kernel {
    private final Method method;
    private final List<Class<?>> types;

    /** Which arguments are objects. */
    private final BitSet areObjects = new BitSet();

    private final OfClasses<JitKernel> compiled;

    private final IdleCalls<ObjectCall> idle = new IdleCalls<>();
    private volatile @Nullable WeakReference<JitKernel> last;

    ObjectKernel(JitEngine engine, Method method, MethodHandles.Lookup lookup) {
        this(method, lookup, classes -> new JitKernel(engine, method, lookup, classes));
    }

    private ObjectKernel(Method method, MethodHandles.Lookup lookup, Function<ObjectClasses, JitKernel> maker) {
        this.method = method;
        this.types = Leaves.arguments(method);
        for (int i = 0; i < types.size(); i++) {
            areObjects.set(i, isObject(types.get(i)));
        }
        if (!Modifier.isStatic(method.getModifiers())) {
            // Also if it is a record.
            areObjects.set(0);
        }
        this.compiled = new OfClasses<>(
                types, method.getDeclaringClass(), lookup, ObjectKernel::isObject, maker, JitKernel::fields, _ -> true);
    }

    /**
     * A kernel that takes no objects but classes.
     *
     * @param first the kernel for what static fields held when it was compiled
     */
    ObjectKernel(Method method, MethodHandles.Lookup lookup, JitKernel first) {
        this(method, lookup, first::of);
        compiled.add(first);
    }

    /** {@return whether a method takes objects: also what it is called on} */
    static boolean is(Method method) {
        return !Modifier.isStatic(method.getModifiers())
                || Leaves.arguments(method).stream().anyMatch(ObjectKernel::isObject);
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
        return compiled.find(arguments, call.rooms());
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
        return kernel != null ? kernel : compiled.ofDeclared();
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
        if (JitKernel.isFirstArgument(launch, arguments, types.size())) {
            launch(JitKernel.withNull(arguments));
            return;
        }
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
