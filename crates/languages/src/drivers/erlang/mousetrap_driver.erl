%% Answers cases with a pasted Erlang or Elixir submission, whose module is the
%% argument, or starts it as a whole program. See ../README.md.
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

%% In a process of its own, which is not that of the system's start.
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
            Value = mousetrap_case:call(Module, First, fun() -> line(Port) end),
            send(Port, spelled(Value)),
            loop(Port, Module)
    end.

%% The next line without its end.
line(Port) ->
    receive
        {Port, {data, {eol, Line}}} -> Line;
        {Port, {data, {noeol, Start}}} -> <<Start/binary, (line(Port))/binary>>;
        {Port, eof} -> eof
    end.

send(Port, Text) ->
    port_command(Port, [unicode:characters_to_binary(Text), $\n]).

spelled(Value) when is_boolean(Value) ->
    atom_to_list(Value);
spelled(Value) when is_integer(Value) ->
    integer_to_list(Value);
spelled(Value) ->
    Text =
        case is_elixir() of
            true -> 'Elixir.Kernel':inspect(Value);
            false -> io_lib:format("~0tp", [Value])
        end,
    Line = re:replace(Text, "\\s+", " ", [global, unicode, {return, list}]),
    [$? | string:slice(Line, 0, 99)].

trace(Class, Reason, Stack) ->
    case is_elixir() of
        true -> 'Elixir.Exception':format(Class, Reason, Stack);
        false -> erl_error:format_exception(Class, Reason, Stack)
    end.

is_elixir() ->
    code:ensure_loaded('Elixir.Kernel') =:= {module, 'Elixir.Kernel'}.
