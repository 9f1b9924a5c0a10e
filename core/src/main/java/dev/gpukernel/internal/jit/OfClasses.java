package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRejectedException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is made of code that takes objects, once for each choice of the objects' classes, which decide what calls come to. It is kept with the
 * class of the first object, for as long as that lives.
 *
 * @param <T> what is made
 */
final class OfClasses<T> {
    /** How many are kept where each is for other strings. */
    private static final int MOST_WITH_TEXTS = 64;

    /** Other threads, and the initialisers of classes, may change fields while something is made for what they hold. */
    private static final int MOST_TRIES = 1000;

    private final List<Class<?>> types;
    private final Class<?> owner;
    private final MethodHandles.Lookup lookup;
    private final BitSet areObjects = new BitSet();
    private final Function<ObjectClasses, T> maker;
    private final Function<T, ObjectFields> fields;
    private final Predicate<T> isKept;

    /** By the class of the first object, with which it goes. */
    private final ClassValue<Known<T>> known = new ClassValue<>() {
        @Override
        protected Known<T> computeValue(Class<?> type) {
            return new Known<>(new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());
        }
    };

    /** What was made, and what cannot be. */
    private record Known<T>(List<T> made, List<Refusal> refusals) {}

    /** Why there is nothing for objects of some classes. */
    private record Refusal(ObjectClasses classes, KernelRejectedException reason) {}

    /**
     * Makes nothing yet.
     *
     * @param types of the arguments
     * @param owner the class with the code
     * @param lookup with access to it
     * @param isObject tells the types of which arguments are objects
     * @param maker makes it for some classes; these know the objects until it returns
     * @param fields which fields of the objects it uses
     * @param isKept whether it is good for more than one use
     */
    OfClasses(
            List<Class<?>> types,
            Class<?> owner,
            MethodHandles.Lookup lookup,
            Predicate<Class<?>> isObject,
            Function<ObjectClasses, T> maker,
            Function<T, ObjectFields> fields,
            Predicate<T> isKept) {
        this.types = types;
        this.owner = owner;
        this.lookup = lookup;
        for (int i = 0; i < types.size(); i++) {
            areObjects.set(i, isObject.test(types.get(i)));
        }
        this.maker = maker;
        this.fields = fields;
        this.isKept = isKept;
    }

    /**
     * Finds what is for the classes of objects.
     *
     * @param arguments of a call, null for what is no object
     * @param room gives room for so many objects, which are put there
     * @throws KernelRejectedException with everything that cannot run on a GPU
     */
    T find(@Nullable Object[] arguments, IntFunction<@Nullable Object[]> room) {
        Known<T> ofFirst = known.get(first(arguments));
        for (int i = 0; i < MOST_TRIES; i++) {
            T found = find(ofFirst, arguments, room);
            if (found != null) {
                return found;
            }
        }
        throw new IllegalStateException("fields hold objects of other classes each time that they are read");
    }

    /** {@return what is for the objects, null if it was made just now for others, as fields hold objects of other classes in the meantime} */
    private @Nullable T find(Known<T> ofFirst, @Nullable Object[] arguments, IntFunction<@Nullable Object[]> room) {
        for (int i = 0; i < ofFirst.made.size(); i++) {
            ObjectFields used = fields.apply(ofFirst.made.get(i));
            if (used.find(arguments, room.apply(used.objects()))) {
                return ofFirst.made.get(i);
            }
        }
        for (Refusal refusal : ofFirst.refusals) {
            if (refusal.classes.areOf(arguments)) {
                throw refusal.reason;
            }
        }
        T made = make(arguments, ofFirst.refusals);
        ObjectFields used = fields.apply(made);
        boolean isFound = used.find(arguments, room.apply(used.objects()));
        if (isKept.test(made)) {
            if (used.holdTexts() && ofFirst.made.size() >= MOST_WITH_TEXTS) {
                ofFirst.made.removeFirst();
            }
            ofFirst.made.add(made);
        }
        return isFound ? made : null;
    }

    /** Keeps what is made already, which no argument decides on. */
    void add(T made) {
        known.get(owner).made.add(made);
    }

    /** {@return what is for objects of the classes that the types name} It is not kept. */
    T ofDeclared() {
        return make(new @Nullable Object[types.size()], new ArrayList<>());
    }

    private Class<?> first(@Nullable Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            Object object = arguments[i];
            // The JDK's classes, strings above all, are never unloaded, and what goes with one would not be.
            if (object != null && areObjects.get(i) && object.getClass().getClassLoader() != null) {
                return object.getClass();
            }
        }
        return owner;
    }

    private T make(@Nullable Object[] arguments, List<Refusal> refusals) {
        ObjectClasses classes = new ObjectClasses(types, arguments, owner, lookup);
        try {
            T made = maker.apply(classes);
            // What is used of the objects is known from now on.
            ObjectFields _ = fields.apply(made);
            return made;
        } catch (KernelRejectedException e) {
            if (refusals.size() >= MOST_WITH_TEXTS) {
                refusals.removeFirst();
            }
            refusals.add(new Refusal(classes, e));
            throw e;
        } finally {
            classes.forgetObjects();
        }
    }
}
