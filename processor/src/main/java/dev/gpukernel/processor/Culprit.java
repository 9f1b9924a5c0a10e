package dev.gpukernel.processor;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.diagnostic.Place;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the piece of source that a finding is about. A class file gives its line; what is on that line and of the kind that the
 * message speaks of gives the column. The error must stand on that very line, and javac puts it at a point of the tree that only
 * javac knows: so only trees are chosen for which that line is certain.
 */
final class Culprit {
    private static final Pattern METHOD = Pattern.compile("([\\w$]+)(?:\\([^()]*\\))?$");
    private static final Set<Kind> LOOPS =
            Set.of(Kind.FOR_LOOP, Kind.ENHANCED_FOR_LOOP, Kind.WHILE_LOOP, Kind.DO_WHILE_LOOP);

    /** What begins with the keyword at which javac reports it. */
    private static final Set<Kind> LED_BY_KEYWORD = Set.of(
            Kind.FOR_LOOP,
            Kind.ENHANCED_FOR_LOOP,
            Kind.WHILE_LOOP,
            Kind.DO_WHILE_LOOP,
            Kind.IF,
            Kind.SWITCH,
            Kind.SWITCH_EXPRESSION,
            Kind.TRY,
            Kind.SYNCHRONIZED,
            Kind.THROW,
            Kind.RETURN,
            Kind.NEW_ARRAY);

    private final ParsedSource source;
    private final Diagnostic diagnostic;
    private final Place place;
    private final @Nullable Place callee;

    /**
     * Prepares to look.
     *
     * @param source where
     * @param diagnostic what was found
     * @param place where to report it: its own place, or that of a call that leads there
     * @param callee a place in the method called there, or {@code null} if it is its own place
     */
    Culprit(ParsedSource source, Diagnostic diagnostic, Place place, @Nullable Place callee) {
        this.source = source;
        this.diagnostic = diagnostic;
        this.place = place;
        this.callee = callee;
    }

    Tree find() {
        if (diagnostic.message() == Message.KERNEL_WITHOUT_ARRAY) {
            return method();
        }
        return source.trees().stream()
                .filter(callee == null ? meant() : tree -> calls(tree, String.valueOf(callee.method())))
                .flatMap(this::certain)
                .findFirst()
                .or(() -> source.trees().stream()
                        .filter(tree -> !(tree instanceof ClassTree))
                        .flatMap(this::certain)
                        .findFirst())
                .orElseGet(this::method);
    }

    /** {@return the tree, or the part of it to report, if that is on the line for certain} */
    private Stream<Tree> certain(Tree tree) {
        if (tree instanceof MethodInvocationTree call) {
            ExpressionTree method = call.getMethodSelect();
            long dot = method instanceof MemberSelectTree select
                    ? source.endLine(select.getExpression())
                    : source.startLine(method);
            boolean nameIsHere = source.endLine(method) == place.line();
            return !nameIsHere ? Stream.empty() : Stream.of(dot == place.line() ? method : call);
        }
        boolean starts = source.startLine(tree) == place.line();
        boolean ends = source.endLine(tree) == place.line();
        return starts && (ends || LED_BY_KEYWORD.contains(tree.getKind())) ? Stream.of(tree) : Stream.empty();
    }

    /** Where lines are unknown: the method, or whatever there is. */
    private Tree method() {
        return source.trees().stream()
                .filter(tree -> tree instanceof MethodTree method
                        && method.getName().contentEquals(String.valueOf(place.method())))
                .findFirst()
                .orElseGet(source::unit);
    }

    private Predicate<Tree> meant() {
        String argument =
                diagnostic.arguments().isEmpty() ? "" : diagnostic.arguments().getFirst();
        return switch (diagnostic.message()) {
            case CALL_UNSUPPORTED -> call(argument);
            case RECURSION, KERNEL_TOO_LARGE -> tree -> calls(tree, lastName(argument));
            case FIELD_ACCESS, VOLATILE_FIELD -> tree -> names(tree, lastName(argument));
            case ALLOCATION -> tree -> tree instanceof NewClassTree || tree instanceof NewArrayTree;
            case EXCEPTION_ARGUMENTS -> NewClassTree.class::isInstance;
            case THROW_STATEMENT -> ThrowTree.class::isInstance;
            case SYNCHRONIZED -> SynchronizedTree.class::isInstance;
            case LOOP_SHAPE, NOT_A_KERNEL, HOST_LOOP -> tree -> LOOPS.contains(tree.getKind());
            case LOOP_CARRIED ->
                tree -> assigned(tree) instanceof IdentifierTree name
                        && name.getName().contentEquals(argument);
            case LOOP_DEPENDENCE, LOOP_SURROUNDED, TABLE_WRITE -> tree -> assigned(tree) instanceof ArrayAccessTree;
            case REFERENCE_VALUE -> reference(argument);
            default -> tree -> false;
        };
    }

    private static Predicate<Tree> call(String what) {
        return switch (what) {
            case "string concatenation" ->
                tree -> tree.getKind() == Kind.PLUS || tree.getKind() == Kind.PLUS_ASSIGNMENT;
            case "a lambda or method reference" ->
                tree -> tree instanceof LambdaExpressionTree || tree instanceof MemberReferenceTree;
            case "a pattern switch" -> tree -> tree instanceof SwitchTree || tree instanceof SwitchExpressionTree;
            default ->
                what.startsWith("constructor ") ? NewClassTree.class::isInstance : tree -> calls(tree, lastName(what));
        };
    }

    private static Predicate<Tree> reference(String what) {
        if (what.equals("null")) {
            return tree -> tree.getKind() == Kind.NULL_LITERAL;
        }
        if (what.startsWith("a cast")) {
            return TypeCastTree.class::isInstance;
        }
        return what.startsWith("instanceof") ? InstanceOfTree.class::isInstance : BinaryTree.class::isInstance;
    }

    private static boolean calls(Tree tree, String name) {
        return tree instanceof MethodInvocationTree call && names(call.getMethodSelect(), name);
    }

    private static boolean names(Tree tree, String name) {
        return (tree instanceof MemberSelectTree select
                        && select.getIdentifier().contentEquals(name))
                || (tree instanceof IdentifierTree identifier
                        && identifier.getName().contentEquals(name));
    }

    /** {@return what a tree assigns to, or the tree} */
    private static Tree assigned(Tree tree) {
        return switch (tree) {
            case AssignmentTree assignment -> assignment.getVariable();
            case CompoundAssignmentTree assignment -> assignment.getVariable();
            case UnaryTree unary -> unary.getExpression();
            default -> tree;
        };
    }

    private static String lastName(String text) {
        Matcher matcher = METHOD.matcher(text);
        return matcher.find() ? matcher.group(1) : text;
    }
}
