// Topological sort of the position graph: from the ends of the game backwards, counting
// for each position the moves not yet refuted. What is never decided is a draw.
class Solution {
    const DRAW = 0, MOUSE = 1, CAT = 2;

    /**
     * @param Integer[][] $graph
     * @return Integer
     */
    function catMouseGame($graph) {
        $n = count($graph);
        $catGraph = array_map(fn($next) => array_filter($next, fn($node) => $node !== 0), $graph);
        $result = $degree = [];
        for ($mouse = 0; $mouse < $n; $mouse++) {
            for ($cat = 1; $cat < $n; $cat++) {
                $result[$mouse][$cat] = [self::MOUSE => self::DRAW, self::CAT => self::DRAW];
                $degree[$mouse][$cat] = [
                    self::MOUSE => count($graph[$mouse]),
                    self::CAT => count($catGraph[$cat]),
                ];
            }
        }
        $queue = new SplQueue();
        for ($node = 1; $node < $n; $node++) {
            foreach ([self::MOUSE, self::CAT] as $turn) {
                $result[0][$node][$turn] = self::MOUSE;
                $result[$node][$node][$turn] = self::CAT;
                $queue->enqueue([0, $node, $turn]);
                $queue->enqueue([$node, $node, $turn]);
            }
        }
        while (!$queue->isEmpty()) {
            [$mouse, $cat, $turn] = $queue->dequeue();
            $winner = $result[$mouse][$cat][$turn];
            $mover = self::MOUSE + self::CAT - $turn;
            foreach ($mover === self::MOUSE ? $graph[$mouse] : $catGraph[$cat] as $origin) {
                [$m, $c] = $mover === self::MOUSE ? [$origin, $cat] : [$mouse, $origin];
                if ($result[$m][$c][$mover] !== self::DRAW) continue;
                if (--$degree[$m][$c][$mover] === 0 || $winner === $mover) {
                    $result[$m][$c][$mover] = $winner;
                    $queue->enqueue([$m, $c, $mover]);
                }
            }
        }
        return $result[1][2][self::MOUSE];
    }
}
