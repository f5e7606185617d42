// Mistake: writes only blocks of nine for a long run, and drops the remaining letters. Smallest
// counterexample: "aaaaaaaaaa" (ten letters), which must become "9aa", not "9a".
object Solution {
  def packRuns(text: String): String =
    "(.)\\1*".r.findAllIn(text).map { run =>
      if (run.length < 3) run
      else if (run.length < 9) s"${run.length}${run.head}"
      else s"9${run.head}" * (run.length / 9)
    }.mkString
}
