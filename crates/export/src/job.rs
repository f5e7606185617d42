//! Jobs for the schedulers of clusters: each task judges a part.

use std::num::NonZeroU32;
use std::path::Path;

use mousetrap_base::printable::quoted;

/// Who runs a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// As an array.
    Slurm,
    /// As an Indexed Job.
    Kubernetes,
}

/// What the tasks of a job do.
#[derive(Clone, Debug)]
pub struct Job {
    /// How many parts there are.
    pub shards: NonZeroU32,
    /// The subcommand and its arguments, but for those that say which part.
    pub command: Vec<String>,
    /// What the file is called.
    pub file: String,
    /// The image of a container.
    pub image: String,
    /// The claim of the volume.
    pub claim: String,
}

impl Job {
    fn command(&self) -> String {
        let words: Vec<_> = self.command.iter().map(|word| quoted(word)).collect();
        words.join(" ")
    }

    fn fill(&self, template: &str, values: &[(&str, String)]) -> String {
        let shards = ("shards", self.shards.to_string());
        let all = values.iter().chain([&shards]);
        all.fold(template.to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{{ {name} }}}}"), value)
        })
    }

    /// The script or the manifest.
    pub fn text(&self, scheduler: Scheduler) -> String {
        match scheduler {
            Scheduler::Slurm => self.slurm(),
            Scheduler::Kubernetes => self.kubernetes(),
        }
    }

    /// A script for `sbatch`.
    fn slurm(&self) -> String {
        let values = [("file", quoted(&self.file)), ("command", self.command())];
        self.fill(include_str!("files/jobs/slurm.sh"), &values)
    }

    /// An Indexed Job for `kubectl`.
    fn kubernetes(&self) -> String {
        // Kubernetes reads $(NAME) and $$ in it before the shell does.
        let script = format!(
            "mkdir -p parts && part=$(expr $JOB_COMPLETION_INDEX + 1) && exec mousetrap {} --shard \
             \"$part/{}\" --jobs 2 --resume --output \"parts/$part.jsonl\"",
            self.command(),
            self.shards
        );
        let script = script.replace('$', "$$");
        let values = [
            ("file", quoted(&self.file)),
            ("name", name(&self.file)),
            ("image", text(&self.image)),
            ("claim", text(&self.claim)),
            ("script", text(&script)),
        ];
        self.fill(include_str!("files/jobs/kubernetes.yaml"), &values)
    }
}

/// The name of the job in a cluster, after its file: two files are two jobs.
fn name(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default();
    let plain = |c: char| match c.to_ascii_lowercase() {
        c if c.is_ascii_alphanumeric() => c,
        _ => '-',
    };
    // Names of pods begin with it, and have 63 characters.
    let stem: String = stem.to_string_lossy().chars().take(40).map(plain).collect();
    format!("mousetrap-{stem}").trim_end_matches('-').to_owned()
}

/// A text in YAML: double quotes are those of JSON.
fn text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
