%% Depth-first search straight from the rules, without a memo: a game that is still on
%% after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
%% positions come up again and again, and there are far more games than positions.

-define(DRAW, 0).
-define(MOUSE, 1).
-define(CAT, 2).

-spec cat_mouse_game(Graph :: [[integer()]]) -> integer().
cat_mouse_game(Graph) ->
    N = length(Graph),
    play(2 * N * (N - 1), 1, 2, list_to_tuple(Graph)).

play(_, 0, _, _) ->
    ?MOUSE;
play(_, Same, Same, _) ->
    ?CAT;
play(0, _, _, _) ->
    ?DRAW;
play(Left, Mouse, Cat, Near) when Left rem 2 =:= 0 ->
    best([{To, Cat} || To <- element(Mouse + 1, Near)], ?MOUSE, ?CAT, Left - 1, Near);
play(Left, Mouse, Cat, Near) ->
    best([{Mouse, To} || To <- element(Cat + 1, Near), To =/= 0], ?CAT, ?MOUSE, Left - 1, Near).

best([], _, Best, _, _) ->
    Best;
best([{Mouse, Cat} | Rest], Mover, Best, Left, Near) ->
    case play(Left, Mouse, Cat, Near) of
        Mover -> Mover;
        ?DRAW -> best(Rest, Mover, ?DRAW, Left, Near);
        _ -> best(Rest, Mover, Best, Left, Near)
    end.
