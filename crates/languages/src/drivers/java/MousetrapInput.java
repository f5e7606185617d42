// Reads the text form of cases from descriptor 0.

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.Integer;
import java.lang.String;
import java.lang.StringBuilder;

final class MousetrapInput {
    private final InputStream bytes =
            new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16);

    /** The next line without its end, or null at the end of the input. */
    String line() throws IOException {
        StringBuilder text = new StringBuilder();
        int next = bytes.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = bytes.read()) {
            if (next != '\r') {
                text.append((char) next);
            }
        }
        return text.toString();
    }

    /** The numbers on a line. */
    static int[] numbers(String line) {
        String[] words = line.trim().split(" ");
        int[] numbers = new int[words.length];
        for (int i = 0; i < words.length; i++) {
            numbers[i] = Integer.parseInt(words[i]);
        }
        return numbers;
    }
}
