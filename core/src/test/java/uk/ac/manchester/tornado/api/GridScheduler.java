package uk.ac.manchester.tornado.api;

import java.util.HashMap;
import java.util.Map;

/** Grids of tasks. */
public final class GridScheduler {
    private final Map<String, WorkerGrid> grids = new HashMap<>();

    public GridScheduler() {}

    public void addWorkerGrid(String task, WorkerGrid grid) {
        grids.put(task, grid);
    }

    WorkerGrid of(String task) {
        WorkerGrid grid = grids.get(task);
        if (grid == null) {
            throw new IllegalStateException("no grid for " + task);
        }
        return grid;
    }
}
