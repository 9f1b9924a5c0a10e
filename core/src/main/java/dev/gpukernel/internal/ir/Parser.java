package dev.gpukernel.internal.ir;

import dev.gpukernel.internal.ir.Op.Constant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text that {@link Printer} writes: functions, each after those that it calls, the last of which is the result. Values
 * and blocks keep their numbers, so printing again gives the same text.
 * What it accepts need not be a correct function; {@link Verifier} tells. Indentation and empty lines do not count.
 */
public final class Parser {
    private static final String ID = "(?:0|[1-9]\\d{0,8})";
    private static final String INPUT = "(?:v%1$s|b%1$s(?:\\(v%1$s(?:, v%1$s)*\\))?)".formatted(ID);

    private static final Pattern HEADER = Pattern.compile("(rare |declared )?function (.+?)(?: -> (\\S+))? \\{");
    private static final Pattern BLOCK = Pattern.compile("b(%s)(?:\\((.+)\\))?:".formatted(ID));
    private static final Pattern PARAM = Pattern.compile("v(%s): (\\S+)(?: (.+))?".formatted(ID));
    private static final Pattern INSTR =
            Pattern.compile("(?:v(%1$s) = )?(.+?)(?: (%2$s(?:, %2$s)*))?".formatted(ID, INPUT));
    private static final Pattern ONE_INPUT = Pattern.compile(INPUT);
    private static final Pattern NUMBER = Pattern.compile("[vb](%s)".formatted(ID));
    private static final String POSITION = "  ; ";

    private final java.util.function.Function<String, @Nullable Intrinsic> intrinsics;
    private final Map<String, Op> ops = new OpTable().byText();
    private final Map<String, Type> types = types();
    private final Map<String, Function> functions = new HashMap<>();
    private final String[] lines;
    private final Map<Integer, Block> blocks = new HashMap<>();
    private final Map<Integer, Value> values = new HashMap<>();
    private final Map<String, SourcePosition> positions = new HashMap<>();
    /** Number of the current line, from 1. */
    private int line;

    /** An instruction as the text has it. Its inputs may be defined further down. */
    private record Draft(
            Block block,
            @Nullable Integer id,
            Op op,
            String inputs,
            @Nullable SourcePosition position,
            int line) {}

    private Parser(String text, java.util.function.Function<String, @Nullable Intrinsic> intrinsics) {
        this.lines = text.lines().toArray(String[]::new);
        this.intrinsics = intrinsics;
    }

    /**
     * Reads a function.
     *
     * @param text what the printer wrote
     * @param intrinsics finds an intrinsic by its text
     * @return the function
     * @throws IllegalArgumentException with line number and line, if the text is something else
     */
    public static Function parse(String text, java.util.function.Function<String, @Nullable Intrinsic> intrinsics) {
        return new Parser(text, intrinsics).parse();
    }

    /**
     * Reads a function that calls no intrinsic.
     *
     * @param text what the printer wrote
     * @return the function
     * @throws IllegalArgumentException with line number and line, if the text is something else
     */
    public static Function parse(String text) {
        return parse(text, _ -> null);
    }

    private Function parse() {
        nextLine();
        Function function = parseFunction();
        while (hasMore()) {
            int end = line;
            nextLine();
            if (!HEADER.matcher(current()).matches()) {
                throw error("text after the function's end in line " + end);
            }
            function = parseFunction();
        }
        return function;
    }

    private Function parseFunction() {
        blocks.clear();
        values.clear();
        Matcher header = matched(HEADER, current(), "expected: function <name> {");
        Function function = new Function(header.group(2));
        boolean isDeclared = "declared ".equals(header.group(1));
        if (header.group(1) != null && !isDeclared) {
            function.setRare();
        }
        if (header.group(3) != null) {
            function.setResult(result(header.group(3)));
        }
        List<Draft> drafts = new ArrayList<>();
        Block block = null;
        for (nextLine(); !current().equals("}"); nextLine()) {
            Matcher start = BLOCK.matcher(current());
            if (start.matches()) {
                block = block(function, start);
            } else if (block != null) {
                drafts.add(draft(function, block));
            } else {
                throw error("an instruction before the first block");
            }
        }
        int end = line;
        complete(function, drafts);
        line = end;
        if (isDeclared) {
            List<Type> params = function.params().stream().map(Value::type).toList();
            function = Function.declare(function.name(), params, function.result(), null);
        }
        if (functions.put(function.name(), function) != null) {
            throw error("a second function " + function.name() + " ends here");
        }
        return function;
    }

    private Type result(String text) {
        try {
            Type type = types.get(text);
            return type == null ? OpText.tuple(text) : type;
        } catch (IllegalArgumentException e) {
            throw error(e);
        }
    }

    private Block block(Function function, Matcher start) {
        int id = Integer.parseInt(start.group(1));
        if (blocks.containsKey(id)) {
            throw error("a second block b" + id);
        }
        Block block = function.addBlock(id);
        blocks.put(id, block);
        String params = start.group(2);
        if (params != null) {
            for (String param : params.split(", ", -1)) {
                param(function, block, matched(PARAM, param, "not a parameter: " + param));
            }
        }
        return block;
    }

    private void param(Function function, Block block, Matcher text) {
        Type type = types.get(text.group(2));
        if (type == null) {
            throw error("unknown type " + text.group(2));
        }
        BlockParam param = block.addParam(function.takeValueId(Integer.parseInt(text.group(1))), type);
        param.setName(text.group(3));
        define(param);
    }

    private Draft draft(Function function, Block block) {
        String text = current();
        int end = text.indexOf(POSITION);
        Matcher parts = matched(INSTR, end < 0 ? text : text.substring(0, end), "not an instruction");
        Op op = op(parts.group(2));
        String result = parts.group(1);
        if ((result == null) != (op.result() == VoidType.VOID)) {
            throw error(op.text() + (result == null ? " has a result" : " has no result"));
        }
        Integer id = result == null ? null : function.takeValueId(Integer.parseInt(result));
        String inputs = parts.group(3);
        return new Draft(block, id, op, inputs == null ? "" : inputs, position(text, end), line);
    }

    private @Nullable SourcePosition position(String text, int end) {
        if (end < 0) {
            return null;
        }
        try {
            // Whole stretches of a function have one position.
            return positions.computeIfAbsent(text.substring(end + POSITION.length()), SourcePosition::parse);
        } catch (IllegalArgumentException e) {
            throw error(e);
        }
    }

    private Op op(String text) {
        if (text.startsWith("call ")) {
            Intrinsic intrinsic = intrinsics.apply(text.substring("call ".length()));
            if (intrinsic == null) {
                throw error("unknown intrinsic");
            }
            return new Op.Call(intrinsic);
        }
        if (text.startsWith("invoke ")) {
            Function callee = functions.get(text.substring("invoke ".length()));
            if (callee == null) {
                throw error("unknown function");
            }
            return new Op.Invoke(callee);
        }
        Op op = text.startsWith("const.") ? constant(text) : ops.getOrDefault(text, open(text));
        if (op == null) {
            throw error("unknown operation " + text);
        }
        return op;
    }

    private @Nullable Op open(String text) {
        try {
            return OpText.parse(text);
        } catch (IllegalArgumentException e) {
            throw error(e);
        }
    }

    private @Nullable Constant constant(String text) {
        int space = text.indexOf(' ');
        if (space < 0 || !(types.get(text.substring("const.".length(), space)) instanceof ScalarType type)) {
            return null;
        }
        try {
            return ConstantText.parse(type, text.substring(space + 1));
        } catch (IllegalArgumentException e) {
            throw error(e);
        }
    }

    /** Makes the instructions, numbered those without a result after all others, and then gives them their inputs. */
    private void complete(Function function, List<Draft> drafts) {
        List<Instr> instrs = new ArrayList<>();
        for (Draft draft : drafts) {
            line = draft.line();
            Integer id = draft.id();
            Instr instr = new Instr(id == null ? function.newValueId() : id, draft.op(), List.of(), draft.position());
            draft.block().append(instr);
            define(instr);
            instrs.add(instr);
        }
        for (int i = 0; i < instrs.size(); i++) {
            line = drafts.get(i).line();
            addInputs(instrs.get(i), drafts.get(i).inputs());
        }
    }

    private void addInputs(Instr instr, String text) {
        Matcher input = ONE_INPUT.matcher(text);
        while (input.find()) {
            List<MatchResult> numbers = NUMBER.matcher(input.group()).results().toList();
            if (input.group().startsWith("b")) {
                List<Value> arguments =
                        numbers.stream().skip(1).map(this::value).toList();
                instr.addEdge(target(numbers.getFirst()), arguments);
            } else if (instr.edges().isEmpty()) {
                instr.addOperand(value(numbers.getFirst()));
            } else {
                throw error("an operand after an edge");
            }
        }
    }

    private Block target(MatchResult number) {
        Block block = blocks.get(Integer.valueOf(number.group(1)));
        if (block == null) {
            throw error("there is no " + number.group());
        }
        return block;
    }

    private Value value(MatchResult number) {
        Value value = values.get(Integer.valueOf(number.group(1)));
        if (value == null) {
            throw error("there is no " + number.group());
        }
        return value;
    }

    private void define(Value value) {
        if (values.put(value.id(), value) != null) {
            throw error("a second value " + value);
        }
    }

    private void nextLine() {
        do {
            if (line == lines.length) {
                throw new IllegalArgumentException("line " + line + ": the text ends within the function");
            }
            line++;
        } while (current().isEmpty());
    }

    private String current() {
        return lines[line - 1].strip();
    }

    private boolean hasMore() {
        return Arrays.stream(lines).skip(line).anyMatch(text -> !text.isBlank());
    }

    private Matcher matched(Pattern pattern, String text, String otherwise) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw error(otherwise);
        }
        return matcher;
    }

    private IllegalArgumentException error(String what) {
        return new IllegalArgumentException("line " + line + ": " + what + ": " + current());
    }

    private IllegalArgumentException error(IllegalArgumentException cause) {
        return new IllegalArgumentException("line " + line + ": " + cause.getMessage() + ": " + current(), cause);
    }

    private static Map<String, Type> types() {
        Map<String, Type> types = new HashMap<>();
        types.put(VoidType.VOID.text(), VoidType.VOID);
        for (ScalarType type : ScalarType.values()) {
            types.put(type.text(), type);
        }
        for (ElementType element : ElementType.values()) {
            for (Space space : Space.values()) {
                for (IndexType index : IndexType.values()) {
                    ArrayType type = new ArrayType(element, space, index);
                    types.put(type.text(), type);
                }
            }
        }
        return types;
    }
}
