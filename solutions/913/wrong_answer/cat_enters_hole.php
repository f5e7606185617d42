// Topological sort of the position graph, with the cat allowed in the hole, where
// it waits for the mouse. Smallest: [[2,3],[2,3],[0,1],[0,1]], where the mouse
// goes to 3 and then into the hole: 1.
class Solution {
    /**
     * @param Integer[][] $graph
     * @return Integer
     */
    function catMouseGame($graph) {
        $n = count($graph);
        $result = [];
        $left = [];
        $queue = [];
        for ($mouse = 0; $mouse < $n; $mouse++) {
            for ($cat = 0; $cat < $n; $cat++) {
                foreach ([1, 2] as $turn) {
                    $left["$mouse $cat $turn"] = count($graph[$turn === 1 ? $mouse : $cat]);
                    if ($mouse !== 0 && $mouse !== $cat) continue;
                    $result["$mouse $cat $turn"] = $mouse === $cat ? 2 : 1;
                    $queue[] = [$mouse, $cat, $turn];
                }
            }
        }
        for ($head = 0; $head < count($queue); $head++) {
            [$mouse, $cat, $turn] = $queue[$head];
            $winner = $result["$mouse $cat $turn"];
            $mover = 3 - $turn;
            foreach ($graph[$mover === 1 ? $mouse : $cat] as $origin) {
                $before = $mover === 1 ? [$origin, $cat, 1] : [$mouse, $origin, 2];
                $key = implode(' ', $before);
                if (isset($result[$key])) continue;
                if (--$left[$key] > 0 && $winner !== $mover) continue;
                $result[$key] = $winner;
                $queue[] = $before;
            }
        }
        return $result['1 2 1'] ?? 0;
    }
}
