package dev.gpukernel.processor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/** The members of classes by name, those that they inherit included. javac collects them anew whenever it is asked. */
final class Members {
    private final Elements elements;
    private final Map<TypeElement, Map<String, List<Element>>> known = new HashMap<>();

    Members(Elements elements) {
        this.elements = elements;
    }

    private List<Element> named(TypeElement type, String name) {
        return known.computeIfAbsent(type, this::byName).getOrDefault(name, List.of());
    }

    private Map<String, List<Element>> byName(TypeElement type) {
        Map<String, List<Element>> members = new HashMap<>();
        for (Element member : elements.getAllMembers(type)) {
            members.computeIfAbsent(member.getSimpleName().toString(), name -> new ArrayList<>())
                    .add(member);
        }
        return members;
    }

    /** {@return the methods of that name} */
    List<ExecutableElement> methods(TypeElement type, String name) {
        return ElementFilter.methodsIn(named(type, name));
    }

    boolean hasMethod(TypeElement type, String name) {
        return !methods(type, name).isEmpty();
    }

    boolean hasStaticMethod(TypeElement type, String name) {
        for (ExecutableElement method : methods(type, name)) {
            if (method.getModifiers().contains(Modifier.STATIC)) {
                return true;
            }
        }
        return false;
    }

    boolean hasField(TypeElement type, String name) {
        for (Element member : named(type, name)) {
            if (member.getKind().isField()) {
                return true;
            }
        }
        return false;
    }
}
