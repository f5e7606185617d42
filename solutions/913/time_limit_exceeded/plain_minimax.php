// Depth-first search straight from the rules, without a memo: a game that is still on
// after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
// positions come up again and again, and there are far more games than positions.
class Solution {
    const DRAW = 0, MOUSE = 1, CAT = 2;

    /**
     * @param Integer[][] $graph
     * @return Integer
     */
    function catMouseGame($graph) {
        return $this->play($graph, 2 * count($graph) * (count($graph) - 1), 1, 2);
    }

    private function play(array $graph, int $left, int $mouse, int $cat): int {
        if ($mouse === 0) return self::MOUSE;
        if ($mouse === $cat) return self::CAT;
        if ($left === 0) return self::DRAW;
        [$mover, $best, $from] = $left % 2 === 0 ? [self::MOUSE, self::CAT, $mouse] : [self::CAT, self::MOUSE, $cat];
        foreach ($graph[$from] as $to) {
            if ($mover === self::CAT && $to === 0) continue;
            $result = $mover === self::MOUSE
                ? $this->play($graph, $left - 1, $to, $cat)
                : $this->play($graph, $left - 1, $mouse, $to);
            if ($result === $mover) return $mover;
            if ($result === self::DRAW) $best = $result;
        }
        return $best;
    }
}
