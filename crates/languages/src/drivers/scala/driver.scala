// Answers cases with a pasted Scala submission. See ../README.md.

package mousetrap

import java.io.{BufferedInputStream, FileDescriptor, FileInputStream, FileOutputStream}

/** Reads values from descriptor 0. */
final class Input {
  private val bytes = new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16)

  /** Waits for the next case. Returns whether the input has ended. */
  def atEnd(): Boolean = {
    bytes.mark(1)
    val atEnd = bytes.read() < 0
    bytes.reset()
    atEnd
  }

  /** Reads a number and the character after it. */
  def long(): Long = {
    var next = bytes.read()
    val negative = next == '-'
    if (negative) next = bytes.read()
    var value = 0L
    while (next >= '0' && next <= '9') {
      value = 10 * value + (next - '0')
      next = bytes.read()
    }
    if (negative) -value else value
  }

  def int(): Int = long().toInt

  def boolean(): Boolean = long() != 0

  def char(): Char = int().toChar

  def double(): Double = java.lang.Double.parseDouble(word())

  def word(): String = {
    val word = new java.lang.StringBuilder
    var next = bytes.read()
    while (next > ' ') {
      word.append(next.toChar)
      next = bytes.read()
    }
    word.toString
  }

  def text(): String = {
    val text = bytes.readNBytes(int())
    bytes.read() // the end of the line
    new String(text, "UTF-8")
  }
}

/** Writes a value as JSON. */
final class Output {
  private val line = new java.lang.StringBuilder
  private var isWrong = false

  def open(): Unit = plain('[')

  def next(index: Int): Unit = if (index > 0) plain(',')

  def close(): Unit = plain(']')

  /** Replaces the reply with a value of the wrong type. */
  def wrong(text: String): Unit = {
    if (!isWrong) {
      line.setLength(0)
      line.append('?').append(text)
    }
    isWrong = true
  }

  def plain(value: Any): Unit = if (!isWrong) line.append(value)

  def double(value: Double): Unit =
    if (java.lang.Double.isFinite(value)) plain(value) else wrong(value.toString)

  def text(text: String): Unit = {
    line.append('"')
    var at = 0
    while (at < text.length) {
      val next = text.charAt(at)
      if (next < ' ') {
        line.append("\\u00").append(if (next < 16) "0" else "").append(Integer.toHexString(next.toInt))
      } else {
        if (next == '"' || next == '\\') line.append('\\')
        line.append(next)
      }
      at += 1
    }
    line.append('"')
  }

  def reply(): Array[Byte] = {
    if (isWrong && line.length > 100) line.setLength(100)
    line.append('\n').toString.getBytes("UTF-8")
  }
}

/** Uses no closures and collections, because loading their classes would take longer than all
  * other work. */
object Driver extends Runnable {

  /** The argument is the stack limit in MiB. */
  def main(arguments: Array[String]): Unit =
    new Thread(null, this, "main", java.lang.Long.parseLong(arguments(0)) << 20).start()

  def run(): Unit = {
    var code = 0
    try {
      // A descriptor can be opened by its number only through /proc.
      val replies = new FileOutputStream("/proc/self/fd/3")
      serve(replies)
    } catch {
      case error: Throwable =>
        report(error)
        code = 1
    }
    // End the process even if the submission has left threads running.
    System.exit(code)
  }

  private def serve(replies: FileOutputStream): Unit = {
    val input = new Input
    replies.write("ready\n".getBytes)
    while (!input.atEnd()) {
      val output = new Output
      Case.answer(input, output)
      replies.write(output.reply())
    }
    replies.write("done\n".getBytes)
  }

  /** Prints an uncaught exception without the driver's stack frames. */
  private def report(error: Throwable): Unit = {
    System.out.flush()
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).foreach { cause =>
      val own = cause.getStackTrace.filterNot(_.getClassName.startsWith("mousetrap."))
      cause.setStackTrace(own.take(40))
    }
    System.err.print("Exception in thread \"main\" ")
    error.printStackTrace()
  }
}
