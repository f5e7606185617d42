%% Counts equal letters, and ends a block at another letter or at nine letters.
-spec pack_runs(Text :: unicode:unicode_binary()) -> unicode:unicode_binary().
pack_runs(<<Letter, Rest/binary>>) ->
    iolist_to_binary(blocks(Rest, Letter, 1)).

blocks(<<Letter, Rest/binary>>, Letter, Length) when Length < 9 ->
    blocks(Rest, Letter, Length + 1);
blocks(<<Next, Rest/binary>>, Letter, Length) ->
    [block(Letter, Length) | blocks(Rest, Next, 1)];
blocks(<<>>, Letter, Length) ->
    [block(Letter, Length)].

block(Letter, Length) when Length >= 3 -> [$0 + Length, Letter];
block(Letter, Length) -> lists:duplicate(Length, Letter).
