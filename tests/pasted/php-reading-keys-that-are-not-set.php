class Solution {

    /**
     * @param Integer[][] $graph
     * @return Integer
     */
    function catMouseGame($graph) {
        $n = count($graph);
        $won = [];
        $left = [];
        $queue = new SplQueue();
        for ($m = 0; $m < $n; $m++) {
            for ($c = 0; $c < $n; $c++) {
                $left[$m][$c] = [count($graph[$m]), count(array_filter($graph[$c]))];
            }
        }
        for ($i = 1; $i < $n; $i++) {
            foreach ([0, 1] as $t) {
                $won[0][$i][$t] = 1;
                $won[$i][$i][$t] = 2;
                $queue->enqueue([0, $i, $t]);
                $queue->enqueue([$i, $i, $t]);
            }
        }
        while (!$queue->isEmpty()) {
            [$m, $c, $t] = $queue->dequeue();
            $winner = $won[$m][$c][$t];
            $u = 1 - $t;
            foreach ($graph[$u === 0 ? $m : $c] as $p) {
                if ($u === 1 && $p === 0) {
                    continue;
                }
                [$a, $b] = $u === 0 ? [$p, $c] : [$m, $p];
                if ($won[$a][$b][$u] != 0) {
                    continue;
                }
                if ($winner === $u + 1 || --$left[$a][$b][$u] === 0) {
                    $won[$a][$b][$u] = $winner;
                    $queue->enqueue([$a, $b, $u]);
                }
            }
        }
        return (int) $won[1][2][0];
    }
}
