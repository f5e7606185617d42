%% Sets of mouse cells, with the food looked at once per round, after the mouse's move,
%% and before capture. A cat that reaches the food first is overtaken there by a mouse
%% that needs one move more. Smallest: ["M.FC"], cat 1, mouse 1: the cat is on the food
%% on ply 2, so false.
-module(food_before_capture).
-export([can_mouse_win/3]).

can_mouse_win(Grid, CatJump, MouseJump) ->
    Width = byte_size(hd(Grid)) + 1,
    Board = lists:join("#", [binary_to_list(Row) || Row <- Grid]),
    Cells = lists:zip(lists:seq(0, Width * length(Grid) - 2), lists:append(Board)),
    Floor = lists:sum([1 bsl Cell || {Cell, What} <- Cells, What =/= $#]),
    [Mouse, Cat, Food] = [hd([Cell || {Cell, What} <- Cells, What =:= Sought]) || Sought <- "MCF"],
    Replies = [
        {Place, [To || {To, _} <- Cells, spread(1 bsl Place, CatJump, Floor, Width) band (1 bsl To) =/= 0]}
     || {Place, What} <- Cells, What =/= $#
    ],
    Round = fun(Wins) ->
        maps:from_list([
            {Place, froms(safe(Tos, Wins, Floor), Place, Food, MouseJump, Floor, Width)}
         || {Place, Tos} <- Replies
        ])
    end,
    play(1, maps:from_list([{Place, 0} || {Place, _} <- Replies]), Round, Cat, 1 bsl Mouse).

play(Ply, _, _, _, _) when Ply > 1000 -> false;
play(Ply, Wins, Round, Cat, Mouse) ->
    case Round(Wins) of
        #{Cat := Set} when Set band Mouse =/= 0 -> true;
        Wins -> false;
        Grown -> play(Ply + 2, Grown, Round, Cat, Mouse)
    end.

safe(Tos, Wins, Floor) ->
    lists:foldl(fun(To, Safe) -> Safe band maps:get(To, Wins) end, Floor, Tos).

froms(Safe, Cat, Food, Jump, Floor, Width) ->
    Targets = (Safe band bnot (1 bsl Cat)) bor (1 bsl Food),
    spread(Targets, Jump, Floor, Width) band bnot (1 bsl Cat).

spread(Cells, Jump, Floor, Width) ->
    Rays = [ray(Cells, Shift, Jump, Floor) || Shift <- [1, -1, Width, -Width]],
    lists:foldl(fun(Ray, Reached) -> Reached bor Ray end, Cells, Rays).

ray(_, _, 0, _) -> 0;
ray(0, _, _, _) -> 0;
ray(Front, Shift, Jump, Floor) ->
    Next = (Front bsl Shift) band Floor,
    Next bor ray(Next, Shift, Jump - 1, Floor).
