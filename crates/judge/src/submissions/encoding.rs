//! Conversion of sources to UTF-8, which compilers and reports require.

use std::borrow::Cow;
use std::sync::LazyLock;

use encoding_rs::{Encoding, WINDOWS_1252};
use regex::Regex;

/// Converts a source to UTF-8. Also returns the original encoding if the source was converted.
/// Binary data stays unchanged. Valid UTF-8 is not converted, even if the source declares another
/// encoding.
pub(crate) fn to_utf8(source: Vec<u8>) -> (Vec<u8>, Option<&'static str>) {
    let wide = utf16_encoding(&source);
    if wide.is_none() {
        match std::str::from_utf8(&source) {
            _ if source.contains(&0) => return (source, None),
            Ok(text) if text.is_ascii() => return (source, None),
            Ok(text) => return (declare_utf8(text).into_owned().into_bytes(), None),
            Err(_) => {}
        }
    }
    let encoding = wide.or_else(|| encoding_by_name(&declared_encoding(&source)?));
    let encoding = encoding.unwrap_or(WINDOWS_1252);
    match encoding.decode_with_bom_removal(&source) {
        (text, false) if is_text(&text) => {
            let text = declare_utf8(&text).into_owned();
            (text.into_bytes(), Some(encoding.name()))
        }
        _ => (source, None),
    }
}

/// Decodes a source in any encoding, or returns `None` if it is not text.
pub fn decode_source(source: Vec<u8>) -> Option<String> {
    let is_plain = std::str::from_utf8(&source).is_ok_and(|text| !text.contains('\0'));
    let source = if is_plain { source } else { to_utf8(source).0 };
    let text = String::from_utf8(source).ok()?;
    (!text.contains('\0')).then_some(text)
}

/// Detects UTF-16 by the byte-order mark.
fn utf16_encoding(source: &[u8]) -> Option<&'static Encoding> {
    let (encoding, _) = Encoding::for_bom(source)?;
    (encoding != encoding_rs::UTF_8).then_some(encoding)
}

/// Matches an encoding declaration in a comment on the first or second line, as in Python and Ruby.
static ENCODING_DECLARATION_PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    let end = r"(?:\r\n|\r|\n)";
    let above = format!(r"(?:[ \t\f]*(?:#[^\r\n]*)?{end})?");
    let comment = r"[ \t\f]*#[^\r\n]*?coding[:=][ \t]*";
    Regex::new(&format!(r"^({above}{comment})([-\w.]+)")).expect("the pattern is valid")
});

fn declared_encoding(source: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(source);
    let name = ENCODING_DECLARATION_PATTERN
        .captures(&text)?
        .get(2)?
        .as_str();
    Some(name.to_owned())
}

fn encoding_by_name(name: &str) -> Option<&'static Encoding> {
    // Python's `latin-1` is called `latin1` in the Encoding Standard. Emacs appends suffixes for
    // line endings, which are ignored.
    let plain = name.to_lowercase().replace(['-', '_'], "");
    let plain = (["unix", "dos", "mac"].iter())
        .find_map(|end| plain.strip_suffix(end))
        .unwrap_or(&plain);
    if plain.starts_with("utf8") {
        return Some(encoding_rs::UTF_8);
    }
    let spellings = [name, &name.replace('_', "-"), plain];
    (spellings.iter()).find_map(|name| Encoding::for_label(name.as_bytes()))
}

/// Returns the encoding that a source declares if this encoding can hide code. For example, Python
/// decodes a file that declares `unicode_escape` and runs the decoded text. Readers of the file see
/// a different text.
pub(crate) fn declared_encoding_that_hides_code(source: &[u8]) -> Option<String> {
    let shows_code =
        |name: &String| encoding_by_name(name).is_some_and(Encoding::is_ascii_compatible);
    declared_encoding(source).filter(|name| utf16_encoding(source).is_none() && !shows_code(name))
}

/// Replaces the encoding declaration of a text with a declaration of UTF-8.
fn declare_utf8(text: &str) -> Cow<'_, str> {
    ENCODING_DECLARATION_PATTERN.replace(text, "${1}utf-8")
}

/// Returns whether the text contains no characters that are typical of binary data.
fn is_text(text: &str) -> bool {
    let is_control = |c: char| c.is_control() && !"\t\n\r\u{c}".contains(c);
    !text.contains(is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_is_converted_from_its_encoding_and_declares_utf8() {
        let wide = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}# Zoë\n".encode_utf16().flat_map(bytes).collect()
        };
        let (little, big) = (wide(u16::to_le_bytes), wide(u16::to_be_bytes));
        let (western, latin9) = (Some("windows-1252"), Some("ISO-8859-15"));
        let declared = "# -*- coding: latin-1 -*-\n# Zo";
        let script = [b"#!/usr/bin/python\n", declared.as_bytes(), b"\xeb\n"].concat();
        let converted = format!(
            "#!/usr/bin/python\n{}ë\n",
            declared.replace("latin-1", "utf-8")
        );
        let shift_jis = "# coding: shift_jis\n# Zoë\n";
        for (source, expected, from) in [
            (&b""[..], "", None),
            ("# Zoë\n".as_bytes(), "# Zoë\n", None),
            ("\u{feff}x = 1\n".as_bytes(), "\u{feff}x = 1\n", None),
            (shift_jis.as_bytes(), "# coding: utf-8\n# Zoë\n", None),
            (b"# Zo\xeb \x93quoted\x94\n", "# Zoë “quoted”\n", western),
            (b"# coding: iso-8859-15\n\xa4", "# coding: utf-8\n€", latin9),
            (&script, &converted, western),
            (&little, "# Zoë\n", Some("UTF-16LE")),
            (&big, "# Zoë\n", Some("UTF-16BE")),
        ] {
            let (bytes, encoding) = to_utf8(source.to_vec());
            assert_eq!(String::from_utf8(bytes).unwrap(), expected);
            assert_eq!(encoding, from, "{expected}");
        }
    }

    #[test]
    fn encoding_that_can_hide_code_is_detected() {
        let hidden =
            "unicode_escape raw-unicode-escape utf-7 U7 rot13 hz iso2022_jp punycode utf-16";
        for name in hidden.split(' ') {
            for above in ["", "\n", "#!/usr/bin/python\n", " # a\r"] {
                let source = format!("{above}# -*- coding: {name} -*-\n");
                let found = declared_encoding_that_hides_code(source.as_bytes());
                assert_eq!(found.as_deref(), Some(name), "{source:?}");
            }
        }
        let shown = "utf-8 UTF8 utf_8 utf-8-sig utf-8-unix latin-1 latin-1-unix ascii us-ascii cp1252 \
                     iso-8859-15 gbk euc_jp";
        let shown = shown.split(' ').map(|name| format!("# coding={name}\n"));
        let undeclared = "x = 1\n# coding: rot13\n|\n\n# coding: rot13\n|# no coding\n";
        for source in shown.chain(undeclared.split('|').map(str::to_owned)) {
            let found = declared_encoding_that_hides_code(source.as_bytes());
            assert_eq!(found, None, "{source:?}");
        }
    }

    #[test]
    fn binary_data_is_not_converted() {
        for source in [
            &b"\x7fELF\x02\x01\x01\0\0\0\xff"[..],
            b"a\0b",
            b"\x89PNG\r\n\x1a\n\xff",
            b"\x01\x02\xff",
            b"\x81",
        ] {
            assert_eq!(to_utf8(source.to_vec()), (source.to_vec(), None));
        }
    }
}
