package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Which row is where in the arrays of arrays among arguments on the host, which their elements do not tell. Those of a device have no rows of their own. */
final class RowPlaces {
    private final LaunchArguments arguments;
    private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();

    /** Takes the rows that there are. */
    RowPlaces(LaunchArguments arguments, List<Object> values) {
        this.arguments = arguments;
        rows(values).forEach(row -> numbers.putIfAbsent(row, numbers.size()));
    }

    /** {@return the number of each row that there is now, among those that there were} */
    int[] in(List<Object> values) {
        return rows(values).stream()
                .mapToInt(row -> numbers.getOrDefault(row, -1))
                .toArray();
    }

    private List<Object> rows(List<Object> values) {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof Object[] array && !(array instanceof Record[]) && !arguments.isOnDevice(i)) {
                for (Object row : array) {
                    rows.add(row == null ? this : row);
                }
            }
        }
        return rows;
    }
}
