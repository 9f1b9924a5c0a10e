package dev.gpukernel.processor;

import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Place;
import dev.gpukernel.internal.frontend.Reading.Finding;
import dev.gpukernel.internal.jit.KernelCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.tools.Diagnostic.Kind;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/** Reports what is wrong in the bodies of kernels, each thing once, at its own line. */
final class BodyErrors {
    private final ProcessingEnvironment environment;
    private final DocTrees trees;
    private final CompiledClasses classes;
    private final Map<JavaFileObject, ParsedSource> sources = new HashMap<>();
    private final Set<String> printed = new HashSet<>();

    BodyErrors(ProcessingEnvironment environment, DocTrees trees, CompiledClasses classes) {
        this.environment = environment;
        this.trees = trees;
        this.classes = classes;
    }

    /** Runs a step; if it fails, says so. */
    void guard(String what, Runnable step) {
        Guard.run(environment.getMessager(), what, null, step);
    }

    /** Prints what was found in a kernel. */
    void print(Check check) {
        check.printMistakes();
        KernelCheck.Result result = check.result();
        result.findings().forEach(finding -> print(finding, Kind.ERROR));
        if (check.hostLoops() != HostLoops.SILENCED) {
            result.warnings()
                    .forEach(warning -> print(warning, check.hostLoops().kind()));
        }
    }

    /** Prints a finding where it is; or, if that is in a class compiled elsewhere, where that is called. */
    private void print(Finding finding, Kind kind) {
        Diagnostic diagnostic = finding.diagnostic();
        List<Place> places = new ArrayList<>(finding.callers());
        if (diagnostic.place() != null) {
            places.addFirst(diagnostic.place());
        }
        for (int i = 0; i < places.size(); i++) {
            JavaFileObject file = classes.sourceOf(places.get(i).className());
            if (file != null) {
                print(diagnostic, kind, file, places.get(i), i == 0 ? null : places.get(i - 1));
                return;
            }
        }
        if (printed.add(withoutCalls(diagnostic).toString())) {
            environment.getMessager().printMessage(kind, diagnostic.toString());
        }
    }

    /** {@return what tells findings from each other: to the same one, several kernels may lead} */
    private static Diagnostic withoutCalls(Diagnostic diagnostic) {
        return diagnostic.calledFrom(List.of());
    }

    private void print(Diagnostic diagnostic, Kind kind, JavaFileObject file, Place place, @Nullable Place callee) {
        String text = callee == null ? diagnostic.text() : diagnostic.toString();
        if (printed.add(place + " " + withoutCalls(diagnostic))) {
            ParsedSource source =
                    sources.computeIfAbsent(file, key -> ParsedSource.of(key, environment.isPreviewEnabled()));
            Tree culprit = new Culprit(source, diagnostic, place, callee).find();
            trees.printMessage(kind, text, culprit, source.unit());
        }
    }
}
