//! Erlang: a module, whose name is that of its file; `LeetCode` leaves it out.

use super::{Task, Wrapped};
use crate::language::Code;
use crate::language::pattern::Pattern;

pub(super) fn wrap(task: &Task<'_>) -> Wrapped {
    let (text, module) = module(task.code);
    task.wrapped(format!("{module}.erl"), &text)
        .with("module", &module)
}

/// The source with a module attribute, no line moved, and the module's name.
fn module(code: &Code) -> (String, String) {
    let attribute = Pattern::sound(r"(?m)^\s*-\s*module\s*\(\s*(\w+)\s*\)");
    if let Some(found) = attribute.captures(&code.bare) {
        return (code.text.clone(), found[1].to_owned());
    }
    let script = code.text.starts_with("#!");
    // Only escript knows such a line.
    let comment = if script { "%% " } else { "" };
    let text = format!("-module(solution). {comment}{}", code.text);
    (text, "solution".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Languages;

    #[test]
    fn the_module_is_named_where_it_is_not() {
        let languages = Languages::embedded();
        let erlang = languages.by_id("erlang").unwrap();
        let check = |text: &str, expected: &str, name: &str| {
            let found = module(&Code::new(text, &erlang.syntax));
            assert_eq!(found, (expected.to_owned(), name.to_owned()));
        };
        check("f() -> 1.", "-module(solution). f() -> 1.", "solution");
        let own = "%% -module(a).\n-module( cat ).\nf() -> 1.";
        check(own, own, "cat");
        check(
            "#!/usr/bin/env escript\nmain(_) -> ok.",
            "-module(solution). %% #!/usr/bin/env escript\nmain(_) -> ok.",
            "solution",
        );
    }
}
