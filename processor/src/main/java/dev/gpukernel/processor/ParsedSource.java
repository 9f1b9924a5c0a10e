package dev.gpukernel.processor;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A source, parsed once more: when class files are written, javac has rewritten its own trees beyond recognition.
 *
 * @param unit the source
 * @param positions where its trees are
 * @param trees all of them, each before those in it
 */
record ParsedSource(CompilationUnitTree unit, SourcePositions positions, List<Tree> trees) {
    static ParsedSource of(JavaFileObject file, boolean preview) {
        String release = String.valueOf(Runtime.version().feature());
        List<String> options = preview ? List.of("--enable-preview", "--release", release) : List.of();
        // Whatever is to say about it was said when it was compiled.
        JavacTask parser = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, diagnostic -> {}, options, null, List.of(file));
        try {
            CompilationUnitTree unit = parser.parse().iterator().next();
            List<Tree> trees = new ArrayList<>();
            new TreeScanner<@Nullable Void, @Nullable Void>() {
                @Override
                public @Nullable Void scan(@Nullable Tree tree, @Nullable Void unused) {
                    if (tree != null) {
                        trees.add(tree);
                    }
                    return super.scan(tree, null);
                }
            }.scan(unit, null);
            return new ParsedSource(unit, Trees.instance(parser).getSourcePositions(), trees);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the line that a tree starts on, 0 if it has none} */
    long startLine(Tree tree) {
        return line(positions.getStartPosition(unit, tree));
    }

    /** {@return the line that a tree ends on, 0 if it has none} */
    long endLine(Tree tree) {
        return line(positions.getEndPosition(unit, tree) - 1);
    }

    private long line(long position) {
        return position < 0 ? 0 : unit.getLineMap().getLineNumber(position);
    }
}
