package dev.gpukernel.processor;

import java.util.Arrays;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic.Kind;

/** What is said of loops that the host runs and that launch others in each of their iterations. */
enum HostLoops {
    WARNED,
    REFUSED,
    SILENCED;

    /** Option that makes an error of the warning, if it is {@code error}. */
    static final String OPTION = "gpukernel.hostLoops";

    /** What {@link SuppressWarnings} calls the warning. */
    private static final String WARNING = "HostLoop";

    /** {@return what is said of those in a kernel} */
    static HostLoops in(Element kernel, Map<String, String> options) {
        for (Element e = kernel; e != null; e = e.getEnclosingElement()) {
            SuppressWarnings silenced = e.getAnnotation(SuppressWarnings.class);
            if (silenced != null && Arrays.asList(silenced.value()).contains(WARNING)) {
                return SILENCED;
            }
        }
        return "error".equals(options.get(OPTION)) ? REFUSED : WARNED;
    }

    /** {@return how it is said, if it is} */
    Kind kind() {
        return this == REFUSED ? Kind.ERROR : Kind.WARNING;
    }
}
