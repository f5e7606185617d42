<?php
// Rounds over all positions until nothing changes, with jumps in eight directions
// instead of four. Smallest: ["#F","MC"], cat 1, mouse 1, where the food is a corner
// away: false.
class Solution
{
    /**
     * @param String[] $grid
     * @param Integer $catJump
     * @param Integer $mouseJump
     * @return Boolean
     */
    function canMouseWin($grid, $catJump, $mouseJump)
    {
        $board = implode($grid);
        [$mouseStart, $catStart, $food] = [strpos($board, 'M'), strpos($board, 'C'), strpos($board, 'F')];
        $mouseMoves = $this->moves($grid, $mouseJump);
        $catMoves = $this->moves($grid, $catJump);

        $won = []; // $won[$cat][$mouse] is set where the mouse, to move, wins
        for ($plies = 1; $plies <= 1000; $plies += 2) {
            $fresh = false;
            $safe = []; // the same after the mouse's move
            foreach ($catMoves as $cat => $replies) {
                foreach ($cat === $food ? [] : $mouseMoves as $mouse => $_) {
                    $held = array_filter($replies, fn($to) => !isset($won[$to][$mouse]));
                    if ($mouse !== $cat && ($mouse === $food || !$held)) $safe[$cat][$mouse] = true;
                }
            }
            foreach ($safe as $cat => $goals) {
                foreach ($mouseMoves as $mouse => $targets) {
                    if ($mouse === $cat || $mouse === $food || isset($won[$cat][$mouse])) continue;
                    if (!array_intersect_key($goals, $targets)) continue;
                    $won[$cat][$mouse] = $fresh = true;
                }
            }
            if (isset($won[$catStart][$mouseStart])) return true;
            if (!$fresh) return false;
        }
        return false;
    }

    /** For each floor cell the cells that one move reaches, as keys and values. */
    private function moves($grid, $jump)
    {
        $cols = strlen($grid[0]);
        $moves = [];
        foreach (str_split(implode($grid)) as $from => $what) {
            if ($what === '#') continue;
            $moves[$from][$from] = $from;
            foreach ([-1, 0, 1] as $down) {
                foreach ([-1, 0, 1] as $right) {
                    [$r, $c] = [intdiv($from, $cols), $from % $cols];
                    for ($step = 0; $step < $jump; $step++) {
                        [$r, $c] = [$r + $down, $c + $right];
                        if ($c < 0 || $c >= $cols || ($grid[$r][$c] ?? '#') === '#') break;
                        $moves[$from][$r * $cols + $c] = $r * $cols + $c;
                    }
                }
            }
        }
        return $moves;
    }
}
