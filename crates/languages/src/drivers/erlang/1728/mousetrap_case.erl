%% The arguments of can_mouse_win and its call.
-module(mousetrap_case).
-export([call/3]).

call(Module, First, Next) ->
    [Rows, _, CatJump, MouseJump] = [binary_to_integer(Word) || Word <- string:lexemes(First, " \r")],
    Grid = [string:trim(Next()) || _ <- lists:seq(1, Rows)],
    Module:can_mouse_win(Grid, CatJump, MouseJump).
