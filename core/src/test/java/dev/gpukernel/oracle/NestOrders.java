package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes loops whose order shows, and which run in another one or by themselves nevertheless: nests that can be exchanged, loops over
 * steps in which arrays change places, loops that are marked to run in their order, and loops that end early with an exception since
 * one array is shorter than another.
 */
final class NestOrders {
    private static final int ROWS = 6;
    private static final int WIDEST = 9;
    private static final int COUNT = 40;

    private final NestScope nest;
    private final KernelClass shared;
    private final SourceLines lines;

    NestOrders(NestScope nest, SourceLines lines) {
        this.nest = nest;
        this.shared = nest.shared;
        this.lines = lines;
    }

    /** Each column by itself, or each element in steps of time: the loop around is exchanged with those in it. */
    void columns(ArrayName array) {
        // A constant number of columns is written out before anything looks at the loops.
        String width = shared.oneOf(List.of("m", "pitch"));
        nest.reach((ROWS + 1) * WIDEST);
        switch (shared.random.nextInt(4)) {
            case 0 -> inSteps(array, width);
            case 1 -> intoOneRow(array, width);
            default -> fromTheRowBefore(array, width);
        }
        nest.levels.add(1);
    }

    private void fromTheRowBefore(ArrayName array, String width) {
        boolean isBelow = shared.percent(25);
        LoopHead rows = isBelow ? head("i", "0", "n - 1") : head("i", "1", "n");
        String before = array.name() + (isBelow ? "[(i + 1) * " : "[(i - 1) * ") + width + " + j]";
        String own = array.name() + "[i * " + width + " + j]";
        loops(List.of(rows, head("j", "0", width)), () -> {
            String value = value(array, "i * " + width + " + j", "j");
            updated(own, array.type(), shared.percent(80) ? before : own + cross(array.type()) + before, value);
        });
    }

    private static String cross(NumberType type) {
        return type == NumberType.BOOLEAN ? " ^ " : " - ";
    }

    private void intoOneRow(ArrayName array, String width) {
        String own = array.name() + "[j]";
        loops(List.of(head("i", "0", "n"), head("j", "0", width)), () -> {
            String twice = array.type() == NumberType.BOOLEAN ? own : "3 * " + own;
            updated(own, array.type(), twice, value(array, "i * " + width + " + j", "i"));
        });
    }

    private void inSteps(ArrayName array, String width) {
        String own = array.name() + "[i * " + width + " + j]";
        // What a row is made of in each step keeps the loop over steps where it is.
        boolean runsOn = shared.percent(25);
        String step = shared.newName("r");
        List<LoopHead> heads = List.of(head(step, "0", "l"), head("i", "0", "n"), head("j", runsOn ? "1" : "0", width));
        loops(heads, () -> {
            String from = runsOn ? array.name() + "[i * " + width + " + j - 1]" : own;
            updated(own, array.type(), from, value(array, "i * " + width + " + j", step));
        });
    }

    /** Writes a store of what another element and a number come to. */
    private void updated(String own, NumberType type, String from, String value) {
        String operation = type == NumberType.BOOLEAN
                ? " ^ "
                : type.isIntegral() ? shared.oneOf(List.of(" + ", " ^ ", " - ")) : shared.oneOf(List.of(" + ", " - "));
        String store = own + " = (" + type.text() + ") ((" + from + ")" + operation + value + ");";
        switch (shared.random.nextInt(5)) {
            case 0 -> lines.line("if ((i & 1) == 0) " + store);
            case 1 -> {
                String test = type == NumberType.BOOLEAN ? own : own + " > 3";
                lines.line("if (" + test + ") {");
                lines.line("    " + store);
                lines.line("} else {");
                lines.line(
                        "    " + own + " = " + (type == NumberType.BOOLEAN ? "true" : "(" + type.text() + ") j") + ";");
                lines.line("}");
            }
            default -> lines.line(store);
        }
    }

    /** {@return a number to compute with, as the elements of an array are; it throws nothing} */
    private String value(ArrayName array, String index, String variable) {
        NumberType type = array.type();
        List<ArrayName> numbers = nest.inputs.stream()
                .filter(input -> (input.type() == NumberType.BOOLEAN) == (type == NumberType.BOOLEAN))
                .filter(input -> !type.isIntegral() || input.type().isIntegral())
                .toList();
        if (numbers.isEmpty() || shared.percent(30)) {
            return type == NumberType.BOOLEAN ? "(" + variable + " > 2)" : "(" + variable + " + 2)";
        }
        return shared.oneOf(numbers).name() + "[" + index + "]";
    }

    /** {@return whether there is another array that one may change places with} */
    static boolean mayTurn(NestScope nest, ArrayName array) {
        return nest.outputs.stream()
                        .filter(other -> other.type() == array.type())
                        .count()
                > 1;
    }

    /**
     * Loops over steps after each of which arrays change places.
     *
     * @param inside writes a loop
     */
    void rotation(ArrayName array, Runnable inside) {
        List<ArrayName> before = List.copyOf(nest.outputs);
        List<ArrayName> turning = new ArrayList<>(before);
        turning.removeIf(other -> other.type() != array.type());
        boolean wasRepeated = nest.repeated;
        nest.repeated = true;
        String type = array.type().text() + "[] ";
        List<String> names = new ArrayList<>();
        for (ArrayName other : turning) {
            String name = shared.newName("turn");
            names.add(name);
            lines.line(type + name + " = " + other.name() + ";");
            nest.outputs.set(before.indexOf(other), other.named(name));
        }
        int levels = nest.levels.size();
        head(shared.newName("r"), "0", "steps").write(lines, shared.newName("time"), "", _ -> {
            for (int i = shared.random.nextInt(1, 3); i > 0; i--) {
                nest.inOrders(names.size(), inside);
            }
            String kept = shared.newName("kept");
            lines.line(type + kept + " = " + names.getFirst() + ";");
            for (int i = 1; i < names.size(); i++) {
                lines.line(names.get(i - 1) + " = " + names.get(i) + ";");
            }
            lines.line(names.getLast() + " = " + kept + ";");
        });
        // The loops are there once for each order of the arrays.
        int made = nest.levels.size() - levels;
        for (int i = made * (names.size() - 1); i > 0; i--) {
            nest.levels.add(0);
        }
        nest.outputs.clear();
        nest.outputs.addAll(before);
        nest.repeated = wasRepeated;
    }

    /** A loop that runs in its order, between those that are parallel. */
    void ordered(ArrayName array) {
        nest.reach(COUNT + 1);
        NumberType type = array.type();
        String name = array.name();
        LoopHead head = new LoopHead("i", NumberType.INT, "1", "count", 1, false, shared.random.nextInt(3));
        boolean isBoolean = type == NumberType.BOOLEAN;
        String sum = shared.newName("serial");
        boolean carries = !isBoolean && shared.percent(40);
        if (carries) {
            lines.line("int " + sum + " = 1;");
        }
        head.write(lines, shared.newName("ordered"), "@Sequential ", _ -> {
            String halved = name + "[i / 2]";
            String value = isBoolean
                    ? name + "[i - 1] ^ " + halved
                    : "(" + type.text() + ") (" + name + "[i - 1] " + shared.oneOf(List.of("+", "-")) + " " + halved
                            + " + " + (carries ? sum : "i") + ")";
            lines.line(name + "[i] = " + value + ";");
            if (carries) {
                lines.line(sum + " = " + sum + " * 5 + (int) " + name + "[i];");
                if (shared.percent(40)) {
                    lines.line("if ((" + sum + " & 15) == 9) break;");
                }
            }
        });
        nest.levels.add(1);
    }

    /** A loop that stores until an index is beyond the shorter of two arrays, or an element is not what it should be. */
    void lengths(ArrayName array) {
        // Not for what is furthest off.
        nest.reach(COUNT + 1);
        List<ArrayName> others = nest.outputs.stream()
                .filter(other -> !other.name().equals(array.name()))
                .toList();
        String bound = shared.oneOf(List.of("count", array.name() + ".length"));
        loops(List.of(head("i", "0", bound)), () -> {
            if (shared.percent(40)) {
                ArrayName input = shared.oneOf(nest.inputs);
                String element = input.name() + "[i]";
                String wrong = input.type() == NumberType.BOOLEAN ? element : element + " > 100";
                lines.line("if (" + wrong + " && i > " + shared.random.nextInt(12) + ") {");
                lines.line("    throw new IllegalStateException(\"early\");");
                lines.line("}");
            }
            lines.line(array.name() + "[i] = "
                    + (array.type() == NumberType.BOOLEAN
                            ? "(i & 2) == 0"
                            : "(" + array.type().text() + ") (i * 3)") + ";");
            String far = shared.oneOf(List.of("i + pitch", "2 * i", "i + offset"));
            if (!others.isEmpty() && shared.percent(50)) {
                ArrayName other = shared.oneOf(others);
                lines.line(other.name() + "[" + far + "] = "
                        + (other.type() == NumberType.BOOLEAN
                                ? "true"
                                : "(" + other.type().text() + ") i") + ";");
            } else {
                ArrayName input = shared.oneOf(nest.inputs);
                String read = input.name() + "[" + far + "]";
                lines.line(array.name() + "[i] = " + array.type().converted(input.type(), read) + ";");
            }
        });
        nest.levels.add(1);
    }

    private LoopHead head(String variable, String low, String high) {
        return LoopHead.any(shared, variable, NumberType.INT, low, high, 1, shared.percent(20));
    }

    private void loops(List<LoopHead> heads, Runnable body) {
        heads.getFirst().write(lines, shared.newName("next"), "", _ -> {
            if (heads.size() == 1) {
                body.run();
            } else {
                loops(heads.subList(1, heads.size()), body);
            }
        });
    }
}
