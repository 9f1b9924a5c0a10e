/** As TornadoVM has it, as far as it is used. */
@org.jspecify.annotations.NullMarked
package uk.ac.manchester.tornado.api.math;
