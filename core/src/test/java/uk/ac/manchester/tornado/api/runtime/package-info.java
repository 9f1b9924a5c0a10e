/** How the stand-in is found. */
@org.jspecify.annotations.NullMarked
package uk.ac.manchester.tornado.api.runtime;
