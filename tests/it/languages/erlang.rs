use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

const METHOD: &str = "-spec can_mouse_win(Grid :: [unicode:unicode_binary()], CatJump :: integer(), MouseJump :: integer()) -> boolean().
can_mouse_win(Grid, CatJump, MouseJump) ->
  Walls = length([$# || <<$#>> <= iolist_to_binary(Grid)]),
  io:format(\"walls: ~p~n\", [Walls]),
  (Walls rem 2 =:= 0) and (CatJump < MouseJump).
";

#[test]
fn a_function_is_accepted_with_and_without_a_module() {
    for head in [
        "",
        "%% -module(a).\n",
        "-module(solution).\n-export([can_mouse_win/3]).\n",
        "-module(cat).\n-compile(export_all).\n",
        "-module(mousetrap_driver).\n",
    ] {
        accepts("a.erl", "1728", Function, &format!("{head}{METHOD}"));
    }
}

#[test]
fn helpers_records_and_deep_recursion_are_accepted() {
    let source = "
-module(game).
-record(node, {to = []}).
-define(MODULUS, 3).

depth(0) -> 0;
depth(N) -> 1 + depth(N - 1).

cat_mouse_game(Graph) ->
    put(calls, 1),
    self() ! stray,
    Nodes = [#node{to = To} || To <- Graph],
    Parent = self(),
    spawn_link(fun() -> Parent ! {sum, lists:sum([game:first(Node) || Node <- Nodes])} end),
    Sum = receive {sum, Value} -> Value end,
    (length(Graph) + Sum + depth(300000) - 300000) rem ?MODULUS.

first(#node{to = [First | _]}) -> First.";
    accepts("a.erl", "913", Function, source);
}

#[test]
fn a_program_reads_standard_input() {
    let body = "
    {ok, [N]} = io:fread(\"\", \"~d\"),
    Firsts = [begin [_, First | _] = string:lexemes(io:get_line(\"\"), \" \\n\"), list_to_integer(First) end || _ <- lists:seq(1, N)],
    io:format(\"~p~n\", [(N + lists:sum(Firsts)) rem 3]).
";
    for head in [
        "-module(main).\n-export([main/0]).\nmain() ->\n    io:get_line(\"\"),",
        "#!/usr/bin/env escript\nmain(_) ->\n    io:get_line(\"\"),",
    ] {
        let head = head.replace("\n    io:get_line(\"\"),", "");
        let body = body.replace(
            "{ok, [N]} = io:fread(\"\", \"~d\"),",
            "N = list_to_integer(string:trim(io:get_line(\"\"))),",
        );
        accepts("a.erl", "913", Program, &format!("{head}{body}"));
    }
}

#[test]
fn errors_have_the_submissions_lines() {
    let source = "
cat_mouse_game(Graph) ->
    ).";
    earns(
        "a.erl",
        "913",
        Verdict::CompileError,
        "solution.erl:2:5: syntax error before: ')'",
        source,
    );
    let source = "
cat_mouse_game(Graph) ->
    hd(lists:nth(1000, Graph)) + 1.";
    let says = " : error: no function clause matching lists:nth";
    earns("a.erl", "913", Verdict::RunTimeError, says, source);
    earns("a.erl", "913", Verdict::RunTimeError, ", line 2\n", source);
    let source = "
cat_mouse_game(Graph) ->
    throw(boom).";
    let says = " : throw: boom, line 2\n";
    earns("a.erl", "913", Verdict::RunTimeError, says, source);
}
