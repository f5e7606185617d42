// Answers cases with a pasted Kotlin submission. See ../README.md.

package mousetrap

import java.io.BufferedInputStream
import java.io.FileDescriptor
import java.io.FileInputStream
import java.io.FileOutputStream
import kotlin.system.exitProcess

/** Reads the text form of cases from descriptor 0. */
class Input {
    private val bytes = BufferedInputStream(FileInputStream(FileDescriptor.`in`), 1 shl 16)

    /** The next line without its end, or null at the end of the input. */
    fun line(): String? {
        val text = StringBuilder()
        var next = bytes.read()
        if (next < 0) return null
        while (next >= 0 && next != '\n'.code) {
            if (next != '\r'.code) text.append(next.toChar())
            next = bytes.read()
        }
        return text.toString()
    }

    /** The numbers on the next line, or null at the end of the input. */
    fun numbers(): List<Int>? = line()?.trim()?.split(' ')?.map(String::toInt)
}

private fun serve(replies: FileOutputStream) {
    val input = Input()
    replies.write("ready\n".toByteArray())
    while (true) {
        val value = answer(input) ?: break
        System.out.flush()
        val text = value.toString().replace(Regex("\\s+"), " ").take(100)
        replies.write("$text\n".toByteArray())
    }
    replies.write("done\n".toByteArray())
}

/** Prints an uncaught exception without the driver's own frames. */
private fun report(error: Throwable) {
    System.out.flush()
    for (cause in generateSequence(error) { it.cause }) {
        val own = cause.stackTrace.filterNot { it.className.startsWith("mousetrap.") }
        cause.stackTrace = own.take(40).toTypedArray()
    }
    System.err.print("Exception in thread \"main\" ")
    error.printStackTrace()
}

private fun run() {
    // There is no other way to a descriptor by its number.
    val failure = runCatching { FileOutputStream("/proc/self/fd/3").use(::serve) }.exceptionOrNull()
    failure?.let(::report)
    // Threads that a submission has left behind do not keep it alive.
    exitProcess(if (failure == null) 0 else 1)
}

/** The argument is the stack limit, in MiB. */
fun main(arguments: Array<String>) {
    Thread(null, ::run, "main", arguments[0].toLong() shl 20).start()
}
