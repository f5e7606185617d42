//! Rewrites local functions in C#, which Mono's compiler does not support.

use super::brackets::{closing_bracket, enclosing_bracket};
use super::csharp_code::{
    Edit, MAX_LOCAL_FUNCTIONS, MAX_SOURCE_BYTES, TYPE_PATTERN, split_parameters, start_of_statement,
};
use crate::source::{Code, Pattern, line_number};

/// Turns a local function into a delegate. The delegate is declared at the function's position, or
/// before the first statement that uses the function, whichever comes first.
pub(super) fn rewrite_local_function(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let bare = &code.bare;
    let head = format!(r"[;{{}}]\s*((?:static\s+)?({TYPE_PATTERN})\s+(\w+)\s*\()");
    let head = Pattern::built_in(&head);
    head.captures_iter(bare)
        .take(MAX_LOCAL_FUNCTIONS)
        .find_map(|found| {
            let [head, result, name] =
                [1, 2, 3].map(|it| found.get(it).map_or(0..0, |it| it.range()));
            let block = enclosing_bracket(bare, head.start)?;
            let owner = &bare[bare[..block].rfind([';', '{', '}']).map_or(0, |at| at + 1)..block];
            let not_in_method =
                r"\b(?:class|struct|interface|namespace|enum|record)\b|\bnew\b|^\s*$";
            let keyword = r"^(?:else|new|return|throw|await|case|goto|using|in|is|as|yield)$";
            let [result, name] = [result, name].map(|range| &code.text[range]);
            let is_in_method = bare[..block].trim_end().ends_with([';', '{', '}'])
                || !Pattern::built_in(not_in_method).is_match(owner);
            if !is_in_method || Pattern::built_in(keyword).is_match(result) {
                return None;
            }
            let close = closing_bracket(bare, head.end - 1, MAX_SOURCE_BYTES)?;
            let body = close + 1 + bare[close + 1..].find(|c: char| !c.is_whitespace())?;
            let (end, is_expression) = match &bare[body..] {
                rest if rest.starts_with('{') => {
                    (closing_bracket(bare, body, MAX_SOURCE_BYTES)? + 1, false)
                }
                rest if rest.starts_with("=>") => (body + rest.find(';')?, true),
                _ => return None,
            };
            let parameters = &code.text[head.end..close];
            let ty = delegate_type(result, parameters)?;
            let arrow = if is_expression { "" } else { "=> " };
            let lambda = format!("{name} = ({parameters}) {arrow}{};", &code.text[body..end]);
            let end = end + usize::from(is_expression);
            let used = Pattern::built_in(&format!(r"\b{name}\b")).find(&bare[block..head.start]);
            let Some(used) = used else {
                let text = format!("{ty} {name} = null; {lambda}");
                return Some(vec![Edit::new(head.start..end, text)]);
            };
            let before = start_of_statement(bare, block, block + used.start());
            let lines = [head.start, before].map(|at| line_number(bare, at));
            let moved = format!(
                "{ty} {name} = null;\n#line {}\n{lambda}\n#line {}\n",
                lines[0], lines[1]
            );
            let blank = code.text[head.start..end].replace(|c| c != '\n', "");
            Some(vec![
                Edit::new(before..before, moved),
                Edit::new(head.start..end, blank),
            ])
        })
}

/// Returns the delegate type of a local function. Returns `None` if no `Action` or `Func` type can
/// express its parameters.
fn delegate_type(result: &str, parameters: &str) -> Option<String> {
    let parameter = Pattern::built_in(&format!(r"^({TYPE_PATTERN})\s+@?\w+$"));
    let mut types = Vec::new();
    for text in split_parameters(parameters)
        .into_iter()
        .filter(|text| !text.trim().is_empty())
    {
        types.push(parameter.captures(text.trim())?.get(1)?.as_str());
    }
    let name = if result == "void" { "Action" } else { "Func" };
    types.extend((result != "void").then_some(result));
    let arguments = if types.is_empty() {
        String::new()
    } else {
        format!("<{}>", types.join(", "))
    };
    Some(format!("System.{name}{arguments}"))
}
