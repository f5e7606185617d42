// Answers cases with a pasted Scala submission. See ../README.md.

package mousetrap

import java.io.{BufferedInputStream, FileDescriptor, FileInputStream, FileOutputStream}

/** Reads the text form of cases from descriptor 0. */
final class Input {
  private val bytes = new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16)

  /** The next line without its end, or none at the end of the input. */
  def line(): Option[String] = {
    val text = new StringBuilder
    var next = bytes.read()
    if (next < 0) None
    else {
      while (next >= 0 && next != '\n') {
        if (next != '\r') text += next.toChar
        next = bytes.read()
      }
      Some(text.toString)
    }
  }

  /** The numbers on the next line, or none at the end of the input. */
  def numbers(): Option[Array[Int]] = line().map(_.trim.split(' ').map(_.toInt))
}

object Driver {

  /** The argument is the stack limit, in MiB. */
  def main(arguments: Array[String]): Unit =
    new Thread(null, () => run(), "main", arguments(0).toLong << 20).start()

  private def run(): Unit = {
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
    sys.exit(code)
  }

  private def serve(replies: FileOutputStream): Unit = {
    val input = new Input
    replies.write("ready\n".getBytes)
    var value = Case.answer(input)
    while (value.isDefined) {
      Console.out.flush()
      System.out.flush()
      val text = String.valueOf(value.get).replaceAll("\\s+", " ").take(100)
      replies.write(s"$text\n".getBytes)
      value = Case.answer(input)
    }
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
