// Answers cases with a pasted Kotlin submission. See ../README.md.

package mousetrap

import java.io.BufferedInputStream
import java.io.FileDescriptor
import java.io.FileInputStream
import java.io.FileOutputStream
import kotlin.system.exitProcess

/** Reads values from descriptor 0. */
class Input {
    private val bytes = BufferedInputStream(FileInputStream(FileDescriptor.`in`), 1 shl 16)

    /** Waits for the next case. Returns whether the input has ended. */
    fun atEnd(): Boolean {
        bytes.mark(1)
        val atEnd = bytes.read() < 0
        bytes.reset()
        return atEnd
    }

    /** Reads a number and the character after it. */
    fun long(): Long {
        var next = bytes.read()
        val negative = next == '-'.code
        if (negative) next = bytes.read()
        var value = 0L
        while (next >= '0'.code && next <= '9'.code) {
            value = 10 * value + (next - '0'.code)
            next = bytes.read()
        }
        return if (negative) -value else value
    }

    fun int(): Int = long().toInt()

    fun boolean(): Boolean = long() != 0L

    fun char(): Char = int().toChar()

    fun double(): Double = word().toDouble()

    fun word(): String {
        val word = StringBuilder()
        var next = bytes.read()
        while (next > ' '.code) {
            word.append(next.toChar())
            next = bytes.read()
        }
        return word.toString()
    }

    fun text(): String {
        val text = bytes.readNBytes(int())
        bytes.read() // the end of the line
        return String(text)
    }
}

/** Writes a value as JSON. */
class Output {
    private val line = StringBuilder()
    private var isWrong = false

    companion object {
        /** Maximum number of nodes of a list or tree. A larger structure must contain a cycle. */
        const val MAX_NODES = 1_000_000

        fun listed(value: List<Double>) = value

        fun listed(value: DoubleArray) = value.asList()
    }

    fun open() = plain('[')

    fun next(index: Int) {
        if (index > 0) plain(',')
    }

    fun close() = plain(']')

    /** Replaces the reply with a value of the wrong type. */
    fun wrong(text: String) {
        if (!isWrong) line.setLength(0)
        if (!isWrong) line.append('?').append(text)
        isWrong = true
    }

    fun plain(value: Any?) {
        if (!isWrong) line.append(value)
    }

    fun double(value: Double) = if (value.isFinite()) plain(value) else wrong(value.toString())

    fun text(text: String) {
        if (isWrong) return
        line.append('"')
        for (next in text) {
            if (next < ' ') {
                line.append("\\u00").append(if (next < '\u0010') "0" else "").append(next.code.toString(16))
                continue
            }
            if (next == '"' || next == '\\') line.append('\\')
            line.append(next)
        }
        line.append('"')
    }

    fun reply(): ByteArray = line.append('\n').toString().toByteArray()
}

private fun serve(replies: FileOutputStream) {
    val input = Input()
    replies.write("ready\n".toByteArray())
    while (!input.atEnd()) {
        val output = Output()
        answer(input, output)
        System.out.flush()
        replies.write(output.reply())
    }
    replies.write("done\n".toByteArray())
}

/** Prints an uncaught exception without the driver's stack frames. */
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
    // A descriptor can be opened by its number only through /proc.
    val failure = runCatching { FileOutputStream("/proc/self/fd/3").use(::serve) }.exceptionOrNull()
    failure?.let(::report)
    // End the process even if the submission has left threads running.
    exitProcess(if (failure == null) 0 else 1)
}

/** The argument is the stack limit in MiB. */
fun main(arguments: Array<String>) {
    Thread(null, ::run, "main", arguments[0].toLong() shl 20).start()
}
