// Reads arguments from descriptor 0 and formats answers as JSON.

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.Boolean;
import java.lang.Character;
import java.lang.Class;
import java.lang.Double;
import java.lang.Integer;
import java.lang.Iterable;
import java.lang.Long;
import java.lang.Math;
import java.lang.Object;
import java.lang.String;
import java.lang.StringBuilder;
import java.lang.Throwable;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A type is an array of classes: the raw class, and for List also the type of its items. */
abstract class MousetrapInput {
    /** Maximum number of nodes of a list or tree. A larger structure must contain a cycle. */
    static final int MAX_NODES = 1_000_000;

    /** The input with the cases. */
    InputStream bytes =
            new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16);

    /** Reads the next case and returns the answer. The submission may throw any exception. */
    abstract Object answer() throws Throwable;

    /** Returns the type of the answer. */
    abstract Class<?>[] type();

    /** Creates a linked list. */
    Object linked(int[] values) {
        return null;
    }

    /** Returns the values of a linked list, or null if the list contains a cycle. */
    int[] values(Object list) {
        return null;
    }

    /** Creates a tree from its nodes in level order. */
    Object tree(Integer[] levels) {
        return null;
    }

    /** Returns the nodes of a tree in level order, or null if the tree contains a cycle. */
    List<Integer> levels(Object tree) {
        return null;
    }

    /** Waits for the next case. Returns whether the input has ended. */
    final boolean atEnd() throws IOException {
        bytes.mark(1);
        boolean atEnd = bytes.read() < 0;
        bytes.reset();
        return atEnd;
    }

    private long integer() throws IOException {
        int next = bytes.read();
        boolean negative = next == '-';
        if (negative) {
            next = bytes.read();
        }
        long value = 0;
        for (; next >= '0' && next <= '9'; next = bytes.read()) {
            value = 10 * value + (next - '0');
        }
        return negative ? -value : value;
    }

    private String word() throws IOException {
        StringBuilder word = new StringBuilder();
        for (int next = bytes.read(); next > ' '; next = bytes.read()) {
            word.append((char) next);
        }
        return word.toString();
    }

    private String text() throws IOException {
        byte[] text = bytes.readNBytes((int) integer());
        bytes.read(); // the end of the line
        return new String(text, StandardCharsets.UTF_8);
    }

    final Object read(Class<?>... type) throws IOException {
        return read(type[0], type, 1);
    }

    private Object read(Class<?> type, Class<?>[] items, int at) throws IOException {
        if (type == int.class) {
            return (int) integer();
        }
        if (type == long.class) {
            return integer();
        }
        if (type == double.class) {
            return Double.parseDouble(word());
        }
        if (type == boolean.class) {
            return integer() != 0;
        }
        if (type == char.class) {
            return (char) integer();
        }
        if (type == String.class) {
            return text();
        }
        if (type == List.class) {
            int size = (int) integer();
            List<Object> list = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                list.add(read(items[at], items, at + 1));
            }
            return list;
        }
        if (type.isArray()) {
            return array(type.getComponentType(), items, at);
        }
        return node(type);
    }

    private Object array(Class<?> item, Class<?>[] items, int at) throws IOException {
        int size = (int) integer();
        if (item == int.class) {
            int[] all = new int[size];
            for (int i = 0; i < size; i++) {
                all[i] = (int) integer();
            }
            return all;
        }
        Object all = Array.newInstance(item, size);
        for (int i = 0; i < size; i++) {
            Array.set(all, i, read(item, items, at));
        }
        return all;
    }

    private Object node(Class<?> type) throws IOException {
        if (type.getSimpleName().equals("ListNode")) {
            return linked((int[]) read(int[].class));
        }
        Integer[] levels = new Integer[(int) integer()];
        for (int i = 0; i < levels.length; i++) {
            String word = word();
            levels[i] = word.equals("null") ? null : Integer.valueOf(word);
        }
        return tree(levels);
    }

    /** A description of the answer if it contains a cycle; otherwise null. */
    private String cycle;

    /** Formats a reply: the answer as JSON, or `?` and the value if it has the wrong type. */
    final String spelled(Object value) {
        StringBuilder out = new StringBuilder();
        Class<?>[] type = type();
        if (write(out, value, type[0], type, 1)) {
            return out.toString();
        }
        String text = value instanceof Object[] items ? Arrays.deepToString(items) : String.valueOf(value);
        text = cycle == null ? text.replaceAll("\\s+", " ") : cycle;
        cycle = null;
        return "?".concat(text.substring(0, Math.min(text.length(), 99)));
    }

    private boolean write(StringBuilder out, Object value, Class<?> type, Class<?>[] items, int at) {
        if (type == int.class && value instanceof Integer
                || type == long.class && value instanceof Long
                || type == boolean.class && value instanceof Boolean
                || type == double.class && value instanceof Double real && Double.isFinite(real)) {
            out.append(value);
            return true;
        }
        if (type == char.class && value instanceof Character || type == String.class && value instanceof String) {
            quote(out, String.valueOf(value));
            return true;
        }
        if (type == List.class && value instanceof Iterable<?> list) {
            char before = '[';
            for (Object item : list) {
                out.append(before);
                before = ',';
                if (!write(out, item, items[at], items, at + 1)) {
                    return false;
                }
            }
            out.append(before == '[' ? "[]" : "]");
            return true;
        }
        if (type.isArray() && type.isInstance(value)) {
            int size = Array.getLength(value);
            out.append('[');
            for (int i = 0; i < size; i++) {
                if (i > 0) {
                    out.append(',');
                }
                if (!write(out, Array.get(value, i), type.getComponentType(), items, at)) {
                    return false;
                }
            }
            out.append(']');
            return true;
        }
        boolean isNode = !type.isArray() && !type.isPrimitive() && type != String.class && type != List.class;
        return isNode && (value == null || type.isInstance(value)) && writeNode(out, value, type);
    }

    private boolean writeNode(StringBuilder out, Object value, Class<?> type) {
        if (type.getSimpleName().equals("ListNode")) {
            int[] values = values(value);
            if (values == null) {
                cycle = "a list with a cycle";
                return false;
            }
            return write(out, values, int[].class, null, 0);
        }
        List<Integer> levels = levels(value);
        if (levels == null) {
            cycle = "a tree with a cycle";
            return false;
        }
        int size = levels.size();
        while (size > 0 && levels.get(size - 1) == null) {
            size--;
        }
        out.append('[');
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                out.append(',');
            }
            out.append(levels.get(i));
        }
        out.append(']');
        return true;
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next < ' ') {
                out.append("\\u00").append(next < 16 ? "0" : "").append(Integer.toHexString(next));
                continue;
            }
            if (next == '"' || next == '\\') {
                out.append('\\');
            }
            out.append(next);
        }
        out.append('"');
    }
}
