//! Facts about the machine on which the judge runs.

use std::collections::BTreeMap;
use std::fs;
use std::thread;

use mousetrap_model::MachineFacts;
use mousetrap_util::Bytes;

/// Returns facts about this machine, as the kernel reports them.
pub fn machine_facts() -> MachineFacts {
    let memory = proc_field("/proc/meminfo", "MemTotal");
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").ok();
    let cores = thread::available_parallelism().ok();
    let facts = [
        ("processor", proc_field("/proc/cpuinfo", "model name")),
        ("cores", cores.map(|cores| cores.to_string())),
        ("memory", memory.and_then(|text| format_kibibytes(&text))),
        ("kernel", kernel.map(|it| format!("Linux {}", it.trim()))),
    ];
    let facts = facts.into_iter();
    MachineFacts {
        machine: facts
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect(),
        toolchains: BTreeMap::new(),
    }
}

/// In a file with lines of the form `name : value`, returns the first value with the given name.
fn proc_field(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim().to_owned())
}

fn format_kibibytes(text: &str) -> Option<String> {
    let number: u64 = text.strip_suffix("kB")?.trim().parse().ok()?;
    Some(Bytes::kib(number).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_facts_have_cores_memory_and_kernel() {
        let facts = machine_facts();
        for name in ["cores", "memory", "kernel"] {
            assert!(facts.machine.contains_key(name), "{name}");
        }
        assert_eq!(format_kibibytes("16384 kB").as_deref(), Some("16 MiB"));
    }
}
