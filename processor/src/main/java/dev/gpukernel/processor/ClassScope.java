package dev.gpukernel.processor;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTreeFactory;
import com.sun.source.util.DocTreePath;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * What names mean in the methods of one class, as far as that is the same in all of them.
 *
 * <p>{@code Trees.getElement} on a path into a body would say so too, but it makes javac attribute the whole class then and
 * there, and a class that overrides a method of one that is still to be generated then fails to compile. So a type is looked
 * up the way that references in doc comments are, which looks at the declarations in scope only, and members by hand.
 */
final class ClassScope {
    private final DocTrees trees;
    private final Elements elements;
    private final Members members;
    private final TypeElement type;
    private final TreePath method;
    private final List<MemberSelectTree> staticImports;

    // Each look-up of a type has javac parse and attribute a reference.
    private final Map<String, Optional<TypeElement>> types = new HashMap<>();
    private final Map<String, Boolean> fields = new HashMap<>();
    private final Map<String, List<TypeElement>> ownersOfMethods = new HashMap<>();

    /**
     * Looks at a class.
     *
     * @param trees of javac
     * @param members of all classes
     * @param type the class
     * @param method a method of it, whose type parameters are in scope too
     */
    ClassScope(DocTrees trees, Elements elements, Members members, TypeElement type, TreePath method) {
        this.trees = trees;
        this.elements = elements;
        this.members = members;
        this.type = type;
        this.method = method;
        this.staticImports = method.getCompilationUnit().getImports().stream()
                .filter(ImportTree::isStatic)
                .map(ImportTree::getQualifiedIdentifier)
                .map(MemberSelectTree.class::cast)
                .toList();
    }

    /** Tells whether names mean the same in a method of this class as in the one that was looked at. */
    @SuppressWarnings("ReferenceEquality") // the very same tree
    boolean fits(MethodTree other) {
        return other == method.getLeaf()
                || (other.getTypeParameters().isEmpty()
                        && method.getLeaf() instanceof MethodTree own
                        && own.getTypeParameters().isEmpty());
    }

    /** {@return the type of that name, simple or not} */
    @Nullable TypeElement type(String name) {
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

    /** Tells whether a field has that simple name. */
    boolean isField(String name) {
        return fields.computeIfAbsent(
                name,
                key -> enclosingClass(around -> members.hasField(around, key)) != null
                        || !ownersOfImportedField(key).isEmpty());
    }

    /** {@return the classes that a method called by its simple name may be declared in} */
    List<TypeElement> ownersOfMethod(String name) {
        return ownersOfMethods.computeIfAbsent(name, key -> {
            TypeElement around = enclosingClass(owner -> members.hasMethod(owner, key));
            return around == null
                    ? staticImportsOf(key, owner -> members.hasStaticMethod(owner, key))
                    : List.of(around);
        });
    }

    /** {@return the classes that a field named by its simple name is imported from} */
    List<TypeElement> ownersOfImportedField(String name) {
        return staticImportsOf(name, owner -> members.hasField(owner, name));
    }

    /** {@return the innermost of the class and those around it that is wanted, null if none is} */
    private @Nullable TypeElement enclosingClass(Predicate<TypeElement> wanted) {
        for (Element e = type; e != null; e = e.getEnclosingElement()) {
            if (e instanceof TypeElement around && wanted.test(around)) {
                return around;
            }
        }
        return null;
    }

    private List<TypeElement> staticImportsOf(String name, Predicate<TypeElement> wanted) {
        if (staticImports.isEmpty()) {
            return List.of();
        }
        return staticImports.stream()
                .filter(imported -> imported.getIdentifier().contentEquals(name)
                        || imported.getIdentifier().contentEquals("*"))
                .map(imported ->
                        elements.getTypeElement(imported.getExpression().toString()))
                .filter(owner -> owner != null && wanted.test(owner))
                .distinct()
                .toList();
    }
}
