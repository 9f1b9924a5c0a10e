/** Arrays of the stand-in, outside the Java heap. */
@org.jspecify.annotations.NullMarked
package uk.ac.manchester.tornado.api.types.arrays;
