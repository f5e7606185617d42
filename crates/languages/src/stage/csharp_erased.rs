//! Finds C# syntax that has no effect at run time and that Mono's compiler does not support.

use super::csharp_code::Edit;
use crate::source::{Code, Pattern};

/// Patterns whose first group is removed. `CLASSES` stands for the names of classes.
const WITHOUT_EFFECT: [&str; 4] = [
    // `TreeNode? node` and `List<int>? list`
    r"(?:\b(?:CLASSES)|\[[,\s]*\]|>)(\?)(?:[^.?]|$)",
    // `node!.val`
    r"[\w)\]](!)\s*(?:[.;,)\[\]]|!=)",
    r"(?m)^[ \t]*(#nullable[^\n]*)",
    r"\b(using)\s+var\b",
];

/// Returns the edits that remove annotations of nullability, `using` before declarations, and
/// underscores in numbers, of which Mono's compiler reads two as a zero.
pub(super) fn annotations(code: &Code) -> Vec<Edit> {
    let bare = &code.bare;
    let class = Pattern::new_valid(r"\bclass\s+(\w+)");
    let own = class
        .captures_iter(bare)
        .map(|found| found.extract::<1>().1[0]);
    let known = ["string", "object", "ListNode", "TreeNode"];
    let classes = known.into_iter().chain(own).collect::<Vec<_>>().join("|");
    let mut edits = Vec::new();
    for pattern in WITHOUT_EFFECT {
        let pattern = Pattern::new_valid(&pattern.replace("CLASSES", &classes));
        let ranges = pattern.captures_iter(bare);
        edits.extend(ranges.filter_map(|found| {
            let range = found.get(1)?.range();
            Some(Edit {
                range,
                text: String::new(),
            })
        }));
    }
    let numbers = Pattern::new_valid(r"\b\d\w*_\w*");
    edits.extend(numbers.find_iter(bare).map(|number| Edit {
        range: number.range(),
        text: number.as_str().replace('_', ""),
    }));
    edits.sort_by_key(|edit| edit.range.start);
    edits
}
