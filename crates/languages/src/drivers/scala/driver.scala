// Answers cases with a pasted Scala submission. See ../README.md.

package mousetrap

import java.io.{BufferedInputStream, FileDescriptor, FileInputStream, FileOutputStream}

/** Reads the text form of cases from descriptor 0. */
final class Input {
  private val bytes = new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16)

  /** The next line without its end, or null at the end of the input. */
  def line(): String = {
    val text = new java.lang.StringBuilder
    var next = bytes.read()
    if (next < 0) null
    else {
      while (next >= 0 && next != '\n') {
        if (next != '\r') text.append(next.toChar)
        next = bytes.read()
      }
      text.toString
    }
  }

  /** The numbers on the next line, or null at the end of the input. */
  def numbers(): Array[Int] = {
    val text = line()
    if (text == null) null
    else {
      val words = text.trim.split(" ")
      val numbers = new Array[Int](words.length)
      var at = 0
      while (at < words.length) {
        numbers(at) = Integer.parseInt(words(at))
        at += 1
      }
      numbers
    }
  }
}

/** Without closures and collections, which take longer to load than all the rest. */
object Driver extends Runnable {

  /** The argument is the stack limit, in MiB. */
  def main(arguments: Array[String]): Unit =
    new Thread(null, this, "main", java.lang.Long.parseLong(arguments(0)) << 20).start()

  def run(): Unit = {
    var code = 0
    try {
      // There is no other way to a descriptor by its number.
      val replies = new FileOutputStream("/proc/self/fd/3")
      serve(replies)
    } catch {
      case error: Throwable =>
        report(error)
        code = 1
    }
    // Threads that a submission has left behind do not keep it alive.
    System.exit(code)
  }

  private def serve(replies: FileOutputStream): Unit = {
    val input = new Input
    replies.write("ready\n".getBytes)
    var value = Case.answer(input)
    while (value != null) {
      System.out.flush()
      replies.write((value.toString + "\n").getBytes)
      value = Case.answer(input)
    }
    replies.write("done\n".getBytes)
  }

  /** Prints an uncaught exception without the driver's own frames. */
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
