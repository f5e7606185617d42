// Answers cases with a pasted Java submission. See ../README.md. Names begin
// with Mousetrap, because the submission shares the unnamed package. Classes of
// java.lang are imported by name, because the submission may define a class such
// as Thread or Math.

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.Long;
import java.lang.Object;
import java.lang.StackTraceElement;
import java.lang.String;
import java.lang.System;
import java.lang.Thread;
import java.lang.Throwable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

final class MousetrapDriver {
    /** The argument is the stack limit in MiB. */
    public static void main(String[] arguments) {
        long stack = Long.parseLong(arguments[0]) << 20;
        new Thread(null, MousetrapDriver::run, "main", stack).start();
    }

    private static void run() {
        int code = 0;
        // A descriptor can be opened by its number only through /proc.
        try (OutputStream replies = new FileOutputStream("/proc/self/fd/3")) {
            serve(replies);
        } catch (Throwable error) {
            report(error);
            code = 1;
        }
        // End the process even if the submission has left threads running.
        System.exit(code);
    }

    private static void serve(OutputStream replies) throws Throwable {
        MousetrapInput input = new MousetrapCase();
        send(replies, "ready");
        while (!input.atEnd()) {
            Object value = input.answer();
            System.out.flush();
            send(replies, input.spelled(value));
        }
        send(replies, "done");
    }

    private static void send(OutputStream replies, String line) throws IOException {
        replies.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Prints an uncaught exception without the driver's stack frames. */
    private static void report(Throwable error) {
        System.out.flush();
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            cause.setStackTrace(
                    Arrays.stream(cause.getStackTrace())
                            .filter(frame -> !frame.getClassName().startsWith("Mousetrap"))
                            .limit(40)
                            .toArray(StackTraceElement[]::new));
        }
        System.err.print("Exception in thread \"main\" ");
        error.printStackTrace();
    }
}
