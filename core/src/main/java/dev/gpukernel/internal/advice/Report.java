package dev.gpukernel.internal.advice;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.advice.Advice.Verdict;
import dev.gpukernel.internal.frontend.Reading.Finding;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A survey as text. The same jar gives the same text, but for methods at the limit of time. */
final class Report {
    private final StringBuilder text = new StringBuilder();
    private final Survey survey;
    private final boolean isProfiled;

    private Report(Survey survey, boolean isProfiled) {
        this.survey = survey;
        this.isProfiled = isProfiled;
    }

    /** {@return the text} */
    static String of(Survey survey, boolean isProfiled) {
        Report report = new Report(survey, isProfiled);
        survey.advice().forEach(report::method);
        report.summary();
        report.reasons();
        report.unread();
        return report.text.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void method(Advice advice) {
        String file =
                advice.method().file().isEmpty() ? "" : " (" + advice.method().file() + ")";
        String order = isProfiled
                ? "%d samples, depth %d"
                        .formatted(advice.samples(), advice.method().depth())
                : "depth %d".formatted(advice.method().depth());
        line("%s: %s%s".formatted(order, advice, file));
        line("    %s%s".formatted(advice.verdict().text(), advice.failure().isEmpty() ? "" : ": " + advice.failure()));
        advice.assumed().forEach(name -> line("        with objects of %s".formatted(name)));
        advice.findings().forEach(this::finding);
        advice.warnings().forEach(this::finding);
    }

    private void finding(Finding finding) {
        Diagnostic diagnostic = finding.diagnostic();
        String place = diagnostic.place() == null ? "" : diagnostic.place() + ": ";
        line("    %s[%s] %s".formatted(place, diagnostic.message().code(), diagnostic.summary()));
        line("        help: %s".formatted(diagnostic.help()));
        finding.callers().forEach(caller -> line("        called at %s".formatted(caller)));
    }

    private void summary() {
        List<Advice> all = survey.advice();
        line("");
        line("%d classes, %d methods, %d of them loop over arrays of primitives:"
                .formatted(survey.classes(), survey.methods(), all.size()));
        for (Verdict verdict : Verdict.values()) {
            long count =
                    all.stream().filter(advice -> advice.verdict() == verdict).count();
            line(String.format(
                    Locale.ROOT,
                    "%8d  %5.1f %%  %s",
                    count,
                    all.isEmpty() ? 0 : 100.0 * count / all.size(),
                    verdict.text()));
        }
    }

    /** In how many methods a reason is among those given, and in how many it is the only one. */
    private static final class Tally {
        private int among;
        private int only;
    }

    private void reasons() {
        Map<Message, Tally> tallies = new EnumMap<>(Message.class);
        for (Advice advice : survey.advice()) {
            Set<Message> reasons = advice.reasons();
            for (Message reason : reasons) {
                Tally tally = tallies.computeIfAbsent(reason, _ -> new Tally());
                tally.among++;
                tally.only += reasons.size() == 1 ? 1 : 0;
            }
        }
        if (tallies.isEmpty()) {
            return;
        }
        line("");
        line("   among     only  reason");
        tallies.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<Message, Tally> entry) -> -entry.getValue().among)
                        .thenComparing(Map.Entry::getKey))
                .forEach(entry -> line("%8d %8d  %s"
                        .formatted(
                                entry.getValue().among,
                                entry.getValue().only,
                                entry.getKey().code())));
    }

    private void unread() {
        if (survey.jarsInside() > 0) {
            line("");
            line("%d jars inside of the jar were not looked into: unpack them".formatted(survey.jarsInside()));
        }
        if (!survey.broken().isEmpty()) {
            line("");
            line("%d class files could not be read:".formatted(survey.broken().size()));
            survey.broken().forEach(file -> line("    %s".formatted(file)));
        }
    }
}
