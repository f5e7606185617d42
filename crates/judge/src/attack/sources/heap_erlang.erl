can_mouse_win(_, _, _) -> grow([]).

grow(Kept) -> grow([binary:copy(<<1>>, 1000000) | Kept]).
