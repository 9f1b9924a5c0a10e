package uk.ac.manchester.tornado.api;

/** All backends. */
public interface TornadoRuntime {
    int getNumBackends();

    TornadoBackend getBackend(int index);
}
