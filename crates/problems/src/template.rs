//! Templates for the files of a new problem.

use mousetrap_model::{Parameter, Signature, Type};

/// Returns the content of `problem.toml` for a function whose reference solution is in the file
/// `reference`.
pub fn definition_template(id: &str, signature: &Signature, reference: &str) -> String {
    let title = title_from_id(id);
    let constraints = suggest_constraints(signature);
    let validator = signature.of_validator();
    format!(
        "title = \"{title}\"

# The function's signature, in LeetCode's notation.
signature = \"{signature}\"

# Which answers are accepted: \"exact\"; \"unordered\" or {{ unordered = 2 }} (the depth to which
# order does not matter); \"float\" or {{ absolute = 1e-5, relative = 1e-5 }}; or a program,
# {{ program = \"checker.py\" }}, called with the files INPUT OUTPUT ANSWER. Default: exact, or
# float if the answer contains doubles.
# checker = \"exact\"

# The reference solution, whose answers are correct.
reference = \"{reference}\"

# The constraints from the statement. Every case must obey them, and hidden cases are drawn from
# them.
constraints = \"\"\"
{constraints}\"\"\"

# A function that checks further rules. It returns an empty string if the arguments are allowed, or
# else the rule that they break:
# {validator}
# validator = \"validator.py\"

# A program that gets a seed as its argument, and prints further cases: on each line, the JSON
# list of a case's arguments.
# generator = \"generator.py\"

# limits = {{ cpu = \"2s\", memory = \"512MiB\" }}
"
    )
}

/// The start of the sentence in `statement.md` that the author must replace.
const PLACEHOLDER_START: &str = "Describe the input (";

/// Returns whether a statement is empty, or its author has not replaced the template's sentence.
pub fn is_unwritten(statement: &str) -> bool {
    statement.trim().is_empty() || statement.contains(PLACEHOLDER_START)
}

/// Returns the content of `statement.md`.
pub fn statement_template(id: &str, signature: &Signature) -> String {
    let names: Vec<&str> = signature.parameters.iter().map(|it| &*it.name).collect();
    format!(
        "# {}\n\n{PLACEHOLDER_START}{}) and what the function returns.\n",
        title_from_id(id),
        names.join(", ")
    )
}

/// Turns an id such as `max-area` into a title such as `Max Area`.
fn title_from_id(id: &str) -> String {
    let words = id.split('-').filter(|word| !word.is_empty());
    let words = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]);
    words.collect::<Vec<_>>().join(" ")
}

/// Returns typical bounds for each parameter, as a starting point for the author.
fn suggest_constraints(signature: &Signature) -> String {
    let mut lines = Vec::new();
    for Parameter { name, ty } in &signature.parameters {
        let mut place = name.clone();
        let mut inner = ty;
        for index in ["i", "j", "k"] {
            let Some(item) = inner.item() else { break };
            let most = if inner.depth() == 1 && index == "i" {
                1000
            } else {
                50
            };
            lines.push(format!("1 <= {place}.length <= {most}"));
            place = format!("{place}[{index}]");
            inner = item;
        }
        match inner {
            Type::Int | Type::Long => lines.push(format!("-10^6 <= {place} <= 10^6")),
            Type::Double => lines.push(format!("-1000 <= {place} <= 1000")),
            Type::String => {
                lines.push(format!("1 <= {place}.length <= 100"));
                lines.push(format!("{place} consists of lowercase English letters."));
            }
            Type::Char => lines.push(format!("{place} is a lowercase English letter.")),
            Type::ListNode | Type::TreeNode => {
                let what = if *inner == Type::ListNode {
                    "list"
                } else {
                    "tree"
                };
                lines.push(format!(
                    "The number of nodes in the {what} is in the range [0, 100]."
                ));
                lines.push("-1000 <= Node.val <= 1000".to_owned());
            }
            _ => {}
        }
    }
    lines.push(String::new());
    lines.join("\n")
}
