//! Rewrites local functions in C#, which Mono's compiler does not support.

use super::brackets::{closing_bracket, enclosing_bracket};
use super::csharp_code::{
    Edit, MAX_LOCAL_FUNCTIONS, MAX_SOURCE_BYTES, TYPE, split_parameters, start_of_statement,
};
use crate::source::{Code, Pattern, line_number};

/// Turns a local function into a delegate, which is declared where the function was or before the
/// first statement that uses it.
pub(super) fn local_function(code: &Code, _: Option<&str>) -> Option<Vec<Edit>> {
    let bare = &code.bare;
    let head = format!(r"[;{{}}]\s*((?:static\s+)?({TYPE})\s+(\w+)\s*\()");
    let head = Pattern::new_valid(&head);
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
                || !Pattern::new_valid(not_in_method).is_match(owner);
            if !is_in_method || Pattern::new_valid(keyword).is_match(result) {
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
            let ty = delegate(result, parameters)?;
            let arrow = if is_expression { "" } else { "=> " };
            let lambda = format!("{name} = ({parameters}) {arrow}{};", &code.text[body..end]);
            let end = end + usize::from(is_expression);
            let used = Pattern::new_valid(&format!(r"\b{name}\b")).find(&bare[block..head.start]);
            let Some(used) = used else {
                let text = format!("{ty} {name} = null; {lambda}");
                return Some(vec![Edit {
                    range: head.start..end,
                    text,
                }]);
            };
            let before = start_of_statement(bare, block, block + used.start());
            let lines = [head.start, before].map(|at| line_number(bare, at));
            let moved = format!(
                "{ty} {name} = null;\n#line {}\n{lambda}\n#line {}\n",
                lines[0], lines[1]
            );
            let blank = code.text[head.start..end].replace(|c| c != '\n', "");
            Some(vec![
                Edit {
                    range: before..before,
                    text: moved,
                },
                Edit {
                    range: head.start..end,
                    text: blank,
                },
            ])
        })
}

/// Returns the type of a delegate, or `None` if delegates do not support the parameters.
fn delegate(result: &str, parameters: &str) -> Option<String> {
    let parameter = Pattern::new_valid(&format!(r"^({TYPE})\s+@?\w+$"));
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
