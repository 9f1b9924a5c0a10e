package dev.gpukernel.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.backend.ElementUses.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElementUsesTest {
    private static final int LENGTH = 30;
    private static final List<String> NAMES = List.of("A", "B", "C");

    /** Compares with a set of uses for each element. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyElementHasItsUses(long seed) {
        Random random = new Random(seed);
        ElementUses<String> uses = new ElementUses<>();
        List<Set<String>> model = new ArrayList<>();
        for (int i = 0; i < LENGTH; i++) {
            model.add(new TreeSet<>());
        }
        for (int number = 0; number < 2000; number++) {
            int from = random.nextInt(LENGTH);
            int to = random.nextInt(from, LENGTH) + 1;
            String by = NAMES.get(random.nextInt(NAMES.size()));
            boolean writes = random.nextInt(3) > 0;
            switch (random.nextInt(8)) {
                case 0 -> {
                    boolean known = model.stream().anyMatch(all -> all.removeIf(use -> use.startsWith(by)));
                    model.forEach(all -> all.removeIf(use -> use.startsWith(by)));
                    assertThat(uses.remove(by)).isEqualTo(known);
                }
                case 1 -> {
                    uses.removeIf(use -> use.by().equals(by) && !use.writes());
                    model.forEach(all -> all.removeIf(use -> use.startsWith(by) && use.endsWith("r")));
                }
                case 2, 3, 4 -> {
                    uses.cut(from, to, use -> writes || use.by().equals(by));
                    model.subList(from, to).forEach(all -> all.removeIf(use -> writes || use.startsWith(by)));
                }
                default -> {
                    uses.add(by, number, from, to, writes);
                    String text = by + number + (writes ? "w" : "r");
                    model.subList(from, to).forEach(all -> all.add(text));
                }
            }
            requireEqual(uses, model);
        }
    }

    private static void requireEqual(ElementUses<String> uses, List<Set<String>> model) {
        List<Set<String>> found = new ArrayList<>();
        for (int i = 0; i < LENGTH; i++) {
            found.add(new TreeSet<>());
        }
        int count = 0;
        for (Use<String> use = uses.first(); use != null; use = use.next()) {
            count++;
            String text = use.by() + use.number() + (use.writes() ? "w" : "r");
            for (int i = 0; i < LENGTH; i++) {
                if (use.overlaps(i, i + 1)) {
                    assertThat(use.covers(i, i + 1)).isTrue();
                    found.get(i).add(text);
                }
            }
        }
        assertThat(found).isEqualTo(model);
        assertThat(uses.count()).isEqualTo(count);
    }
}
