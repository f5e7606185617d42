// Written by Mousetrap: a whole program around a function in LeetCode's form.
import java.io.*;
import java.lang.reflect.Array;
import java.math.*;
import java.nio.charset.StandardCharsets;
import java.text.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
{{imports}}

public class {{stem}} {
    public static void main(String[] arguments) throws Throwable {
        // The answer goes to standard output, what the function prints itself to standard error.
        PrintStream answers = System.out;
        System.setOut(System.err);
        MousetrapInput input = new MousetrapCase();
        String text = new String(System.in.readAllBytes(), StandardCharsets.US_ASCII);
        input.bytes = new ByteArrayInputStream(translated(text).getBytes(StandardCharsets.US_ASCII));
        answers.println(input.spelled(input.answer()));
        answers.flush();
        System.exit(0);
    }

    {{text}}
}

{{solution}}

{{MousetrapCase.java}}

{{MousetrapInput.java}}
