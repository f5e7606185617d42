// Written by Mousetrap: a whole program around a function in LeetCode's form.
import java.io.*;
import java.math.*;
import java.text.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
{{imports}}

public class {{stem}} {
    public static void main(String[] arguments) throws IOException {
        // The answer goes to standard output, what the function prints itself to standard error.
        PrintStream answers = System.out;
        System.setOut(System.err);
        Object value = MousetrapCase.read(new MousetrapInput()).answer();
        answers.println(String.valueOf(value).replaceAll("\\s+", " "));
        answers.flush();
        System.exit(0);
    }
}

{{solution}}

{{MousetrapCase.java}}

{{MousetrapInput.java}}
