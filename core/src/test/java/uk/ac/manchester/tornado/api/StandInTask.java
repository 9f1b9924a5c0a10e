package uk.ac.manchester.tornado.api;

import java.util.List;

/**
 * A task of a graph.
 *
 * @param id name of the graph, a dot, name of the task
 * @param code what implements one of TornadoVM's interfaces
 * @param arguments the context, and arrays of the host
 */
record StandInTask(String id, Object code, List<Object> arguments) {}
