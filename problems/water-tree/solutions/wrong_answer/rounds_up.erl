%% Mistake: rounds half of the rest up instead of down. Smallest counterexample: [0,1,1] with
%% 1 litre, where both children receive nothing and wither.
-spec water_tree(Root :: #tree_node{} | null, Water :: integer()) -> #tree_node{} | null.
water_tree(null, _) ->
    null;
water_tree(#tree_node{val = Val}, Water) when Water < Val ->
    null;
water_tree(#tree_node{val = Val, left = Left, right = Right} = Root, Water) ->
    Rest = Water - Val,
    Share =
        if
            Left =:= null; Right =:= null -> Rest;
            true -> round(Rest / 2)
        end,
    Root#tree_node{left = water_tree(Left, Share), right = water_tree(Right, Share)}.
