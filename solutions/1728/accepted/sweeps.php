<?php
// Sweeps over all positions until nothing changes, a complete program: after k rounds
// the table holds the positions, mouse to move, that it wins within 2k - 1 plies.
declare(strict_types=1);

const MAX_MOVES = 1000;

/** Floor cells by number, each with the cells that one move reaches. */
function moves(array $lines, int $jump): array
{
    $cols = strlen($lines[0]);
    $moves = [];
    foreach ($lines as $row => $line) {
        for ($col = 0; $col < $cols; $col++) {
            if ($line[$col] === '#') continue;
            $cells = [$row * $cols + $col];
            foreach ([[-1, 0], [1, 0], [0, -1], [0, 1]] as [$down, $right]) {
                [$r, $c] = [$row + $down, $col + $right];
                for ($step = 0; $step < $jump; $step++, $r += $down, $c += $right) {
                    if ($c < 0 || $c >= $cols || ($lines[$r][$c] ?? '#') === '#') break;
                    $cells[] = $r * $cols + $c;
                }
            }
            $moves[$row * $cols + $col] = $cells;
        }
    }
    return $moves;
}

function mouseWins(array $lines, int $catJump, int $mouseJump): bool
{
    $board = implode($lines);
    [$mouseStart, $catStart, $food] = [strpos($board, 'M'), strpos($board, 'C'), strpos($board, 'F')];
    $mouseMoves = moves($lines, $mouseJump);
    $catMoves = moves($lines, $catJump);

    $wins = []; // $wins[$mouse][$cat] is set for a win
    for ($plies = 1; $plies <= MAX_MOVES; $plies += 2) {
        $fresh = [];
        foreach ($catMoves as $cat => $replies) {
            if ($cat === $food) continue;
            $safe = [];
            foreach ($mouseMoves as $mouse => $_) {
                if ($mouse === $cat) continue;
                $lost = array_filter($replies, fn($reply) => !isset($wins[$mouse][$reply]));
                if ($mouse === $food || !$lost) $safe[$mouse] = true;
            }
            foreach ($mouseMoves as $mouse => $targets) {
                if ($mouse === $cat || $mouse === $food || isset($wins[$mouse][$cat])) continue;
                if (array_intersect_key(array_flip($targets), $safe)) $fresh[] = [$mouse, $cat];
            }
        }
        foreach ($fresh as [$mouse, $cat]) $wins[$mouse][$cat] = true;
        if (isset($wins[$mouseStart][$catStart])) return true;
        if (!$fresh) return false;
    }
    return false;
}

[$rows, , $catJump, $mouseJump] = array_map('intval', explode(' ', trim(fgets(STDIN))));
$lines = [];
while (count($lines) < $rows) $lines[] = trim(fgets(STDIN));
echo mouseWins($lines, $catJump, $mouseJump) ? 'true' : 'false', "\n";
