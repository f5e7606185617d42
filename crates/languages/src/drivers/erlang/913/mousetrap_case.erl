%% The argument of cat_mouse_game and its call.
-module(mousetrap_case).
-export([call/3]).

call(Module, First, Next) ->
    Nodes = binary_to_integer(string:trim(First)),
    Module:cat_mouse_game([tl(numbers(Next())) || _ <- lists:seq(1, Nodes)]).

numbers(Line) ->
    [binary_to_integer(Word) || Word <- string:lexemes(Line, " \r")].
