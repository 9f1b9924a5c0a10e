package dev.gpukernel.internal.setting;

import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds system properties that look like settings and do nothing, since name or value is mistyped. */
public final class SettingsCheck {
    /** Prefixes of what GpuKernel's own tests and builds read. */
    private static final List<String> OF_TESTS = List.of(
            "gpukernel.adviser.", "gpukernel.goldens", "gpukernel.ownrows", "gpukernel.test.", "gpukernel.version");

    private SettingsCheck() {}

    /**
     * {@return a warning for each of some properties that does nothing, and one for each value}
     *
     * @param properties such as all of the system's
     */
    public static List<String> warnings(Map<String, String> properties) {
        List<String> warnings = new ArrayList<>();
        new TreeMap<>(properties).forEach((name, value) -> {
            Optional<Setting> setting = Arrays.stream(Setting.values())
                    .filter(known -> known.property().equals(name))
                    .findFirst();
            if (setting.isPresent()) {
                warnings.addAll(ofValue(setting.get(), value));
            } else if (isMeantForUs(name)) {
                warnings.add(Message.SETTING_UNKNOWN.format(name, whatThereIs(name)));
            }
        });
        return warnings;
    }

    private static boolean isMeantForUs(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith(Setting.PREFIX)
                && OF_TESTS.stream().noneMatch(name::startsWith);
    }

    private static String whatThereIs(String name) {
        Optional<String> option =
                Setting.OF_PROCESSOR.stream().filter(name::equalsIgnoreCase).findFirst();
        if (option.isPresent()) {
            return "it is an option of the annotation processor: pass -A" + option.get() + " to javac";
        }
        // What all names have in common says nothing of which was meant.
        String own = name.substring(Setting.PREFIX.length());
        Map<String, String> known = Arrays.stream(Setting.values())
                .collect(Collectors.toMap(
                        setting -> setting.property().substring(Setting.PREFIX.length()), Setting::property));
        return Spelling.nearest(own, new TreeMap<>(known).keySet())
                .map(nearest -> "did you mean '" + known.get(nearest) + "'?")
                .orElseGet(() -> Arrays.stream(Setting.values())
                        .map(Setting::property)
                        .collect(Collectors.joining(", ", "there are ", "")));
    }

    private static List<String> ofValue(Setting setting, String value) {
        return switch (setting.kind()) {
            case REFUSED -> List.of();
            case ONE -> isOneOf(setting, value) ? List.of() : List.of(warning(setting, value, value, "one of "));
            case LIST ->
                Setting.parts(value).stream()
                        .filter(part -> !part.isEmpty() && !isOneOf(setting, part))
                        .map(part -> warning(setting, value, part, "some of, separated by commas: "))
                        .toList();
        };
    }

    private static boolean isOneOf(Setting setting, String value) {
        return setting.choices().contains(value.strip().toLowerCase(Locale.ROOT));
    }

    private static String warning(Setting setting, String value, String wrong, String use) {
        return Message.SETTING_VALUE.format(
                setting.property(),
                value,
                wrong.strip(),
                use + String.join(", ", setting.choices()),
                Setting.didYouMean(wrong, setting.choices()));
    }
}
