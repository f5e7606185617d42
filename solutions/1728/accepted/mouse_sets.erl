%% Sets of mouse cells as integers, one per cat cell: bit m of the set of c says that
%% the mouse on m, to move, wins within the current number of plies. A jump over the
%% whole board is a shift of a set, on a board with a rim of wall on one side.

-define(MAX_PLIES, 1000).

-spec can_mouse_win(Grid :: [unicode:unicode_binary()], CatJump :: integer(), MouseJump :: integer()) -> boolean().
can_mouse_win(Grid, CatJump, MouseJump) ->
    Width = byte_size(hd(Grid)) + 1,
    Board = lists:join("#", [binary_to_list(Row) || Row <- Grid]),
    Cells = lists:zip(lists:seq(0, Width * length(Grid) - 2), lists:append(Board)),
    Floor = lists:sum([1 bsl Cell || {Cell, What} <- Cells, What =/= $#]),
    [Mouse, Cat, Food] = [hd([Cell || {Cell, What} <- Cells, What =:= Sought]) || Sought <- "MCF"],
    Places = [Cell || {Cell, What} <- Cells, What =/= $#, What =/= $F],
    Replies = [
        {Place, [To || {To, _} <- Cells, spread(1 bsl Place, CatJump, Floor, Width) band (1 bsl To) =/= 0]}
     || Place <- Places
    ],
    Round = fun(Wins) ->
        Grown = [
            {Place, froms(safe(Tos, Wins, Floor), Place, Food, MouseJump, Floor, Width)}
         || {Place, Tos} <- Replies
        ],
        maps:from_list([{Food, 0} | Grown])
    end,
    play(1, maps:from_list([{Place, 0} || Place <- [Food | Places]]), Round, Cat, 1 bsl Mouse).

play(Ply, _, _, _, _) when Ply > ?MAX_PLIES -> false;
play(Ply, Wins, Round, Cat, Mouse) ->
    case Round(Wins) of
        #{Cat := Set} when Set band Mouse =/= 0 -> true;
        Wins -> false;
        Grown -> play(Ply + 2, Grown, Round, Cat, Mouse)
    end.

%% Where every reply of the cat leads to a win.
safe(Tos, Wins, Floor) ->
    lists:foldl(fun(To, Safe) -> Safe band maps:get(To, Wins) end, Floor, Tos).

froms(Safe, Cat, Food, Jump, Floor, Width) ->
    Targets = (Safe bor (1 bsl Food)) band bnot (1 bsl Cat),
    spread(Targets, Jump, Floor, Width) band bnot (1 bsl Cat) band bnot (1 bsl Food).

spread(Cells, Jump, Floor, Width) ->
    Rays = [ray(Cells, Shift, Jump, Floor) || Shift <- [1, -1, Width, -Width]],
    lists:foldl(fun(Ray, Reached) -> Reached bor Ray end, Cells, Rays).

ray(_, _, 0, _) -> 0;
ray(0, _, _, _) -> 0;
ray(Front, Shift, Jump, Floor) ->
    Next = (Front bsl Shift) band Floor,
    Next bor ray(Next, Shift, Jump - 1, Floor).
