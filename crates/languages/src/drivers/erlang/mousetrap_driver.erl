%% Answers cases with a pasted Erlang or Elixir submission, whose module is the
%% argument, or starts it as a complete program. See ../README.md.
-module(mousetrap_driver).
-export([serve/0, main/0]).

serve() ->
    start(fun(Module) ->
        _ = application:ensure_all_started(elixir),
        Port = open_port({fd, 0, 3}, [{line, 1 bsl 16}, binary, eof]),
        {module, Module} = code:ensure_loaded(Module),
        send(Port, "ready"),
        loop(Port, Module)
    end).

main() ->
    start(fun(Module) ->
        {module, Module} = code:ensure_loaded(Module),
        case erlang:function_exported(Module, main, 1) of
            true -> Module:main([]);
            false -> Module:main()
        end
    end).

%% Runs the work in a new process instead of the process that starts the system.
start(Work) ->
    [Name] = init:get_plain_arguments(),
    spawn(fun() ->
        try Work(list_to_atom(Name)) of
            _ -> halt(0)
        catch
            Class:Reason:Stack ->
                Own = [Frame || Frame <- Stack, element(1, Frame) =/= ?MODULE],
                io:put_chars(standard_error, [trace(Class, Reason, Own), $\n]),
                halt(1)
        end
    end).

loop(Port, Module) ->
    case line(Port) of
        eof ->
            send(Port, "done");
        First ->
            self() ! {mousetrap_first, First},
            Arguments = [read(Type, Port) || Type <- mousetrap_case:parameters()],
            Value = erlang:apply(Module, mousetrap_case:entry(), Arguments),
            send(Port, spelled(Value)),
            loop(Port, Module)
    end.

%% Returns the next line without its line break.
line(Port) ->
    receive
        {mousetrap_first, Line} ->
            Line
    after 0 ->
        receive
            {Port, {data, {eol, Line}}} -> Line;
            {Port, {data, {noeol, Start}}} -> <<Start/binary, (line(Port))/binary>>;
            {Port, eof} -> eof
        end
    end.

%% Reads a value of this type.
read({array, Item}, Port) when Item =:= int; Item =:= long; Item =:= char ->
    [binary_to_integer(Word) || Word <- words(Port)];
read({array, double}, Port) ->
    [binary_to_float(Word) || Word <- words(Port)];
read({array, boolean}, Port) ->
    [Word =:= <<"1">> || Word <- words(Port)];
read({array, Item}, Port) ->
    read_items(binary_to_integer(line(Port)), Item, Port);
read(string, Port) ->
    [Size, Start] = binary:split(line(Port), <<" ">>),
    text(binary_to_integer(Size), Start, Port);
read(list_node, Port) ->
    lists:foldr(
        fun(Word, Next) -> mousetrap_case:list_node(binary_to_integer(Word), Next) end,
        mousetrap_case:null(),
        words(Port)
    );
read(tree_node, Port) ->
    tree(words(Port));
read(double, Port) ->
    binary_to_float(line(Port));
read(boolean, Port) ->
    line(Port) =:= <<"1">>;
read(_, Port) ->
    binary_to_integer(line(Port)).

%% A list comprehension would need more stack for each item.
read_items(0, _, _) -> [];
read_items(Count, Item, Port) -> [read(Item, Port) | read_items(Count - 1, Item, Port)].

words(Port) ->
    tl(binary:split(line(Port), <<" ">>, [global])).

text(Size, Start, _) when byte_size(Start) >= Size ->
    Start;
text(Size, Start, Port) ->
    text(Size, <<Start/binary, $\n, (line(Port))/binary>>, Port).

%% Creates a tree from its nodes in level order, beginning with the last level.
tree([]) ->
    mousetrap_case:null();
tree([Root | Rest]) ->
    [Tree] = level([Root], Rest),
    Tree.

level([], _) ->
    [];
level(Words, Rest) ->
    Parents = length([Word || Word <- Words, Word =/= <<"null">>]),
    {Children, Below} = lists:split(min(2 * Parents, length(Rest)), Rest),
    join(Words, level(Children, Below)).

join([], _) ->
    [];
join([<<"null">> | Words], Children) ->
    [mousetrap_case:null() | join(Words, Children)];
join([Word | Words], Children) ->
    {Left, AfterLeft} = child(Children),
    {Right, AfterRight} = child(AfterLeft),
    [mousetrap_case:tree_node(binary_to_integer(Word), Left, Right) | join(Words, AfterRight)].

child([]) -> {mousetrap_case:null(), []};
child([Child | Children]) -> {Child, Children}.

send(Port, Text) ->
    port_command(Port, [Text, $\n]).

%% Formats a reply: the answer as JSON, or `?` and the value if it has the wrong type.
spelled(Value) ->
    try
        unicode:characters_to_binary(json(mousetrap_case:answer(), Value))
    catch
        throw:wrong_type -> other(Value)
    end.

json({array, Item}, Values) when is_list(Values), length(Values) >= 0 ->
    [$[, lists:join($,, [json(Item, Value) || Value <- Values]), $]];
json(Type, Value) when (Type =:= int orelse Type =:= long) andalso is_integer(Value) ->
    integer_to_list(Value);
json(double, Value) when is_integer(Value) ->
    integer_to_list(Value);
json(double, Value) when is_float(Value) ->
    io_lib:format("~w", [Value]);
json(boolean, Value) when is_boolean(Value) ->
    atom_to_list(Value);
json(char, Value) when is_integer(Value), Value >= 0, Value < 16#110000 ->
    [$", escaped(Value), $"];
json(string, Value) when is_binary(Value) ->
    case unicode:characters_to_list(Value) of
        Text when is_list(Text) -> [$", [escaped(Char) || Char <- Text], $"];
        _ -> throw(wrong_type)
    end;
json(list_node, Value) ->
    json({array, int}, mousetrap_case:values(Value));
json(tree_node, Value) ->
    levels([Value], [], []);
json(_, _) ->
    throw(wrong_type).

%% Formats a tree in level order. The arguments are the remaining nodes of this level, the nodes
%% of the next level, and the formatted nodes.
levels([], [], Done) ->
    Nodes = lists:dropwhile(fun(Text) -> Text =:= "null" end, Done),
    [$[, lists:join($,, lists:reverse(Nodes)), $]];
levels([], Next, Done) ->
    levels(lists:reverse(Next), [], Done);
levels([Node | Nodes], Next, Done) ->
    case mousetrap_case:children(Node) of
        null -> levels(Nodes, Next, ["null" | Done]);
        {Value, Left, Right} -> levels(Nodes, [Right, Left | Next], [json(int, Value) | Done])
    end.

escaped(Char) when Char =:= $"; Char =:= $\\ -> [$\\, Char];
escaped(Char) when Char < 32 -> io_lib:format("\\u~4.16.0b", [Char]);
escaped(Char) -> Char.

other(Value) ->
    Text =
        case is_elixir() of
            true -> 'Elixir.Kernel':inspect(Value);
            false -> io_lib:format("~0tp", [Value])
        end,
    Line = re:replace(Text, "\\s+", " ", [global, unicode, {return, list}]),
    unicode:characters_to_binary([$? | string:slice(Line, 0, 99)]).

trace(Class, Reason, Stack) ->
    case is_elixir() of
        true -> 'Elixir.Exception':format(Class, Reason, Stack);
        false -> erl_error:format_exception(Class, Reason, Stack)
    end.

is_elixir() ->
    code:ensure_loaded('Elixir.Kernel') =:= {module, 'Elixir.Kernel'}.
