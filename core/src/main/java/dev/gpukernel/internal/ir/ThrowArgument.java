package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the constructor of an exception is given. It prints as text that {@link #parseAll} reads. */
public sealed interface ThrowArgument {
    /** {@return descriptors of the Java types of the operands that it takes, in their order, one letter each} */
    String operandTypes();

    /**
     * A text.
     *
     * @param recipe the text, with {@link Op.Throw#HOLE} wherever an operand goes
     * @param operandTypes descriptors of the operands' types
     */
    record Text(String recipe, String operandTypes) implements ThrowArgument {
        @Override
        public String toString() {
            return (operandTypes.isEmpty() ? "" : "(" + operandTypes + ")") + OpText.quote(recipe);
        }
    }

    /**
     * A number, which an operand is.
     *
     * @param type descriptor of its type
     */
    record Computed(char type) implements ThrowArgument {
        @Override
        public String operandTypes() {
            return String.valueOf(type);
        }

        @Override
        public String toString() {
            return String.valueOf(type);
        }
    }

    /**
     * A number that is known.
     *
     * @param type descriptor of its type
     * @param bits the number, as in {@link Op.Constant}
     */
    record Known(char type, long bits) implements ThrowArgument {
        @Override
        public String operandTypes() {
            return "";
        }

        @Override
        public String toString() {
            return type + "=" + bits;
        }
    }

    /**
     * A constant of an enum.
     *
     * @param className binary name of the enum
     * @param ordinal which one, of type {@code int}
     */
    record EnumConstant(String className, ThrowArgument ordinal) implements ThrowArgument {
        @Override
        public String operandTypes() {
            return ordinal.operandTypes();
        }

        @Override
        public String toString() {
            return "enum " + className + " " + ordinal;
        }
    }

    /**
     * An array of objects: numbers are put into objects.
     *
     * @param elements what it holds
     */
    record Objects(List<ThrowArgument> elements) implements ThrowArgument {
        /** Copies the elements. */
        public Objects {
            elements = List.copyOf(elements);
        }

        @Override
        public String operandTypes() {
            return elements.stream().map(ThrowArgument::operandTypes).collect(Collectors.joining());
        }

        @Override
        public String toString() {
            return elements.toString();
        }
    }

    /**
     * A text that {@link String#format} makes.
     *
     * @param format the format
     * @param elements what is put into it
     */
    record Formatted(String format, List<ThrowArgument> elements) implements ThrowArgument {
        /** Copies the elements. */
        public Formatted {
            elements = List.copyOf(elements);
        }

        @Override
        public String operandTypes() {
            return new Objects(elements).operandTypes();
        }

        @Override
        public String toString() {
            return "format " + OpText.quote(format) + " " + elements;
        }
    }

    /** The text of the exception that is its cause. */
    record TextOfCause() implements ThrowArgument {
        @Override
        public String operandTypes() {
            return "";
        }

        @Override
        public String toString() {
            return "text of cause";
        }
    }

    /**
     * Another exception, which is its cause.
     *
     * @param className binary name of its class
     * @param constructor descriptor of its constructor
     * @param arguments what that is given
     * @param position where it was thrown
     */
    record Cause(String className, String constructor, List<ThrowArgument> arguments, SourcePosition position)
            implements ThrowArgument {
        /** Copies the arguments. */
        public Cause {
            arguments = List.copyOf(arguments);
        }

        @Override
        public String operandTypes() {
            return new Objects(arguments).operandTypes();
        }

        @Override
        public String toString() {
            return "cause " + className + " " + constructor + " " + arguments + " at " + OpText.quote(position.text());
        }
    }

    /**
     * Reads the text of a list of them.
     *
     * @param text such as {@code [I, J=5, "text", enum com.acme.Kind I=0, [I, I], format "%d" [I]]}
     * @return what it lists
     * @throws IllegalArgumentException if it is no such list
     */
    static List<ThrowArgument> parseAll(String text) {
        Reader reader = new Reader(text);
        return ((Objects) reader.argument()).elements;
    }

    /** Reads a text from left to right. */
    final class Reader {
        private final String text;
        private int next;

        private Reader(String text) {
            this.text = text;
        }

        private boolean takes(String expected) {
            boolean isThere = text.startsWith(expected, next);
            next += isThere ? expected.length() : 0;
            return isThere;
        }

        private String upTo(String end) {
            int start = next;
            int found = text.indexOf(end, start);
            if (found < 0) {
                throw new IllegalArgumentException("no arguments of an exception: " + text);
            }
            next = found + end.length();
            return text.substring(start, found);
        }

        private ThrowArgument argument() {
            if (takes("[")) {
                List<ThrowArgument> elements = new ArrayList<>();
                while (!takes("]")) {
                    elements.add(argument());
                    takes(", ");
                }
                return new Objects(elements);
            }
            if (takes("enum ")) {
                return new EnumConstant(upTo(" "), argument());
            }
            if (takes("format \"")) {
                String format = OpText.unquote(upTo("\""));
                takes(" ");
                return new Formatted(format, ((Objects) argument()).elements);
            }
            if (takes("text of cause")) {
                return new TextOfCause();
            }
            if (takes("cause ")) {
                String className = upTo(" ");
                String constructor = upTo(" ");
                List<ThrowArgument> given = ((Objects) argument()).elements;
                takes(" at \"");
                return new Cause(className, constructor, given, SourcePosition.parse(OpText.unquote(upTo("\""))));
            }
            String types = takes("(") ? upTo(")") : "";
            if (takes("\"")) {
                return new Text(OpText.unquote(upTo("\"")), types);
            }
            char type = text.charAt(next++);
            return takes("=") ? new Known(type, number()) : new Computed(type);
        }

        private long number() {
            int start = next;
            while (next < text.length() && (text.charAt(next) == '-' || Character.isDigit(text.charAt(next)))) {
                next++;
            }
            return Long.parseLong(text.substring(start, next));
        }
    }
}
