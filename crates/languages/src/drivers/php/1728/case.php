<?php
// The arguments of canMouseWin.

namespace Mousetrap;

final class Game
{
    public const ENTRY = 'canMouseWin';

    public static function arguments(string $first): array
    {
        [$rows, , $catJump, $mouseJump] = array_map(intval(...), explode(' ', $first));
        $grid = [];
        for ($row = 0; $row < $rows; $row++) {
            $grid[] = trim(fgets(STDIN));
        }
        return [$grid, $catJump, $mouseJump];
    }
}
