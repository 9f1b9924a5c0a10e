package dev.gpukernel.processor;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTreeFactory;
import com.sun.source.util.DocTreePath;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * What the names in the body of one method mean.
 *
 * <p>{@code Trees.getElement} on a path into the body would say so too, but it makes javac attribute the whole class then and
 * there, and a class that overrides a method of one that is still to be generated then fails to compile. So a type is looked
 * up the way that references in doc comments are, which looks at the declarations in scope only, and members by hand.
 */
final class SourceNames {
    private final DocTrees trees;
    private final Elements elements;
    private final TreePath method;
    private final List<MemberSelectTree> staticImports;
    private final Set<String> locals = new HashSet<>();
    private final Map<String, Boolean> fields = new HashMap<>();
    private final Map<String, Optional<TypeElement>> types = new HashMap<>();

    SourceNames(DocTrees trees, Elements elements, TreePath method) {
        this.trees = trees;
        this.elements = elements;
        this.method = method;
        this.staticImports = method.getCompilationUnit().getImports().stream()
                .filter(ImportTree::isStatic)
                .map(ImportTree::getQualifiedIdentifier)
                .map(MemberSelectTree.class::cast)
                .toList();
        collectLocals();
    }

    /** A type hidden by a local variable or class anywhere in the method counts as hidden in all of it. */
    private void collectLocals() {
        new TreeScanner<@Nullable Void, @Nullable Void>() {
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
        }.scan((MethodTree) method.getLeaf(), null);
    }

    /** {@return the type that an expression such as {@code Grid} or {@code dev.gpukernel.device.Grid} names} */
    @Nullable TypeElement type(ExpressionTree expression) {
        String name = dotted(expression);
        if (name == null || locals.contains(first(name)) || startsWithVariable(expression)) {
            return null;
        }
        // Each look-up has javac parse and attribute a reference.
        return types.computeIfAbsent(name, key -> Optional.ofNullable(typeInScope(trees, method, key)))
                .orElse(null);
    }

    /** {@return the type of that name in the scope of a class or method} */
    static @Nullable TypeElement typeInScope(DocTrees trees, TreePath scope, String name) {
        DocTreeFactory factory = trees.getDocTreeFactory();
        DocCommentTree comment = factory.newDocCommentTree(List.of(), List.of());
        DocTree reference = factory.newReferenceTree(name);
        Element named = trees.getElement(new DocTreePath(new DocTreePath(scope, comment), reference));
        return named instanceof TypeElement type ? type : null;
    }

    /** Tells whether an expression is a variable or a chain of names that starts with one, such as {@code x.length}. */
    boolean startsWithVariable(ExpressionTree expression) {
        String name = dotted(expression);
        if (name == null) {
            return false;
        }
        String first = first(name);
        return locals.contains(first) || fields.computeIfAbsent(first, this::isField);
    }

    private boolean isField(String name) {
        Predicate<Element> isField =
                member -> member.getKind().isField() && member.getSimpleName().contentEquals(name);
        return enclosingClasses().anyMatch(type -> hasMember(type, isField))
                || !staticImportsOf(name, isField).isEmpty();
    }

    /** {@return the classes that a method called by its simple name may be declared in} */
    List<TypeElement> ownersOfMethod(String name) {
        Predicate<Element> isMethod = member -> isStaticMethod(member, name);
        return enclosingClasses()
                .filter(type -> hasMember(type, isMethod))
                .findFirst()
                .map(List::of)
                .orElseGet(() -> staticImportsOf(name, isMethod));
    }

    /** {@return the classes that a field named by its simple name is imported from} */
    List<TypeElement> ownersOfImportedField(String name) {
        return locals.contains(name) || staticImports.isEmpty()
                ? List.of()
                : staticImportsOf(
                        name,
                        member -> member.getKind().isField()
                                && member.getSimpleName().contentEquals(name));
    }

    static boolean isStaticMethod(Element member, String name) {
        return member instanceof ExecutableElement
                && member.getModifiers().contains(Modifier.STATIC)
                && member.getSimpleName().contentEquals(name);
    }

    /** From the innermost outwards. */
    private Stream<TypeElement> enclosingClasses() {
        return Stream.iterate(trees.getElement(method), e -> e != null, Element::getEnclosingElement)
                .filter(TypeElement.class::isInstance)
                .map(TypeElement.class::cast);
    }

    private boolean hasMember(TypeElement type, Predicate<Element> wanted) {
        return elements.getAllMembers(type).stream().anyMatch(wanted);
    }

    private List<TypeElement> staticImportsOf(String name, Predicate<Element> wanted) {
        return staticImports.stream()
                .filter(imported -> imported.getIdentifier().contentEquals(name)
                        || imported.getIdentifier().contentEquals("*"))
                .map(imported ->
                        elements.getTypeElement(imported.getExpression().toString()))
                .filter(type -> type != null && hasMember(type, wanted))
                .distinct()
                .toList();
    }

    private static String first(String dotted) {
        int dot = dotted.indexOf('.');
        return dot < 0 ? dotted : dotted.substring(0, dot);
    }

    /** {@return the expression if it consists of names and dots} */
    static @Nullable String dotted(ExpressionTree expression) {
        // 'this', 'super' and 'class' are no names, though trees present them as such.
        if (expression instanceof IdentifierTree identifier) {
            String name = identifier.getName().toString();
            return SourceVersion.isName(name) ? name : null;
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
