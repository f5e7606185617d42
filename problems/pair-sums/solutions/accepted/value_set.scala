// Pairs each different value below half the target with its partner, then checks whether half
// the target occurs twice.
object Solution {
  def pairSums(numbers: Array[Int], target: Int): List[List[Int]] = {
    val values = numbers.toSet
    val different = values.toList.collect {
      case low if low < target - low && values(target - low) => List(low, target - low)
    }
    val halves = numbers.filter(number => number == target - number)
    if (halves.length >= 2) halves.take(2).toList :: different else different
  }
}
