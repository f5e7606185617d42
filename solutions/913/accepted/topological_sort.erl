%% Topological sort of the position graph: from the ends of the game backwards,
%% counting for each position the moves not yet refuted. What is never decided
%% is a draw.

-define(MOUSE, 1).
-define(CAT, 2).

-spec cat_mouse_game(Graph :: [[integer()]]) -> integer().
cat_mouse_game(Graph) ->
    Nodes = lists:seq(1, length(Graph) - 1),
    Near = maps:from_list(lists:zip([0 | Nodes], Graph)),
    CatNear = maps:map(fun(_, To) -> lists:delete(0, To) end, Near),
    Open = maps:from_list(
        [{{M, C, ?MOUSE}, length(maps:get(M, Near))} || M <- [0 | Nodes], C <- Nodes] ++
            [{{M, C, ?CAT}, length(maps:get(C, CatNear))} || M <- [0 | Nodes], C <- Nodes]
    ),
    Ends =
        [{{0, Node, Turn}, ?MOUSE} || Node <- Nodes, Turn <- [?MOUSE, ?CAT]] ++
            [{{Node, Node, Turn}, ?CAT} || Node <- Nodes, Turn <- [?MOUSE, ?CAT]],
    Result = sort(Ends, maps:from_list(Ends), Open, Near, CatNear),
    maps:get({1, 2, ?MOUSE}, Result, 0).

sort([], Result, _, _, _) ->
    Result;
sort(Layer, Result, Open, Near, CatNear) ->
    Steps = [{Earlier, Winner} || {Position, Winner} <- Layer, Earlier <- before(Position, Near, CatNear)],
    {Next, Grown, Left} = lists:foldl(fun step/2, {[], Result, Open}, Steps),
    sort(Next, Grown, Left, Near, CatNear).

before({M, C, ?CAT}, Near, _) -> [{From, C, ?MOUSE} || From <- maps:get(M, Near)];
before({M, C, ?MOUSE}, _, CatNear) -> [{M, From, ?CAT} || From <- maps:get(C, CatNear)].

step({{_, _, Turn} = Position, Winner}, {Next, Result, Open}) ->
    #{Position := Left} = Open,
    case Result of
        #{Position := _} ->
            {Next, Result, Open};
        _ when Winner =:= Turn; Left =:= 1 ->
            {[{Position, Winner} | Next], Result#{Position => Winner}, Open};
        _ ->
            {Next, Result, Open#{Position := Left - 1}}
    end.
