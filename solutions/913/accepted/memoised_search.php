// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
class Solution {
    const DRAW = 0, MOUSE = 1, CAT = 2;

    private int $n, $horizon;
    private array $graph, $memo = [];

    /**
     * @param Integer[][] $graph
     * @return Integer
     */
    function catMouseGame($graph) {
        $this->n = count($graph);
        $this->horizon = 2 * $this->n * ($this->n - 1);
        $this->graph = $graph;
        $this->memo = array_fill(0, $this->horizon * $this->n * $this->n, null);
        return $this->play(0, 1, 2);
    }

    private function play(int $ply, int $mouse, int $cat): int {
        if ($mouse === 0) return self::MOUSE;
        if ($mouse === $cat) return self::CAT;
        if ($ply === $this->horizon) return self::DRAW;
        $at = ($ply * $this->n + $mouse) * $this->n + $cat;
        return $this->memo[$at] ??= $ply % 2 === 0
            ? $this->mouseBest($ply, $mouse, $cat)
            : $this->catBest($ply, $mouse, $cat);
    }

    private function mouseBest(int $ply, int $mouse, int $cat): int {
        $best = self::CAT;
        foreach ($this->graph[$mouse] as $to) {
            $result = $this->play($ply + 1, $to, $cat);
            if ($result === self::MOUSE) return $result;
            if ($result === self::DRAW) $best = $result;
        }
        return $best;
    }

    private function catBest(int $ply, int $mouse, int $cat): int {
        $best = self::MOUSE;
        foreach ($this->graph[$cat] as $to) {
            if ($to === 0) continue;
            $result = $this->play($ply + 1, $mouse, $to);
            if ($result === self::CAT) return $result;
            if ($result === self::DRAW) $best = $result;
        }
        return $best;
    }
}
