package uk.ac.manchester.tornado.api.math;

/** Functions of TornadoVM's own. */
public final class TornadoMath {
    private TornadoMath() {}

    public static float sqrt(float value) {
        return (float) Math.sqrt(value);
    }
}
