// Sets of mouse cells as 64-bit integers, one per cat cell: bit m of $wins[$cat] says
// that the mouse on m, to move, wins within the current number of plies. The sets grow
// round by round until nothing changes.
class Solution {
    private const MAX_MOVES = 1000;

    /**
     * @param String[] $grid
     * @param Integer $catJump
     * @param Integer $mouseJump
     * @return Boolean
     */
    function canMouseWin($grid, $catJump, $mouseJump) {
        $board = implode('', $grid);
        $cols = strlen($grid[0]);
        [$food, $mouse, $cat] = array_map(fn($what) => strpos($board, $what), ['F', 'M', 'C']);
        $mouseMoves = $this->moves($board, $cols, $mouseJump);
        $catMoves = $this->moves($board, $cols, $catJump);
        $targets = array_map(fn($to) => array_reduce($to, fn($set, $cell) => $set | 1 << $cell, 0), $mouseMoves);

        $wins = array_fill(0, strlen($board), 0);
        for ($plies = 1; $plies <= self::MAX_MOVES; $plies += 2) {
            $grown = $wins;
            foreach ($catMoves as $c => $replies) {
                if ($c === $food) continue;
                $safe = -1;
                foreach ($replies as $to) $safe &= $wins[$to];
                $safe = ($safe | 1 << $food) & ~(1 << $c);
                foreach ($targets as $m => $set) {
                    if ($m !== $c && $m !== $food && ($set & $safe)) $grown[$c] |= 1 << $m;
                }
            }
            if ($grown[$cat] >> $mouse & 1) return true;
            if ($grown === $wins) return false;
            $wins = $grown;
        }
        return false;
    }

    private function moves(string $board, int $cols, int $jump): array {
        $rows = intdiv(strlen($board), $cols);
        $moves = [];
        for ($from = 0; $from < strlen($board); $from++) {
            if ($board[$from] === '#') continue;
            $moves[$from] = [$from];
            foreach ([[-1, 0], [1, 0], [0, -1], [0, 1]] as [$down, $right]) {
                for ($step = 1; $step <= $jump; $step++) {
                    $r = intdiv($from, $cols) + $down * $step;
                    $c = $from % $cols + $right * $step;
                    if ($r < 0 || $c < 0 || $r >= $rows || $c >= $cols || $board[$r * $cols + $c] === '#') break;
                    $moves[$from][] = $r * $cols + $c;
                }
            }
        }
        return $moves;
    }
}
