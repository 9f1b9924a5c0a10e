package uk.ac.manchester.tornado.api;

import java.util.List;

/** A graph that does not change any more. */
public record ImmutableTaskGraph(
        String name, List<TaskGraph.Transfer> in, List<TaskGraph.Transfer> out, List<StandInTask> tasks) {}
