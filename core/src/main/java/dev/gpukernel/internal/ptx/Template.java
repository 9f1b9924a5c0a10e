package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ScalarType;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * PTX with holes: {@code {d}} is the result, {@code {0}}, {@code {1}} … the operands, and {@code {t:i32}} a temporary of a type,
 * the same wherever the same name stands ({@code {t:i32}} and {@code {u:i32}} are two).
 */
final class Template {
    private static final Pattern HOLE = Pattern.compile("\\{(\\w+)(?::(\\w+))?}");

    private Template() {}

    /**
     * Fills in a template.
     *
     * @param template lines of PTX, separated by line ends
     * @param registers where temporaries come from
     * @param result what stands for {@code {d}}
     * @param operands what stands for {@code {0}}, {@code {1}} …
     * @return the lines
     */
    static String fill(String template, Registers registers, String result, List<String> operands) {
        Map<String, String> temporaries = new HashMap<>();
        return HOLE.matcher(template).replaceAll(hole -> {
            String name = hole.group(1);
            String type = hole.group(2);
            if (type != null) {
                return temporaries.computeIfAbsent(
                        name + type, key -> registers.temporary(ScalarType.valueOf(type.toUpperCase(Locale.ROOT))));
            }
            return name.equals("d") ? result : operands.get(Integer.parseInt(name));
        });
    }
}
