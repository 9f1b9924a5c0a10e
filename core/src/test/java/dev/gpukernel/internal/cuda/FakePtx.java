package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs PTX as a GPU might: the threads of a few blocks at a time, a few instructions of one after a few of another, in random order.
 * Knows the instructions of kernels of integers, without calls; loads that the first-level cache may answer are sometimes behind, until a fence.
 */
final class FakePtx {
    private static final Pattern REGISTERS = Pattern.compile("\\.reg \\.\\w+ (.*);");
    private static final Set<String> ORDERED = Set.of("volatile", "relaxed", "acquire", "nc");
    private static final int WARP = 32;
    private static final int MOST_AT_ONCE = 7;

    private final String entry;
    private final List<Param> params = new ArrayList<>();
    private final List<Action> code = new ArrayList<>();
    private Action[] actions = {};
    private final Map<String, Integer> labels = new HashMap<>();
    private final Map<String, Long> shared = new HashMap<>();
    private final Map<String, Long> variables = new HashMap<>();
    private int registers;
    private long sharedBytes;
    private int maxThreads = 1024;

    private FakePtx(String entry) {
        this.entry = entry;
    }

    /** A parameter of an entry. */
    private record Param(String name, int bytes) {}

    /** An instruction; returns the next place. */
    private interface Action {
        int run(Lane lane, int at);
    }

    /** Something that an operand has. */
    private interface Operand {
        long get(Lane lane);
    }

    private static final int STAY = -1;
    private static final int ENDED = -2;

    /** A thread. */
    private static final class Lane {
        final Block block;
        final int number;
        final long[] values;
        int at;

        /** Where it is among the lanes of its block that are not over. */
        int place;

        boolean waitsForWarp;
        boolean waitsForBlock;

        Lane(Block block, int number, int registers) {
            this.block = block;
            this.number = number;
            this.place = number;
            this.values = new long[registers];
        }

        /** {@return the lanes of its warp that are not over} */
        List<Lane> warp() {
            return block.warps.get(number / WARP);
        }

        boolean isOver() {
            return at == ENDED;
        }
    }

    /** A block of threads. */
    private static final class Block {
        final Run run;
        final int x;
        final int y;
        final int z;
        final MemorySegment memory;
        final List<Lane> lanes;
        final List<List<Lane>> warps = new ArrayList<>();
        final Map<Long, Long> cache = new HashMap<>();

        /** Lanes that wait for all others. */
        int waiting;

        Block(Run run, int number, FakePtx kernel) {
            this.run = run;
            memory = MemorySegment.ofArray(new byte[(int) kernel.sharedBytes]);
            x = number % run.grid[0];
            y = number / run.grid[0] % run.grid[1];
            z = number / run.grid[0] / run.grid[1];
            int threads = run.block[0] * run.block[1] * run.block[2];
            lanes = new ArrayList<>(threads);
            for (int i = 0; i < threads; i++) {
                Lane lane = new Lane(this, i, kernel.registers);
                if (i % WARP == 0) {
                    warps.add(new ArrayList<>(WARP));
                }
                lanes.add(lane);
                warps.getLast().add(lane);
            }
        }

        void remove(Lane over) {
            over.warp().remove(over);
            Lane last = lanes.removeLast();
            if (last != over) {
                lanes.set(over.place, last);
                last.place = over.place;
            }
        }
    }

    /** A launch. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Run(int[] grid, int[] block, Map<String, Long> arguments, SplittableRandom random) {}

    /** {@return the entries of a module} */
    static Map<String, FakePtx> read(String text) {
        return read(text, Map.of());
    }

    /**
     * Reads a module.
     *
     * @param variables memory of its variables
     * @return its entries
     */
    static Map<String, FakePtx> read(String text, Map<String, MemorySegment> variables) {
        Map<String, FakePtx> entries = new TreeMap<>();
        String[] parts = text.split("\\.visible \\.entry ");
        for (String part : Arrays.asList(parts).subList(1, parts.length)) {
            FakePtx kernel = new FakePtx(part.substring(0, part.indexOf('(')));
            variables.forEach((name, memory) -> kernel.variables.put(name, memory.address()));
            kernel.parse(part);
            entries.put(kernel.entry, kernel);
        }
        return entries;
    }

    String entry() {
        return entry;
    }

    int maxThreads() {
        return maxThreads;
    }

    /** {@return bytes of each parameter} */
    int[] paramBytes() {
        return params.stream().mapToInt(Param::bytes).toArray();
    }

    /** Runs it, with the bits of its arguments. */
    void run(int[] grid, int[] block, long[] arguments, SplittableRandom random) {
        Map<String, Long> named = new HashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            named.put(params.get(i).name, arguments[i]);
        }
        Run run = new Run(grid, block, named, random);
        int blocks = grid[0] * grid[1] * grid[2];
        int next = 0;
        List<Lane> lanes = new ArrayList<>();
        List<Block> active = new ArrayList<>();
        while (next < blocks || !lanes.isEmpty()) {
            while (next < blocks && active.size() < 3) {
                Block started = new Block(run, next++, this);
                active.add(started);
                lanes.addAll(started.lanes);
            }
            int chosen = random.nextInt(lanes.size());
            Lane lane = lanes.get(chosen);
            step(lane, 1 + random.nextInt(MOST_AT_ONCE * 8));
            if (lane.isOver()) {
                lanes.set(chosen, lanes.getLast());
                lanes.removeLast();
                lane.block.remove(lane);
                if (lane.block.lanes.isEmpty()) {
                    active.remove(lane.block);
                }
            }
        }
    }

    private void step(Lane lane, int instructions) {
        for (int i = 0; i < instructions && !lane.isOver(); i++) {
            int next = actions[lane.at].run(lane, lane.at);
            if (next == STAY) {
                return;
            }
            lane.at = next;
        }
    }

    private void parse(String text) {
        String head = text.substring(text.indexOf('(') + 1, text.indexOf(')'));
        for (String param : head.split(",", -1)) {
            String[] words = param.strip().split("\\s+", -1);
            if (words.length == 3) {
                params.add(new Param(words[2], words[1].endsWith("64") ? 8 : 4));
            }
        }
        Deque<Map<String, Integer>> scopes = new ArrayDeque<>();
        List<Runnable> later = new ArrayList<>();
        for (String raw : text.substring(text.indexOf(')') + 1).split("\n", -1)) {
            String line = raw.strip();
            if (line.startsWith(".maxntid")) {
                maxThreads = Integer.parseInt(line.split("[ ,]+", -1)[1]);
            } else if (line.endsWith("{")) {
                scopes.push(new HashMap<>());
                if (line.length() > 1) {
                    labels.put(line.substring(0, line.indexOf(':')), code.size());
                }
            } else if (line.equals("}")) {
                scopes.pop();
                if (scopes.isEmpty()) {
                    break;
                }
            } else if (line.startsWith(".reg")) {
                declare(line, scopes.element());
            } else if (line.startsWith(".shared")) {
                String name = line.substring(line.lastIndexOf(' ') + 1, line.indexOf('['));
                shared.put(name, sharedBytes);
                sharedBytes += Long.parseLong(line.substring(line.indexOf('[') + 1, line.indexOf(']'))) + 15 & ~15;
            } else if (line.endsWith(":")) {
                labels.put(line.substring(0, line.length() - 1), code.size());
            } else if (!line.isEmpty() && !line.startsWith("//") && !isOfRegisters(line)) {
                code.add((_, _) -> ENDED);
                int place = code.size() - 1;
                List<Map<String, Integer>> visible = new ArrayList<>(scopes);
                // Labels are known at the end.
                later.add(() -> code.set(place, instruction(line.substring(0, line.indexOf(';')), visible)));
            }
        }
        code.add((_, _) -> ENDED);
        later.forEach(Runnable::run);
        actions = code.toArray(Action[]::new);
    }

    /** {@return whether a line says how registers are to be given out} */
    private static boolean isOfRegisters(String line) {
        return line.startsWith(".minnctapersm");
    }

    private void declare(String line, Map<String, Integer> scope) {
        Matcher matcher = REGISTERS.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(line);
        }
        for (String name : matcher.group(1).split(", ", -1)) {
            int open = name.indexOf('<');
            if (open < 0) {
                scope.put(name, registers++);
            } else {
                int count = Integer.parseInt(name.substring(open + 1, name.length() - 1));
                for (int i = 0; i < count; i++) {
                    scope.put(name.substring(0, open) + i, registers++);
                }
            }
        }
    }

    private Action instruction(String line, List<Map<String, Integer>> scopes) {
        if (line.startsWith("@")) {
            int space = line.indexOf(' ');
            boolean negated = line.charAt(1) == '!';
            int register = register(line.substring(negated ? 2 : 1, space), scopes);
            Action action = instruction(line.substring(space + 1).strip(), scopes);
            return (lane, at) -> (lane.values[register] != 0) == negated ? at + 1 : action.run(lane, at);
        }
        int space = line.indexOf(' ');
        String name = space < 0 ? line : line.substring(0, space);
        String[] operands = space < 0 ? new String[0] : split(line.substring(space + 1));
        return action(name.split("\\."), name, operands, scopes);
    }

    /** Splits at commas outside of braces. */
    private static String[] split(String operands) {
        return Arrays.stream(operands.split(",(?![^{]*})")).map(String::strip).toArray(String[]::new);
    }

    @SuppressWarnings("RefactorSwitch") // some ways return in the middle
    private Action action(String[] words, String name, String[] operands, List<Map<String, Integer>> scopes) {
        switch (words[0]) {
            case "bra" -> {
                int target = label(operands[0]);
                return (_, _) -> target;
            }
            case "ret", "exit" -> {
                return (_, _) -> ENDED;
            }
            case "pmevent" -> {
                return (_, at) -> at + 1;
            }
            case "membar", "fence" -> {
                return (lane, at) -> {
                    lane.block.cache.clear();
                    return at + 1;
                };
            }
            case "bar" -> {
                return barOfWarp(operand(operands[0], scopes));
            }
            case "barrier" -> {
                return FakePtx::barOfBlock;
            }
            case "shfl" -> {
                return shuffle(words[2], operands, scopes);
            }
            case "vote" -> {
                return vote(words[2], operands, scopes);
            }
            case "activemask" -> {
                return activeMask(register(operands[0], scopes));
            }
            case "ld" -> {
                return load(words, operands, scopes);
            }
            case "st" -> {
                return store(words, operands, scopes);
            }
            case "atom" -> {
                return atomic(words, operands, scopes);
            }
            case "red" -> {
                return reduction(words, operands, scopes);
            }
            default -> {
                if (operands[0].startsWith("{")) {
                    return halves(registers(operands[0], scopes), operand(operands[1], scopes));
                }
                int target = register(operands[0], scopes);
                List<Operand> read = Arrays.stream(operands)
                        .skip(1)
                        .map(text -> operand(text, scopes))
                        .toList();
                Operand result = compute(words, name, read);
                return (lane, at) -> {
                    lane.values[target] = result.get(lane);
                    return at + 1;
                };
            }
        }
    }

    private static Action halves(int[] targets, Operand whole) {
        return (lane, at) -> {
            long bits = whole.get(lane);
            lane.values[targets[0]] = (int) bits;
            lane.values[targets[1]] = bits >> Integer.SIZE;
            return at + 1;
        };
    }

    private static Operand compute(String[] words, String name, List<Operand> read) {
        String type = words[words.length - 1];
        Operand a = read.get(0);
        Operand b = read.size() > 1 ? read.get(1) : a;
        Operand c = read.size() > 2 ? read.get(2) : a;
        boolean wide = name.contains(".wide");
        boolean upper = name.contains(".hi.s");
        return switch (words[0]) {
            case "mov", "cvta" -> narrow(type, a);
            case "cvt" -> narrow(words[1], as(type, a));
            case "add" -> binary(type, Long::sum, a, b);
            case "sub" -> binary(type, (x, y) -> x - y, a, b);
            case "and" -> binary(type, (x, y) -> x & y, a, b);
            case "or" -> binary(type, (x, y) -> x | y, a, b);
            case "xor" -> binary(type, (x, y) -> x ^ y, a, b);
            case "not" -> type.equals("pred") ? lane -> 1 - a.get(lane) : narrow(type, lane -> ~a.get(lane));
            case "shl" -> {
                int width = bits(type);
                yield binary(type, (x, y) -> y >= width ? 0 : x << y, a, b);
            }
            case "shr" -> {
                int width = bits(type);
                yield type.startsWith("u")
                        ? binary(type, (x, y) -> y >= width ? 0 : x >>> y, a, b)
                        : binary(type, (x, y) -> x >> Math.min(y, width - 1), a, b);
            }
            case "abs" -> narrow(type, lane -> Math.abs(a.get(lane)));
            case "neg" -> narrow(type, lane -> -a.get(lane));
            case "bfe" -> field(a, b, c, type.startsWith("s"));
            case "bfi" -> inserted(a, b, c, read.get(3));
            case "popc" ->
                lane -> type.endsWith("64") ? Long.bitCount(a.get(lane)) : Integer.bitCount((int) a.get(lane));
            case "div" -> binary(type, (x, y) -> x / y, a, b);
            case "rem" -> binary(type, (x, y) -> x % y, a, b);
            case "max" -> binary(type, Math::max, a, b);
            case "min" -> binary(type, Math::min, a, b);
            case "mul" -> {
                LongBinaryOperator half = type.endsWith("64") ? Math::multiplyHigh : (x, y) -> (x * y) >> Integer.SIZE;
                yield wide ? product(as(type, a), as(type, b)) : binary(type, upper ? half : (x, y) -> x * y, a, b);
            }
            case "mad" -> sum(c, wide ? product(as(type, a), as(type, b)) : product(a, b), wide ? "b64" : type);
            case "selp" -> lane -> c.get(lane) != 0 ? a.get(lane) : b.get(lane);
            case "setp" -> {
                IntPredicate test = test(words[1]);
                Operand x = as(type, a);
                Operand y = as(type, b);
                yield type.equals("u64")
                        ? lane -> test.test(Long.compareUnsigned(x.get(lane), y.get(lane))) ? 1 : 0
                        : lane -> test.test(Long.compare(x.get(lane), y.get(lane))) ? 1 : 0;
            }
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** {@return some bits of an int, the highest of which may be its sign} */
    private static Operand field(Operand whole, Operand start, Operand length, boolean isSigned) {
        return lane -> {
            int above = Integer.SIZE - (int) length.get(lane);
            int highest = (int) (whole.get(lane) >> start.get(lane)) << above;
            return isSigned ? highest >> above : highest >>> above;
        };
    }

    /** {@return an int with the lowest bits of another in place of some of its own} */
    private static Operand inserted(Operand bits, Operand into, Operand start, Operand length) {
        return lane -> {
            long mask = ((1L << length.get(lane)) - 1) << start.get(lane);
            return (int) ((into.get(lane) & ~mask) | ((bits.get(lane) << start.get(lane)) & mask));
        };
    }

    /** {@return what a comparison asks of the order of its operands} */
    private static IntPredicate test(String name) {
        return switch (name) {
            case "eq" -> order -> order == 0;
            case "ne" -> order -> order != 0;
            case "lt" -> order -> order < 0;
            case "le" -> order -> order <= 0;
            case "gt" -> order -> order > 0;
            case "ge" -> order -> order >= 0;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Operand product(Operand a, Operand b) {
        return lane -> a.get(lane) * b.get(lane);
    }

    private static Operand sum(Operand a, Operand b, String type) {
        return narrow(type, lane -> a.get(lane) + b.get(lane));
    }

    private static int bits(String type) {
        return type.equals("pred") ? 1 : Integer.parseInt(type.substring(1));
    }

    private static Operand binary(String type, LongBinaryOperator operator, Operand a, Operand b) {
        Operand x = as(type, a);
        Operand y = as(type, b);
        return narrow(type, lane -> operator.applyAsLong(x.get(lane), y.get(lane)));
    }

    /** {@return numbers of a type, as longs of the same value} */
    private static Operand as(String type, Operand value) {
        return switch (type) {
            case "u32" -> lane -> value.get(lane) & 0xffff_ffffL;
            case "s32", "b32" -> lane -> (int) value.get(lane);
            case "u64", "s64", "b64", "pred" -> value;
            default -> throw new IllegalArgumentException(type);
        };
    }

    /** Registers of 32 bits hold ints. */
    private static Operand narrow(String type, Operand value) {
        return bits(type) == 32 ? lane -> (int) value.get(lane) : value;
    }

    private static Action barOfWarp(Operand mask) {
        return (lane, at) -> {
            for (Lane other : gathered(lane, mask.get(lane))) {
                other.at = other == lane ? at : other.at + 1;
            }
            return lane.waitsForWarp ? STAY : at + 1;
        };
    }

    /** {@return the lanes of a mask, which wait no more, once the last of them is here; none before} */
    private static List<Lane> gathered(Lane lane, long mask) {
        lane.waitsForWarp = true;
        List<Lane> together = new ArrayList<>(WARP);
        for (Lane other : lane.warp()) {
            if ((mask >> other.number % WARP & 1) != 0) {
                if (!other.waitsForWarp) {
                    return List.of();
                }
                together.add(other);
            }
        }
        together.forEach(other -> other.waitsForWarp = false);
        return together;
    }

    /** Each of the lanes takes what another one of the whole warp has. */
    private Action shuffle(String way, String[] operands, List<Map<String, Integer>> scopes) {
        Operand value = operand(operands[1], scopes);
        Operand by = operand(operands[2], scopes);
        boolean isUp = way.equals("up");
        if (!isUp && !way.equals("idx")) {
            throw new IllegalArgumentException(way);
        }
        return collective(operands[0], operands[4], scopes, together -> {
            long[] offered = new long[WARP];
            together.forEach(other -> offered[other.number % WARP] = value.get(other));
            return other -> {
                int own = other.number % WARP;
                int from = isUp ? own - (int) by.get(other) : (int) by.get(other) % WARP;
                return offered[from < 0 ? own : from];
            };
        });
    }

    /** Each of the lanes learns of which of them a condition holds, or whether it holds of all. */
    private Action vote(String kind, String[] operands, List<Map<String, Integer>> scopes) {
        Operand condition = operand(operands[1], scopes);
        if (kind.equals("all")) {
            return collective(operands[0], operands[2], scopes, together -> {
                long all = together.stream().allMatch(other -> condition.get(other) != 0) ? 1 : 0;
                return _ -> all;
            });
        }
        if (!kind.equals("ballot")) {
            throw new IllegalArgumentException(kind);
        }
        return collective(operands[0], operands[2], scopes, together -> {
            int votes = together.stream()
                    .filter(other -> condition.get(other) != 0)
                    .mapToInt(other -> 1 << other.number % WARP)
                    .sum();
            return _ -> votes;
        });
    }

    /** What the lanes of a mask do together, once all of them are here; {@code results} says what each gets. */
    private Action collective(
            String target, String mask, List<Map<String, Integer>> scopes, Function<List<Lane>, Operand> results) {
        int register = register(target, scopes);
        Operand members = operand(mask, scopes);
        return (lane, at) -> {
            List<Lane> together = gathered(lane, members.get(lane));
            Operand result = results.apply(together);
            for (Lane other : together) {
                other.values[register] = result.get(other);
                other.at = other == lane ? at : other.at + 1;
            }
            return lane.waitsForWarp ? STAY : at + 1;
        };
    }

    private static int barOfBlock(Lane lane, int at) {
        if (!lane.waitsForBlock) {
            lane.waitsForBlock = true;
            lane.block.waiting++;
        }
        if (lane.block.waiting < lane.block.lanes.size()) {
            return STAY;
        }
        lane.block.waiting = 0;
        for (Lane other : lane.block.lanes) {
            other.waitsForBlock = false;
            other.at = other == lane ? at : other.at + 1;
        }
        return at + 1;
    }

    /** Any lanes of the warp that are here may be active together. */
    private static Action activeMask(int target) {
        return (lane, at) -> {
            List<Lane> active = new ArrayList<>();
            int mask = 0;
            for (Lane other : lane.warp()) {
                boolean here = other.at == at;
                if (other == lane || (here && lane.block.run.random.nextInt(4) > 0)) {
                    active.add(other);
                    mask |= 1 << other.number % WARP;
                }
            }
            for (Lane other : active) {
                other.values[target] = mask;
                other.at = other == lane ? at : at + 1;
            }
            return at + 1;
        };
    }

    private Action load(String[] words, String[] operands, List<Map<String, Integer>> scopes) {
        String type = words[words.length - 1];
        String inside = operands[1].substring(1, operands[1].length() - 1);
        if (words[1].equals("param")) {
            int target = register(operands[0], scopes);
            return (lane, at) -> {
                lane.values[target] = Objects.requireNonNull(lane.block.run.arguments.get(inside), inside);
                return at + 1;
            };
        }
        Operand address = address(inside, scopes);
        int[] targets = registers(operands[0], scopes);
        // Other loads are cached too, but when is up to the GPU.
        boolean cached = Arrays.asList(words).contains("ca");
        boolean isPlain = words[1].equals("global") && Arrays.stream(words).noneMatch(ORDERED::contains);
        boolean isShared = words[1].equals("shared");
        int bytes = bits(type) / 8;
        return (lane, at) -> {
            long first = aligned(address.get(lane), bytes * targets.length);
            for (int i = 0; i < targets.length; i++) {
                long from = first + (long) i * bytes;
                long value = read(lane, from, bytes, isShared);
                if (type.startsWith("u") && bytes < Integer.BYTES) {
                    value &= (1L << (Byte.SIZE * bytes)) - 1;
                }
                if (cached || (isPlain && lane.block.run.random.nextBoolean())) {
                    Long older = lane.block.cache.putIfAbsent(from, value);
                    value = older == null ? value : older;
                }
                lane.values[targets[i]] = value;
            }
            return at + 1;
        };
    }

    /** {@return an address that so many bytes may be moved to or from at once} */
    private static long aligned(long address, int bytes) {
        if (address % bytes != 0) {
            throw new IllegalStateException("misaligned address");
        }
        return address;
    }

    private static long read(Lane lane, long address, int bytes, boolean isShared) {
        MemorySegment memory = isShared ? lane.block.memory : FakeDriver.everything();
        return switch (bytes) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, address);
            case 2 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, address);
            case 8 -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
            default -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, address);
        };
    }

    private static void write(Lane lane, long address, int bytes, boolean isShared, long value) {
        MemorySegment memory = isShared ? lane.block.memory : FakeDriver.everything();
        switch (bytes) {
            case 1 -> memory.set(ValueLayout.JAVA_BYTE, address, (byte) value);
            case 2 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, (short) value);
            case 8 -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
            default -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, address, (int) value);
        }
    }

    private Action store(String[] words, String[] operands, List<Map<String, Integer>> scopes) {
        int bytes = bits(words[words.length - 1]) / 8;
        Operand address = address(operands[0].substring(1, operands[0].length() - 1), scopes);
        List<Operand> sources = Arrays.stream(operands[1].replaceAll("[{}]", "").split(","))
                .map(text -> operand(text.strip(), scopes))
                .toList();
        boolean isShared = words[1].equals("shared");
        return (lane, at) -> {
            long first = aligned(address.get(lane), bytes * sources.size());
            for (int i = 0; i < sources.size(); i++) {
                long value = sources.get(i).get(lane);
                lane.block.cache.remove(first + (long) i * bytes);
                write(lane, first + (long) i * bytes, bytes, isShared, value);
            }
            return at + 1;
        };
    }

    private Action atomic(String[] words, String[] operands, List<Map<String, Integer>> scopes) {
        int target = register(operands[0], scopes);
        Operand address = address(operands[1].substring(1, operands[1].length() - 1), scopes);
        Operand first = operand(operands[2], scopes);
        Operand second = operands.length > 3 ? operand(operands[3], scopes) : first;
        String what = words[words.length - 2];
        int bytes = bits(words[words.length - 1]) / 8;
        return (lane, at) -> {
            long place = address.get(lane);
            long old = read(lane, place, bytes, false);
            long value = first.get(lane);
            long changed = switch (what) {
                case "min" -> Long.compareUnsigned(value, old) < 0 ? value : old;
                case "exch" -> value;
                case "add" -> old + value;
                case "cas" -> old == value ? second.get(lane) : old;
                default -> throw new IllegalArgumentException(what);
            };
            write(lane, place, bytes, false, changed);
            lane.values[target] = old;
            return at + 1;
        };
    }

    /** Kernels of several streams may run at once. */
    private Action reduction(String[] words, String[] operands, List<Map<String, Integer>> scopes) {
        Operand address = address(operands[0].substring(1, operands[0].length() - 1), scopes);
        Operand first = operand(operands[1], scopes);
        String type = words[words.length - 1];
        boolean isMinimum = words[2].equals("min") && type.startsWith("u");
        if (!words[1].equals("global") || !(words[2].equals("add") || isMinimum)) {
            throw new IllegalArgumentException(String.join(".", words));
        }
        return (lane, at) -> {
            long place = address.get(lane);
            synchronized (FakePtx.class) {
                long old = read(lane, place, bits(type) / 8, false);
                long other = first.get(lane);
                long least = Long.compareUnsigned(old, other) < 0 ? old : other;
                write(lane, place, bits(type) / 8, false, isMinimum ? least : old + other);
            }
            return at + 1;
        };
    }

    private Operand address(String text, List<Map<String, Integer>> scopes) {
        int plus = text.indexOf('+');
        if (plus < 0) {
            return operand(text, scopes);
        }
        Operand base = operand(text.substring(0, plus), scopes);
        long offset = Long.parseLong(text.substring(plus + 1));
        return lane -> base.get(lane) + offset;
    }

    private int[] registers(String text, List<Map<String, Integer>> scopes) {
        String[] names = text.startsWith("{") ? split(text.substring(1, text.length() - 1)) : new String[] {text};
        return Arrays.stream(names).mapToInt(name -> register(name, scopes)).toArray();
    }

    private static int register(String name, List<Map<String, Integer>> scopes) {
        for (Map<String, Integer> scope : scopes) {
            Integer found = scope.get(name);
            if (found != null) {
                return found;
            }
        }
        throw new IllegalArgumentException("no register " + name);
    }

    private Operand operand(String text, List<Map<String, Integer>> scopes) {
        if (text.startsWith("{")) {
            int[] halves = registers(text, scopes);
            return lane -> (lane.values[halves[0]] & 0xffff_ffffL) | (lane.values[halves[1]] << Integer.SIZE);
        }
        if (variables.containsKey(text)) {
            long place = variables.get(text);
            return _ -> place;
        }
        if (shared.containsKey(text)) {
            long place = shared.get(text);
            return _ -> place;
        }
        if (!text.startsWith("%")) {
            long value = Long.decode(text);
            return _ -> value;
        }
        return switch (text) {
            case "%laneid" -> lane -> lane.number % WARP;
            case "%tid.x" -> lane -> lane.number % lane.block.run.block[0];
            case "%tid.y" -> lane -> lane.number / lane.block.run.block[0] % lane.block.run.block[1];
            case "%tid.z" -> lane -> lane.number / lane.block.run.block[0] / lane.block.run.block[1];
            case "%ctaid.x" -> lane -> lane.block.x;
            case "%ctaid.y" -> lane -> lane.block.y;
            case "%ctaid.z" -> lane -> lane.block.z;
            case "%ntid.x" -> lane -> lane.block.run.block[0];
            case "%ntid.y" -> lane -> lane.block.run.block[1];
            case "%ntid.z" -> lane -> lane.block.run.block[2];
            case "%nctaid.x" -> lane -> lane.block.run.grid[0];
            case "%nctaid.y" -> lane -> lane.block.run.grid[1];
            case "%nctaid.z" -> lane -> lane.block.run.grid[2];
            case "%lanemask_lt" -> lane -> (1L << lane.number % WARP) - 1;
            default -> {
                int register = register(text, scopes);
                yield lane -> lane.values[register];
            }
        };
    }

    private int label(String name) {
        return Objects.requireNonNull(labels.get(name), name);
    }
}
