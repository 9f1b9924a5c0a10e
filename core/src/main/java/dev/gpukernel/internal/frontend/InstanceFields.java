package dev.gpukernel.internal.frontend;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * The fields of objects, each by a key: of a record, the name of the component; of another class, the class that declares the field and its
 * name, since a class and the one above it may both have a field of that name.
 */
final class InstanceFields {
    private InstanceFields() {}

    /** {@return the types of the fields of a class and of those above it, by their keys, those of a record in order of its components} */
    static Map<String, Type> of(ClassFiles classes, String className) {
        Map<String, Type> fields = new LinkedHashMap<>();
        ClassNode node = classes.find(className);
        if (node == null) {
            return fields;
        }
        if (classes.isRecord(className)) {
            Records.components(node).forEach(part -> fields.put(part.name, Type.getType(part.descriptor)));
            return fields;
        }
        if (node.superName != null) {
            fields.putAll(of(classes, node.superName));
        }
        for (FieldNode field : node.fields) {
            if (isOfObject(field)) {
                fields.put(key(className, field.name), Type.getType(field.desc));
            }
        }
        return fields;
    }

    /** {@return the key of a field as an instruction names it, null if there is none} */
    static @Nullable String key(ClassFiles classes, String className, String name) {
        if (classes.isRecord(className)) {
            return name;
        }
        for (ClassNode node = classes.find(className);
                node != null;
                node = node.superName == null ? null : classes.find(node.superName)) {
            if (node.fields.stream().anyMatch(field -> isOfObject(field) && field.name.equals(name))) {
                return key(node.name, name);
            }
        }
        return null;
    }

    /** {@return the key of a field that a class declares, which is no record} */
    static String key(String className, String name) {
        return className + "." + name;
    }

    private static boolean isOfObject(FieldNode field) {
        return (field.access & Opcodes.ACC_STATIC) == 0;
    }
}
