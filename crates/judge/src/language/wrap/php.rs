//! PHP: code may come without its opening tag.

/// The code with an opening tag at its very start, so that nothing is printed
/// before it and a namespace or `declare` may come first; on the first line, so
/// that line numbers stay.
pub(super) fn opened(text: &str) -> String {
    let code = text.trim_start();
    if code.starts_with("#!") {
        return text.to_owned();
    }
    let space = &text[..text.len() - code.len()];
    let tag = code
        .get(..5)
        .filter(|tag| tag.eq_ignore_ascii_case("<?php"));
    let code = tag.map_or(code, |tag| &code[tag.len()..]);
    format!("<?php {space}{code}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        assert_eq!(opened(text), expect);
    }

    #[test]
    fn the_tag_is_added_or_moved_to_the_start() {
        check("class Solution {}", "<?php class Solution {}");
        check("<?php\nclass A {}", "<?php \nclass A {}");
        check("\r\n <?PHP\nclass A {}", "<?php \r\n \nclass A {}");
        check("#!/usr/bin/php\n<?php 1;", "#!/usr/bin/php\n<?php 1;");
    }
}
