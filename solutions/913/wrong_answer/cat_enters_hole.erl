%% Value iteration, with the cat allowed in the hole, where it waits for the mouse.
%% Smallest: [[2,3],[2,3],[0,1],[0,1]], where the mouse goes to 3 and then into the
%% hole: 1.
-module(cat_enters_hole).
-export([cat_mouse_game/1]).

cat_mouse_game(Graph) ->
    Nodes = lists:seq(0, length(Graph) - 1),
    Near = maps:from_list(lists:zip(Nodes, Graph)),
    Value = maps:from_list(
        [{{0, C, T}, 1} || C <- tl(Nodes), T <- [1, 2]] ++
            [{{N, N, T}, 2} || N <- Nodes, T <- [1, 2]]
    ),
    Free = [{M, C, T} || M <- tl(Nodes), C <- Nodes, M =/= C, T <- [1, 2]],
    maps:get({1, 2, 1}, settle(Free, Value, Near), 0).

settle(Free, Value, Near) ->
    Grown = lists:foldl(fun(Position, Known) -> look(Position, Known, Near) end, Value, Free),
    case map_size(Grown) =:= map_size(Value) of
        true -> Value;
        false -> settle(Free, Grown, Near)
    end.

look({M, C, T} = Position, Known, Near) ->
    Results =
        case T of
            1 -> [maps:get({To, C, 2}, Known, 0) || To <- maps:get(M, Near)];
            2 -> [maps:get({M, To, 1}, Known, 0) || To <- maps:get(C, Near)]
        end,
    case {lists:member(T, Results), lists:all(fun(Result) -> Result =:= 3 - T end, Results)} of
        {true, _} -> Known#{Position => T};
        {_, true} -> Known#{Position => 3 - T};
        _ -> Known
    end.
