package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A value that a loop carries, and those that stand where it says. */
final class CarriedNode {
    final CarriedKind kind;
    final NumberType type;
    final NumberType variable;
    final int number;
    private final KernelClass shared;
    private final List<Child> children = new ArrayList<>();
    private final CarriedStatements statements;

    /**
     * One that stands where another says.
     *
     * @param early whether what it reads is read before that other is changed
     */
    private record Child(CarriedPlace place, CarriedNode node, boolean early) {}

    CarriedNode(KernelClass shared, CarriedKind kind, int number) {
        this.shared = shared;
        this.kind = kind;
        this.number = number;
        this.type = shared.oneOf(kind.types());
        // What is narrowed may stand in a variable that holds more.
        boolean widens = type.isSmall() && shared.percent(50);
        this.variable = kind == CarriedKind.COMPACTION
                ? shared.oneOf(List.of(NumberType.INT, NumberType.INT, NumberType.LONG))
                : widens ? NumberType.INT : type;
        this.statements = new CarriedStatements(shared, this);
    }

    void add(CarriedPlace place, CarriedNode node) {
        children.add(new Child(place, node, shared.percent(50)));
    }

    /** {@return the variable's name} */
    String name() {
        return "s" + number;
    }

    /**
     * {@return whether it, and all that stands where it says, are written as Java developers do, and depend on no other's running value}
     *
     * @param conditional whether it stands under a condition
     */
    boolean isUsual(boolean conditional) {
        return statements.isUsual() && children.stream().allMatch(child -> isUsual(child, conditional));
    }

    private boolean isUsual(Child child, boolean conditional) {
        // What a number comes to that runs on evenly is known in each iteration.
        boolean isKnown = kind == CarriedKind.AFFINE
                && !child.node.leaves()
                && !conditional
                && !hasCondition()
                && !continues()
                && statements.isUsual();
        // What runs on in a loop that another bounds, and more than once, is told from neither loop's variable; there a
        // best value is one
        // if its comparison stands alone.
        boolean isInside = child.place == CarriedPlace.BOUND
                && (child.node.kind == CarriedKind.AFFINE
                        || child.node.kind == CarriedKind.COMPACTION
                        || child.node.kind == CarriedKind.BEST);
        // Updates in any order may follow from what runs on.
        boolean mayFollow = (kind == CarriedKind.SCAN || kind == CarriedKind.COMPACTION)
                && child.node.kind == CarriedKind.HISTOGRAM
                && child.node.children.isEmpty();
        boolean open =
                child.place.isConditional() ? kind == CarriedKind.BEST : child.place.reads() && !isKnown && !mayFollow;
        // Until when it is asked, Java says; it must not fail where Java does not ask.
        boolean mayFail = (child.place == CarriedPlace.INDEX || child.place == CarriedPlace.DIVISOR)
                && child.node.statements.asksUntilSet();
        return !open
                && !isInside
                && !mayFail
                && child.node.isUsual(conditional || child.place.isConditional() || child.place.reads() || continues());
    }

    /** {@return whether what it does is under a condition for another's sake} */
    private boolean hasCondition() {
        return children.stream().anyMatch(child -> child.place.isConditional());
    }

    /** {@return whether it is a best value that is loaded or computed once to compare and once to keep} */
    boolean isComputedTwice() {
        return statements.isComputedTwice();
    }

    /** {@return whether it, or one that stands where it says, is of a kind} */
    boolean has(Predicate<CarriedNode> property) {
        return property.test(this) || children.stream().anyMatch(child -> child.node.has(property));
    }

    /** {@return whether the loop is left where it stands} */
    boolean leaves() {
        return kind == CarriedKind.EXIT;
    }

    /** {@return whether there is a {@code continue}} */
    boolean continues() {
        return children.stream().anyMatch(child -> child.place == CarriedPlace.CONTINUE || child.node.continues());
    }

    /** {@return whether there is a loop that a running value bounds} */
    boolean bounds() {
        return children.stream().anyMatch(child -> child.place == CarriedPlace.BOUND || child.node.bounds());
    }

    /** Writes what comes before all loops that carry it, for it and the others. */
    void declare(SourceLines lines) {
        statements.declarations().forEach(lines::line);
        children.forEach(child -> child.node.declare(lines));
    }

    /** Writes what becomes of it after the loops, for it and the others. */
    void results(SourceLines lines, boolean returned) {
        statements.results(returned).forEach(lines::line);
        children.forEach(child -> child.node.results(lines, false));
    }

    /** Adds the arrays that it and the others have for themselves, by name. */
    void arrays(Map<String, NumberType> arrays) {
        statements.arrays(arrays);
        children.forEach(child -> child.node.arrays(arrays));
    }

    /** Writes what comes at the end of the body of a loop further out, for it and the others. */
    void turn(SourceLines lines) {
        statements.turn().forEach(lines::line);
        children.forEach(child -> child.node.turn(lines));
    }

    /** Writes what an iteration does. */
    void write(SourceLines lines, CarriedValues values, boolean innermost) {
        write(lines, values, innermost, values.value(kind, type));
    }

    private void write(SourceLines lines, CarriedValues values, boolean innermost, String value) {
        some(lines, values, innermost, CarriedPlace.BEFORE);
        reading(lines, values, innermost, true);
        CarriedStatements.Text text = statements.of(values, value, innermost);
        boolean conditional = children.stream().anyMatch(child -> child.place.isConditional());
        text.before().forEach(lines::line);
        String condition = text.condition().isEmpty() && conditional ? values.condition() : text.condition();
        if (condition.isEmpty()) {
            text.then().forEach(lines::line);
        } else {
            lines.line("if (" + condition + ") {");
            lines.indented(() -> {
                if (leaves()) {
                    some(lines, values, innermost, CarriedPlace.UNDER);
                }
                text.then().forEach(lines::line);
                if (!leaves()) {
                    some(lines, values, innermost, CarriedPlace.UNDER);
                    if (children.stream().anyMatch(child -> child.place == CarriedPlace.CONTINUE)) {
                        lines.line("continue;");
                    }
                }
            });
            if (children.stream().anyMatch(child -> child.place == CarriedPlace.ELSE)) {
                lines.line("} else {");
                lines.indented(() -> some(lines, values, innermost, CarriedPlace.ELSE));
            }
            lines.line("}");
        }
        text.after().forEach(lines::line);
        reading(lines, values, innermost, false);
        some(lines, values, innermost, CarriedPlace.CONTINUE);
        some(lines, values, innermost, CarriedPlace.AFTER);
    }

    private void some(SourceLines lines, CarriedValues values, boolean innermost, CarriedPlace place) {
        children.stream()
                .filter(child -> child.place == place)
                .forEach(child -> child.node.write(lines, values, innermost));
    }

    private void reading(SourceLines lines, CarriedValues values, boolean innermost, boolean early) {
        children.stream()
                .filter(child -> child.place.reads() && child.early == early)
                .forEach(child -> child.node.write(
                        lines, values, innermost, child.place, CarriedStatements.read(shared, this, values)));
    }

    /** Writes what an iteration does with another value. */
    void write(SourceLines lines, CarriedValues values, boolean innermost, CarriedPlace place, String read) {
        boolean addsNothing = kind == CarriedKind.COUNT || kind == CarriedKind.AFFINE;
        if (place == CarriedPlace.BOUND || place == CarriedPlace.GUARD || addsNothing) {
            lines.line(around(values, place, read));
            lines.indented(() -> {
                write(lines, values, innermost);
                if (place == CarriedPlace.BOUND && shared.percent(20)) {
                    lines.line("if (" + values.condition() + ") break;");
                }
            });
            lines.line("}");
        } else {
            write(lines, values, innermost, values.fitted(kind, type, values.computed(place, read)));
        }
    }

    private String around(CarriedValues values, CarriedPlace place, String read) {
        if (place == CarriedPlace.BOUND) {
            return "for (int Q = 0; Q < (R & 3); Q++) {"
                    .replace("Q", "q" + number)
                    .replace("R", read);
        }
        String compared = place == CarriedPlace.GUARD ? read : values.computed(place, read);
        return "if (" + compared + shared.oneOf(List.of(" > 3", " < tab.length", " % 2 == 0", " != 1")) + ") {";
    }
}
