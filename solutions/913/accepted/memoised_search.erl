%% Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
%% are 2n(n-1) positions that are not over: a game that is still on after as many plies
%% has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.
%% The memo is an array that can be written: a map of all positions would take gigabytes.

-define(DRAW, 0).
-define(MOUSE, 1).
-define(CAT, 2).

-record(game, {n, horizon, near, cat_near, memo}).

-spec cat_mouse_game(Graph :: [[integer()]]) -> integer().
cat_mouse_game(Graph) ->
    N = length(Graph),
    Horizon = 2 * N * (N - 1),
    Game = #game{
        n = N,
        horizon = Horizon,
        near = list_to_tuple(Graph),
        cat_near = list_to_tuple([lists:delete(0, Near) || Near <- Graph]),
        memo = atomics:new(Horizon * N * N, [])
    },
    play(0, 1, 2, Game).

play(_, 0, _, _) -> ?MOUSE;
play(_, Same, Same, _) -> ?CAT;
play(Horizon, _, _, #game{horizon = Horizon}) -> ?DRAW;
play(Ply, Mouse, Cat, #game{n = N, memo = Memo} = Game) ->
    At = (Ply * N + Mouse) * N + Cat + 1,
    %% A result plus 1, or 0 where it is not known.
    case atomics:get(Memo, At) of
        0 ->
            Best = best(Ply, Mouse, Cat, Game),
            atomics:put(Memo, At, Best + 1),
            Best;
        Known ->
            Known - 1
    end.

best(Ply, Mouse, Cat, Game) when Ply rem 2 =:= 0 ->
    mouse_best(element(Mouse + 1, Game#game.near), ?CAT, Ply + 1, Cat, Game);
best(Ply, Mouse, Cat, Game) ->
    cat_best(element(Cat + 1, Game#game.cat_near), ?MOUSE, Ply + 1, Mouse, Game).

mouse_best([], Best, _, _, _) ->
    Best;
mouse_best([To | Rest], Best, Ply, Cat, Game) ->
    case play(Ply, To, Cat, Game) of
        ?MOUSE -> ?MOUSE;
        ?DRAW -> mouse_best(Rest, ?DRAW, Ply, Cat, Game);
        ?CAT -> mouse_best(Rest, Best, Ply, Cat, Game)
    end.

cat_best([], Best, _, _, _) ->
    Best;
cat_best([To | Rest], Best, Ply, Mouse, Game) ->
    case play(Ply, Mouse, To, Game) of
        ?CAT -> ?CAT;
        ?DRAW -> cat_best(Rest, ?DRAW, Ply, Mouse, Game);
        ?MOUSE -> cat_best(Rest, Best, Ply, Mouse, Game)
    end.
