package dev.gpukernel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariantTest {
    @Test
    void variantsTakeTurnsInBeingFirstAndWarmUpsDoNotCount() {
        List<String> order = new ArrayList<>();
        List<Variant> variants =
                List.of(new Variant("a", () -> order.add("a")), new Variant("b", () -> order.add("b")));

        double[] medians = Variant.medians(variants, 1, 3, variant -> {
            variant.body().run();
            return order.size();
        });

        assertThat(order).containsExactly("b", "a", "a", "b", "b", "a", "a", "b");
        assertThat(medians).containsExactly(6, 5);
    }
}
