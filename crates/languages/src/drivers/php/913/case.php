<?php
// The argument of catMouseGame.

namespace Mousetrap;

final class Game
{
    public const ENTRY = 'catMouseGame';

    public static function arguments(string $first): array
    {
        $graph = [];
        for ($node = 0; $node < (int) $first; $node++) {
            $graph[] = array_map(intval(...), array_slice(explode(' ', trim(fgets(STDIN))), 1));
        }
        return [$graph];
    }
}
