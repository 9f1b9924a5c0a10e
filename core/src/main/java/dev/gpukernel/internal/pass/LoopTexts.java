package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.diagnostic.Place;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is said of loops that cannot run in parallel. */
final class LoopTexts {
    /** By line, those without one last: so what a finding names is always the same. */
    static final Comparator<Instr> BY_LINE = Comparator.comparingInt(LoopTexts::line);

    private LoopTexts() {}

    static Diagnostic shape(Loop loop, String why) {
        return finding(Message.LOOP_SHAPE, loop.header().terminator().position(), why);
    }

    /** Of a variable whose value so far something asks for; null where nothing does. */
    static Diagnostic carried(Loop loop, BlockParam param, @Nullable Instr reader) {
        SourcePosition update = update(loop, param);
        SourcePosition read = reader == null || reader.position() == null
                ? null
                : reader.position().ofUser();
        String where = read == null || read.line() == 0
                ? ""
                : ", and line " + read.line() + " depends on it"
                        + (isRounded(loop, param) ? ": compute it from the loop variable, as start + i * step" : "")
                        + (beginsAnew(param, reader)
                                ? ": behind a NaN it begins anew; write Math.min or Math.max, or compare the other way round, as in if (x < m) m = x"
                                : "");
        return finding(Message.LOOP_CARRIED, update, name(param), where);
    }

    /** Of a variable that is one thing or another as the value of another one so far says. */
    static Diagnostic dependent(Loop loop, BlockParam param, BlockParam on) {
        String why = ", and depends on what '" + name(on) + "' is so far";
        return finding(Message.LOOP_CARRIED, update(loop, param), name(param), why);
    }

    /** {@return whether a NaN that a floating number is compared with takes its place, and then any number the NaN's} */
    private static boolean beginsAnew(BlockParam param, @Nullable Instr reader) {
        if (reader == null
                || !(reader.op() instanceof Op.Compare(Predicate is, ScalarType type))
                || !type.isFloating()
                || !is.ordered().isOrder()
                || !reader.operands().contains(param)) {
            return false;
        }
        Value other = reader.operand(reader.operand(0) == param ? 1 : 0);
        int taken = is.acceptsNan() ? 0 : 1;
        return reader.users().stream().anyMatch(user -> switch (user.op()) {
            case Op.Select _ -> user.operand(1 + taken) == other && user.operand(2 - taken) == param;
            case Op.Branch _ ->
                passes(user.edges().get(taken), other) && !passes(user.edges().get(1 - taken), other);
            default -> false;
        });
    }

    private static boolean passes(Edge edge, Value value) {
        return edge.arguments().contains(value)
                || edge.target().terminator().edges().stream()
                        .anyMatch(next -> next.arguments().contains(value));
    }

    /** {@return whether each iteration adds the same to a floating number} Its value depends on how often it was rounded. */
    private static boolean isRounded(Loop loop, BlockParam param) {
        return loop.backEdges().stream()
                .map(edge -> edge.arguments().get(param.index()))
                .allMatch(next -> next instanceof Instr sum
                        && sum.op() instanceof Op.Binary(BinaryKind kind, ScalarType type)
                        && type.isFloating()
                        && (kind == BinaryKind.ADD || kind == BinaryKind.SUB)
                        && sum.operands().contains(param)
                        && sum.operands().stream().allMatch(value -> value == param || loop.isInvariant(value)));
    }

    /** Of arrays that are made where none can be, in what is done on a device. */
    static List<Diagnostic> made(List<Instr> makers) {
        return makers.stream()
                .map(maker -> finding(
                        Message.ALLOCATION,
                        maker.position(),
                        "an array " + ((Op.MakeArray) maker.op()).element().text()
                                + "[] of a length that is not a constant"))
                .toList();
    }

    private static String name(BlockParam param) {
        return param.name() == null ? "?" : param.name();
    }

    /** {@return where a carried value is updated} */
    private static @Nullable SourcePosition update(Loop loop, BlockParam param) {
        return loop.backEdges().stream()
                .map(edge -> edge.arguments().get(param.index()))
                .filter(Instr.class::isInstance)
                .map(value -> ((Instr) value).position())
                .findFirst()
                .orElse(loop.header().terminator().position());
    }

    private static int line(Instr instr) {
        SourcePosition position = instr.position();
        return position == null || position.line() == 0 ? Integer.MAX_VALUE : position.line();
    }

    /** {@return a finding at a place in code of the user's, with the calls by which the kernel gets there} */
    static Diagnostic finding(Message message, @Nullable SourcePosition position, Object... arguments) {
        List<Place> callers = new ArrayList<>();
        SourcePosition user = position == null ? null : position.ofUser();
        for (SourcePosition at = user == null ? null : user.caller(); at != null; at = at.caller()) {
            callers.add(place(at));
        }
        return Diagnostic.of(message, user == null ? null : place(user), arguments)
                .calledFrom(callers);
    }

    /** {@return findings without those that say the same of a method that is called at several places} */
    static List<Diagnostic> once(List<Diagnostic> findings) {
        Map<Diagnostic, Diagnostic> first = new LinkedHashMap<>();
        findings.forEach(finding -> first.putIfAbsent(finding.calledFrom(List.of()), finding));
        return List.copyOf(first.values());
    }

    private static Place place(SourcePosition position) {
        return new Place(position.className(), position.method(), position.file(), position.line());
    }

    /** {@return what a finding says, in words that go after "not parallel: "} */
    static String reason(Diagnostic finding) {
        return finding.summary()
                + (finding.place() == null ? "" : " (line " + finding.place().line() + ")");
    }

    /**
     * {@return the warning that the host runs a loop}
     *
     * @param exchange the loops to be exchanged, in words, if that would help; else {@code null}
     */
    static Diagnostic host(Loop loop, Diagnostic why, @Nullable String exchange) {
        String help = exchange == null ? why.help() : exchange + "; or " + why.help();
        return finding(Message.HOST_LOOP, loop.header().terminator().position(), reason(why), help);
    }

    /** {@return where an instruction is, in words that go after what is there; nothing if that is not known} */
    static String at(Instr instr) {
        SourcePosition position = instr.position();
        return position == null || position.line() == 0 ? "" : " at line " + position.line();
    }
}
