package dev.gpukernel.processor;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/** The names in the body of one method, each once, with nothing known of what they mean. */
final class MethodNames extends TreeScanner<@Nullable Void, @Nullable Void> {
    private static final Set<Tree.Kind> LOOPS =
            EnumSet.of(Tree.Kind.FOR_LOOP, Tree.Kind.ENHANCED_FOR_LOOP, Tree.Kind.WHILE_LOOP, Tree.Kind.DO_WHILE_LOOP);

    private final Set<String> locals = new HashSet<>();
    private final Set<String> used = new LinkedHashSet<>();
    private final Set<Call> calls = new LinkedHashSet<>();
    private boolean hasLoop;

    /**
     * A call.
     *
     * @param target what is before the method's name if that consists of names and dots, empty if there is nothing but {@code this} or
     *     {@code super}
     * @param method the method's name
     * @param arity number of arguments
     */
    record Call(String target, String method, int arity) {}

    private MethodNames() {}

    static MethodNames of(MethodTree method) {
        MethodNames names = new MethodNames();
        for (VariableTree parameter : method.getParameters()) {
            names.locals.add(parameter.getName().toString());
        }
        names.scan(method.getBody(), null);
        return names;
    }

    /** {@return the variables and classes that the method declares, anywhere in it} */
    Set<String> locals() {
        return locals;
    }

    /** {@return variables and types, alone or followed by what is selected of them, such as {@code Math.PI}} */
    Set<String> used() {
        return used;
    }

    /** {@return the calls, except of methods of what is computed} */
    Set<Call> calls() {
        return calls;
    }

    /** {@return whether the method has a loop} */
    boolean hasLoop() {
        return hasLoop;
    }

    @Override
    public @Nullable Void scan(@Nullable Tree tree, @Nullable Void unused) {
        hasLoop |= tree != null && LOOPS.contains(tree.getKind());
        return super.scan(tree, null);
    }

    @Override
    public @Nullable Void visitVariable(VariableTree variable, @Nullable Void unused) {
        locals.add(variable.getName().toString());
        return super.visitVariable(variable, null);
    }

    @Override
    public @Nullable Void visitClass(ClassTree local, @Nullable Void unused) {
        locals.add(local.getSimpleName().toString());
        return super.visitClass(local, null);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree identifier, @Nullable Void unused) {
        String name = dotted(identifier);
        if (name != null) {
            used.add(name);
        }
        return null;
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree select, @Nullable Void unused) {
        String name = dotted(select);
        if (name == null) {
            return super.visitMemberSelect(select, null);
        }
        used.add(name);
        return null;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void unused) {
        int arity = call.getArguments().size();
        if (call.getMethodSelect() instanceof MemberSelectTree select) {
            scan(select.getExpression(), null);
            String target = isThis(select.getExpression()) ? "" : dotted(select.getExpression());
            if (target != null) {
                calls.add(new Call(target, select.getIdentifier().toString(), arity));
            }
        } else if (call.getMethodSelect() instanceof IdentifierTree identifier) {
            calls.add(new Call("", identifier.getName().toString(), arity));
        }
        return scan(call.getArguments(), null);
    }

    private static boolean isThis(ExpressionTree expression) {
        return expression instanceof IdentifierTree identifier
                && (identifier.getName().contentEquals("this")
                        || identifier.getName().contentEquals("super"));
    }

    /** {@return the expression if it consists of names and dots} */
    private static @Nullable String dotted(ExpressionTree expression) {
        // 'this', 'super' and 'class' are no names, though trees present them as such.
        if (expression instanceof IdentifierTree identifier) {
            String name = identifier.getName().toString();
            return name.isEmpty() || SourceVersion.isKeyword(name) ? null : name;
        }
        if (expression instanceof MemberSelectTree select) {
            String qualifier = dotted(select.getExpression());
            return qualifier == null || SourceVersion.isKeyword(select.getIdentifier())
                    ? null
                    : qualifier + "." + select.getIdentifier();
        }
        return null;
    }
}
