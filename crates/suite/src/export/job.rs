//! Jobs for the schedulers of clusters: each task judges one shard.

use std::num::NonZeroU32;
use std::path::Path;

use super::templates::filled;
use mousetrap_util::printable::quoted;

/// The scheduler of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// Runs it as an array.
    Slurm,
    /// Runs it as an Indexed Job.
    Kubernetes,
}

/// A job that judges in shards.
#[derive(Clone, Debug)]
pub struct Job {
    /// The number of shards.
    pub shards: NonZeroU32,
    /// The subcommand and its arguments, without those that name the shard.
    pub command: Vec<String>,
    /// The path of the job's file.
    pub file: String,
    /// The image of a container.
    pub image: String,
    /// The claim of the volume.
    pub claim: String,
}

impl Job {
    /// Returns the script for `sbatch` or the manifest for `kubectl`.
    pub fn text(&self, scheduler: Scheduler) -> String {
        let command: Vec<_> = self.command.iter().map(|word| quoted(word)).collect();
        let (command, shards) = (command.join(" "), self.shards.to_string());
        let mut parts = vec![("shards", shards), ("file", quoted(&self.file))];
        if scheduler == Scheduler::Slurm {
            parts.push(("command", command));
            return filled("jobs/slurm.sh", &parts);
        }
        // Kubernetes expands $(NAME) and $$ before the shell does.
        let script = format!(
            "mkdir -p parts && part=$(expr $JOB_COMPLETION_INDEX + 1) && exec mousetrap {command} \
             --shard \"$part/{}\" --jobs 2 --resume --output \"parts/$part.jsonl\"",
            self.shards
        );
        parts.extend([
            ("name", name(&self.file)),
            ("image", yaml_text(&self.image)),
            ("claim", yaml_text(&self.claim)),
            ("script", yaml_text(&script.replace('$', "$$"))),
        ]);
        filled("jobs/kubernetes.yaml", &parts)
    }
}

/// Returns the name of the job in a cluster, made from its file: two files are two jobs.
fn name(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default();
    let plain = |c: char| match c.to_ascii_lowercase() {
        c if c.is_ascii_alphanumeric() => c,
        _ => '-',
    };
    // The names of pods begin with it and have at most 63 characters.
    let stem: String = stem.to_string_lossy().chars().take(40).map(plain).collect();
    format!("mousetrap-{stem}").trim_end_matches('-').to_owned()
}

/// Returns a text as a YAML string, which is a JSON string.
fn yaml_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
