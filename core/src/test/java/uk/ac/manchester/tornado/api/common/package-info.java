/** Devices and tasks of the stand-in. */
@org.jspecify.annotations.NullMarked
package uk.ac.manchester.tornado.api.common;
