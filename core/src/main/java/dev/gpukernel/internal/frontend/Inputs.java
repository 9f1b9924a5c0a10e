package dev.gpukernel.internal.frontend;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * What a kernel uses of the objects that it is passed: numbers and arrays in their fields, and in those of objects that fields hold.
 * They are found while the kernel is translated. Each is one more parameter, behind those of the method. Static fields that are not final
 * are fields of one more object, their class.
 */
public final class Inputs {
    private final Classes classes;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Leaf> leaves = new ArrayList<>();

    /** Objects of which it matters what they are, besides those that hold something which is used. */
    private final Set<Node> asked = new LinkedHashSet<>();

    /** Objects that are taken for different ones. */
    private final Set<Pair> apart = new LinkedHashSet<>();

    /** Arrays that are. */
    private Set<ArrayPair> apartArrays = Set.of();

    /** Fields that are written. */
    private final Set<Place> written = new LinkedHashSet<>();

    /** Whether the kernel may throw after it wrote one. */
    private boolean mayThrowLate;

    private boolean areLearned;

    /** Of which classes objects are. */
    @FunctionalInterface
    public interface Classes {
        /**
         * Tells the class of an object.
         *
         * @param place where it is
         * @return its internal name, null if that is not known
         */
        @Nullable String of(Place place);

        /**
         * Tells the class of the object that a kernel is called on, whose loader knows the others.
         *
         * @param declaring the class that declares the kernel
         * @return that, or a class that extends it
         */
        default Class<?> receiver(Class<?> declaring) {
            return declaring;
        }

        /** {@return a loader that knows the classes of all objects, as far as there is one} */
        default @Nullable ClassLoader loader(Class<?> declaring) {
            return declaring.getClassLoader();
        }

        /** {@return what a string is, null if that is not known} */
        default @Nullable String text(Place place) {
            return null;
        }

        /** {@return the classes of objects, as far as they are known} */
        default Set<Class<?>> known() {
            return Set.of();
        }

        /** {@return the class of a function, by its internal name, null if it is none, or one that does not tell what it does} */
        default @Nullable FunctionClass function(String className) {
            return null;
        }
    }

    /**
     * Where an object is.
     *
     * @param argument position among the method's arguments, its receiver the first, of the object that fields lead from; -1 if that is a
     *     class
     * @param holder the object with the field, null for the argument or the class itself
     * @param field the field, null for the argument itself
     */
    public record Place(
            int argument, @Nullable Node holder, @Nullable Field field) {
        /** Of a class, or what its static fields lead to: no argument. */
        private static final int OF_CLASS = -1;

        /** {@return where a class is, which has the static fields that it declares} */
        static Place ofClass(String internalName) {
            return new Place(OF_CLASS, null, new Field(internalName, "class", "Ljava/lang/Class;"));
        }

        /** {@return the internal name of the class that this is the place of, null if it is that of an object} */
        public @Nullable String className() {
            return holder == null && field != null ? field.owner : null;
        }
    }

    /**
     * A field of an object.
     *
     * @param owner internal name of the class that declares it
     * @param name its name
     * @param descriptor of its type
     */
    public record Field(String owner, String name, String descriptor) {}

    /**
     * An object.
     *
     * @param place where it is
     * @param name what it is called, such as {@code this.grid}
     * @param className internal name of its class, or of what it is declared as
     * @param isExact whether its class is that one, and none that extends it
     */
    public record Node(Place place, String name, String className, boolean isExact) {
        /** {@return where what a field of it refers to is} */
        Place of(Field field) {
            return new Place(place.argument, this, field);
        }
    }

    /** Two objects, in two places. */
    public record Pair(Node first, Node second) {}

    /** Two arrays that are passed, by the positions of their parameters, the first one less. */
    public record ArrayPair(int first, int second) {}

    /**
     * A number or an array in an object, or what else a parameter may be that is no object.
     *
     * @param holder the object
     * @param field the field that holds it; null if it is the number that the object is, or the ordinal of the enum's constant that it is
     * @param name what it is called, such as {@code this.grid.width}
     * @param descriptor of its type
     */
    public record Leaf(Node holder, @Nullable Field field, String name, String descriptor) {
        Type type() {
            return Type.getType(descriptor);
        }

        /** {@return where it is; of a constant of an enum, of which this is the ordinal, where that is} */
        public Place place() {
            return field == null ? holder.place : holder.of(field);
        }
    }

    /**
     * Of a kernel.
     *
     * @param classes tells of which classes objects are
     */
    public Inputs(Classes classes) {
        this.classes = classes;
    }

    Classes classes() {
        return classes;
    }

    /** {@return the class of the object that the kernel is called on, or that declares it} */
    Class<?> receiver(Class<?> declaring) {
        return classes.receiver(declaring);
    }

    /** {@return whether it uses nothing of objects} */
    public boolean isEmpty() {
        return nodes.isEmpty()
                && leaves.isEmpty()
                && asked.isEmpty()
                && apart.isEmpty()
                && apartArrays.isEmpty()
                && written.isEmpty()
                && !mayThrowLate;
    }

    /** {@return inputs with what is known of these, to learn more} */
    Inputs copy() {
        Inputs copy = new Inputs(classes);
        copy.nodes.addAll(nodes);
        copy.leaves.addAll(leaves);
        copy.asked.addAll(asked);
        copy.apart.addAll(apart);
        copy.written.addAll(written);
        return copy;
    }

    /** {@return the objects that matter; what holds one comes before it} */
    public List<Node> nodes() {
        Set<Node> used = new LinkedHashSet<>(asked);
        leaves.forEach(leaf -> used.add(leaf.holder));
        written.forEach(place -> used.add(Objects.requireNonNull(place.holder)));
        for (Node node : List.copyOf(used)) {
            for (Node holder = node.place.holder; holder != null; holder = holder.place.holder) {
                used.add(holder);
            }
        }
        return nodes.stream().filter(used::contains).toList();
    }

    /** {@return the fields that are written, in the order of the kernel's results, which follow what it returns} */
    public List<Place> written() {
        return List.copyOf(written);
    }

    /** {@return whether the kernel may throw after it wrote a field} */
    public boolean mayThrowLate() {
        return mayThrowLate;
    }

    /** Notes that a field is written. */
    void write(Place field) {
        areLearned |= written.add(field);
    }

    /** {@return the place of a field among those that are written, -1 if it is not} */
    int indexOfWritten(Place field) {
        return written.contains(field) ? written().indexOf(field) : -1;
    }

    void setMayThrowLate(boolean mayThrow) {
        mayThrowLate = mayThrow;
    }

    /** Notes that it matters what an object is. */
    void ask(Node node) {
        asked.add(node);
    }

    /** Notes that two objects are taken for different ones. */
    void tellApart(Node first, Node second) {
        ask(first);
        ask(second);
        apart.add(new Pair(first, second));
    }

    /** {@return objects that are taken for different ones: plain Java runs where two are the same} */
    public Set<Pair> apart() {
        return apart;
    }

    void setApartArrays(Set<ArrayPair> pairs) {
        apartArrays = pairs;
    }

    /** {@return arrays that are taken for different ones: plain Java runs where two are the same, and no grid kernel does} */
    public Set<ArrayPair> apartArrays() {
        return apartArrays;
    }

    /** {@return numbers and arrays, in the order of their parameters} */
    public List<Leaf> leaves() {
        return leaves;
    }

    /** {@return an object} */
    Node node(Place place, String name, String declaredClass, boolean mayDiffer) {
        for (Node node : nodes) {
            if (node.place.equals(place)) {
                return node;
            }
        }
        String actual = mayDiffer ? classes.of(place) : null;
        Node node = new Node(place, name, actual == null ? declaredClass : actual, actual != null);
        nodes.add(node);
        return node;
    }

    /** {@return a class, as what holds its static fields} */
    Node ofClass(String internalName) {
        return node(Place.ofClass(internalName), MethodText.simpleName(internalName), internalName, false);
    }

    /** {@return whether a class is among the objects} Each launch asks. */
    public boolean areStatic() {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).place.className() != null) {
                return true;
            }
        }
        return false;
    }

    /** Notes a number or an array. */
    void add(Leaf leaf) {
        leaves.add(leaf);
        areLearned = true;
    }

    /** {@return whether something was learned that no translation began with} */
    boolean isStale() {
        return areLearned;
    }

    /** {@return whether something was learned since this was last asked} */
    boolean areLearned() {
        boolean learned = areLearned;
        areLearned = false;
        return learned;
    }
}
