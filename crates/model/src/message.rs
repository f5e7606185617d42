//! The judge's messages as typed values: reasons for verdicts, and other translatable text.
//!
//! Each message has an id, named arguments and an English template. A message can be rendered in
//! another language with a table of templates for that language. Text from other programs, such as
//! a compiler error, is an argument and is never translated.

mod template;

use std::fmt;
use std::time::Duration;

use mousetrap_util::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use self::template::Argument;
pub use self::template::{Templates, expand_template};
use crate::serialization::micros;

/// Defines [`Message`] with the id, the arguments and the English template of each variant.
macro_rules! messages {
    ($(
        $variant:ident $id:literal
        $({ $($(#[$attribute:meta])* $name:ident: $type:ty),+ })? = $template:literal;
    )+) => {
        /// A message of the judge, with its arguments.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(remote = "Self", tag = "id", content = "arguments")]
        #[expect(
            missing_docs,
            clippy::doc_markdown,
            reason = "the template documents each argument"
        )]
        pub enum Message {
            $(
                #[doc = $template]
                #[serde(rename = $id)]
                $variant $({ $($(#[$attribute])* $name: $type),+ })?,
            )+
        }

        impl Message {
            /// The English templates of all messages.
            pub const TEMPLATES: &'static [(&'static str, &'static str)] =
                &[$(($id, $template)),+];

            /// Returns the id, which identifies the message in JSON and in template tables, and the
            /// English template.
            const fn id_and_template(&self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$variant { .. } => ($id, $template),)+
                }
            }

            /// Returns the arguments with their names.
            fn arguments(&self) -> Vec<(&'static str, &dyn Argument)> {
                match self {
                    $(Self::$variant $({ $($name),+ })? => {
                        vec![$($((stringify!($name), $name as &dyn Argument)),+)?]
                    })+
                }
            }
        }
    };
}

messages! {
    // Text from other programs: an exception, a compiler error, an error of the operating system.
    Text "text" { text: String } = "{text}";

    // Messages that extend another message.
    Remark "remark" { problem: Box<Message>, remark: Box<Message> } = "{problem}; {remark}";
    LikelyCause "likely_cause" { cause: Box<Message>, problem: Box<Message> }
        = "{cause} ({problem})";
    Exception "exception" { problem: Box<Message>, exception: String }
        = "{problem}: {exception}";
    At "at" { place: String, problem: Box<Message> } = "{place}: {problem}";
    AtLine "at_line" { line: usize, problem: Box<Message> } = "line {line}: {problem}";
    AtStartUp "at_start_up" { problem: Box<Message> } = "at start-up: {problem}";
    AfterLastReply "after_last_reply" { problem: Box<Message> }
        = "after the last reply: {problem}";
    OnCase "on_case" { problem: Box<Message>, case: String } = "{problem} on {case}";

    // The reply differs from the jury answer.
    WrongAnswer "wrong_answer" { expected: String, reply: String }
        = "expected {expected}, got {reply}";
    WrongItem "wrong_item" { expected: String, place: String, reply: String }
        = "expected {expected} at {place}, got {reply}";
    WrongLength "wrong_length" { expected: usize, reply: usize }
        = "expected length {expected}, got {reply}";
    WrongLengthAt "wrong_length_at" { expected: usize, place: String, reply: usize }
        = "expected length {expected} at {place}, got {reply}";
    MissingItem "missing_item" { item: String }
        = "expected {item} at any index";
    CheckerRefuses "checker_refuses" { text: String } = "the checker printed: {text}";
    NoReply "no_reply" { expected: String } = "expected {expected}, got no reply";
    ReplyNotUtf8 "reply_not_utf8" { expected: String }
        = "expected {expected}, got bytes that are not UTF-8";
    SurplusOutput "surplus_output" { expected: String, surplus: String }
        = "expected only {expected}, but it is followed by {surplus}";

    // The type of the returned value differs from the type of the answer.
    WantedBoolean "wanted_boolean" = "true or false";
    WantedInteger "wanted_integer" = "an integer";
    WantedType "wanted_type" { name: String } = "{name}";
    ReturnedValue "returned_value" { value: String, wanted: Box<Message> }
        = "returned {value}, not {wanted}";
    ReturnedObject "returned_object" { text: String, wanted: Box<Message> }
        = "returned an object that prints as {text}, not {wanted}";
    ReturnedNothing "returned_nothing" { value: String, wanted: Box<Message> }
        = "returned {value}, not {wanted}: did you forget `return`?";
    ReturnedName "returned_name" { value: String, wanted: Box<Message> }
        = "returned {value}, not {wanted}: is the result the last expression of the function?";
    ReturnedTextOfBoolean "returned_text_of_boolean" { text: String }
        = "returned the string \"{text}\", not the boolean {text}";
    ReturnedTextOfNumber "returned_text_of_number" { text: String }
        = "returned the string \"{text}\", not the number {text}";
    ReturnedText "returned_text" { text: String, wanted: Box<Message> }
        = "returned the string \"{text}\", not {wanted}";
    ReturnedBoolean "returned_boolean" { value: String, wanted: Box<Message> }
        = "returned the boolean {value}, not {wanted}";
    ReturnedNumber "returned_number" { value: String, wanted: Box<Message> }
        = "returned the number {value}, not {wanted}";
    ReturnedFraction "returned_fraction" { value: String, wanted: Box<Message> }
        = "returned {value}, which is not {wanted}";

    // Exceeded limits.
    CpuLimit "cpu_limit" { #[serde(rename = "limit_us", with = "micros")] limit: Duration }
        = "more than {limit} of CPU time";
    CpuLimitStopped "cpu_limit_stopped" {
        #[serde(rename = "limit_us", with = "micros")] limit: Duration,
        #[serde(rename = "cpu_us", with = "micros")] cpu: Duration
    } = "more than {limit} of CPU time; stopped after {cpu}";
    WallLimit "wall_limit" {
        #[serde(rename = "wall_us", with = "micros")] wall: Duration,
        #[serde(rename = "cpu_us", with = "micros")] cpu: Duration
    } = "no reply within {wall} of wall time ({cpu} of CPU time)";
    SleepBudget "sleep_budget" {
        #[serde(rename = "slept_us", with = "micros")] slept: Duration,
        #[serde(rename = "budget_us", with = "micros")] budget: Duration
    } = "idle for {slept} in total over all cases, which exceeds the sleep_budget of {budget}";
    CpuBudget "cpu_budget" { seconds: u64 }
        = "used {seconds} s of CPU time in total over all cases, more than half of the sum of \
           their limits";
    MemoryLimit "memory_limit" { #[serde(rename = "limit_bytes")] limit: Bytes }
        = "more than {limit} of memory";
    OutputLimit "output_limit" {
        #[serde(rename = "limit_bytes")] limit: Bytes, stream: String
    } = "more than {limit} on {stream}";
    FileTooLarge "file_too_large" = "wrote a file larger than allowed";

    // Crashes of a submission.
    ExitCode "exit_code" { code: i32 } = "exit code {code}";
    ExitCodeBeforeReply "exit_code_before_reply" { code: i32 }
        = "exited with code {code} before it replied";
    Signal "signal" { number: i32 } = "signal {number}";
    NamedSignal "named_signal" { number: i32, name: String } = "signal {number} ({name})";
    ClosedReplyChannel "closed_reply_channel" = "closed the reply channel";
    StackOverflow "stack_overflow" = "stack overflow: recursion too deep";
    StackOverflowException "stack_overflow_exception" { exception: String }
        = "stack overflow: recursion too deep ({exception})";
    RuntimeOutOfMemory "runtime_out_of_memory" { problem: Box<Message> }
        = "the runtime could not allocate memory: {problem}";
    Interrupted "interrupted" = "interrupted";

    // Security violations by a submission.
    DeniedSystemCall "denied_system_call" = "made a system call that is denied";
    EarlyReply "early_reply" { reply: String } = "replied {reply} before it received a case";
    SeveralReplies "several_replies" = "replied more than once to one case";

    // Remarks on a failure.
    ReadsInput "reads_input" { line: usize }
        = "line {line} reads standard input, but a function gets its input as arguments";
    PassesAlone "passes_alone"
        = "passes this case when run alone, so the failure depends on earlier cases: is a global \
           variable or a static field not reset between calls?";
    SanitizersFind "sanitizers_find" { finding: String } = "the sanitizers found: {finding}";

    // Reasons why a check with sanitizers is incomplete.
    CheckedBuildRejected "checked_build_rejected" { error: String }
        = "the submission does not compile with sanitizers: {error}";
    CheckedTimeLimit "checked_time_limit" { case: String }
        = "all runs with sanitizers together reached their wall time limit on {case}";

    // Reasons why the remaining cases were not run.
    GaveUpTimeOuts "gave_up_time_outs" { count: u32 } = "gave up after {count} time-outs";
    GaveUpCpuTime "gave_up_cpu_time" { seconds: u64 } = "gave up after {seconds} s of CPU time";

    // Reasons why a source is not judged.
    NoExtension "no_extension"
        = "the file name has no extension that identifies the language; add one, as in answer.py";
    UnknownExtension "unknown_extension" { extension: String }
        = "no language has the extension \"{extension}\"; use the extension of its language, \
           as in answer.py";
    SimilarExtension "similar_extension" { extension: String, similar: String }
        = "no language has the extension \"{extension}\"; did you mean \"{similar}\"?";
    SourceTooLarge "source_too_large" { #[serde(rename = "limit_bytes")] limit: Bytes }
        = "larger than {limit}, the maximum size of a source; shorten it";
    NotText "not_text"
        = "contains data that is not text; submit the source, not a compiled program";
    SourceNotUtf8 "source_not_utf8" = "contains a byte that is not UTF-8; save the file as UTF-8";
    FieldNotUtf8 "field_not_utf8" = "this is not UTF-8 text";
    HiddenCode "hidden_code" { codec: String }
        = "declares `coding: {codec}`, which hides its code from readers; save it as UTF-8 and \
           remove the declaration";
    NoCode "no_code" = "the file contains no code";
    NoDriver "no_driver" { language: String }
        = "{language} has no driver for the function form; submit a complete program";
    NoSignature "no_signature" { language: String, signature: String }
        = "the {language} driver cannot call a function with the signature {signature}; submit a \
           solution in another language";
    FunctionOnly "function_only" { problem: String, entry: String }
        = "problem {problem} accepts only the function {entry}, not a complete program; define the \
           function, and leave out code that reads standard input";
    NoEntry "no_entry" { expected: Box<Message> }
        = "defines no entry point; expected {expected}, or a complete program that reads standard \
           input";
    SimilarName "similar_name" { line: usize, name: String, entry: String }
        = "line {line} defines {name}: did you mean {entry}?";
    SeveralEntries "several_entries" { entries: Box<Message> }
        = "defines {entries}; keep one, or add --problem to choose one";
    SeveralBlocks "several_blocks" { first: usize, second: usize }
        = "contains several Markdown code blocks, the first two on lines {first} and {second}; \
           keep only the block with the solution";
    OtherProblem "other_problem" { other: String, wanted: String }
        = "is for problem {other}, not for problem {wanted}";
    UnknownProblem "unknown_problem" { options: String }
        = "a complete program does not show which problem it solves; add {options}, or put the \
           number into the name of the file or of its directory, as in 913.py; a custom problem \
           needs a function instead";
    Or "or" { first: Box<Message>, second: Box<Message> } = "{first} or {second}";
    And "and" { first: Box<Message>, second: Box<Message> } = "{first} and {second}";

    // Reasons for judging a source in one form although the other form is possible.
    TakenForFunction "taken_for_function" { line: usize, name: String, reads: usize }
        = "judged as a function, because line {line} defines {name}; if it is a complete program \
           (line {reads} reads standard input), add --form program";
    TakenForProgram "taken_for_program" { line: usize, name: String, reads: usize }
        = "judged as a complete program, because line {reads} reads standard input and there is no \
           class Solution around {name} (line {line}); if it is meant as a function, add --form \
           function";
    NoFunction "no_function" { entry: String }
        = "judged as a complete program, because it defines no {entry}";

    // Reasons why a toolchain cannot be used.
    NoProbeCommand "no_probe_command"
        = "the language table specifies no command that prints the version";
    ToolNotInstalled "tool_not_installed" { tool: String } = "{tool} is not installed";
    ToolNotStarted "tool_not_started" { tool: String, error: String }
        = "{tool} cannot be run: {error}";
    ToolFails "tool_fails" { tool: String, status: String, stderr: String }
        = "{tool} fails with {status}: {stderr}";
    ToolTimeLimit "tool_time_limit" { tool: String, seconds: u64 }
        = "{tool} was stopped, because it was still running after {seconds} s";
    PrivateBind "private_bind" { path: String }
        = "`binds` in judge.toml names {path}, which is outside the system and toolchain \
           directories; if you trust the project, name its directory with -C";
    ToolchainFileMissing "toolchain_file_missing" { file: String } = "{file} is missing";
    NoVersion "no_version" { tool: String, printed: String }
        = "{tool} printed {printed}, which does not match its version pattern";
    ToolTooOld "tool_too_old" { tool: String, version: String, required: String }
        = "{tool} {version} is too old; {required} or later is required";

    // Reasons why a toolchain could not be prepared.
    PreparationFails "preparation_fails" { output: String } = "a command fails: {output}";
    PreparationInUse "preparation_in_use"
        = "the stored toolchain is damaged, and another judge is still using it";

    // Reasons why a submission has no verdict.
    JudgeFailed "judge_failed" = "the judge failed; ask the host of this contest for details";
    JudgeGaveUp "judge_gave_up" { lost: i64, failures: i64, errors: Box<Message> }
        = "{lost} workers were lost and the judge failed {failures} times while judging this \
           ({errors}); the owner can have it judged again";
    OnWorker "on_worker" { worker: String, problem: Box<Message> } = "{worker}: {problem}";
    LeaseExpired "lease_expired" = "lost the connection or was stopped";
    // Reasons why a task is waiting in the queue.
    NoWorker "no_worker" = "no worker is running; start `mousetrap worker`, or the server with \
        --jobs 1";
    NoWorkerHasLanguage "no_worker_has_language" { language: String }
        = "no worker has {language}; run `mousetrap setup` on a worker to install it";
    WorkersOfOtherBuilds "workers_of_other_builds" {
        workers: usize, builds: String, required: String
    } = "workers with a different build: {workers} ({builds}); this task requires build \
        {required}; start workers of that build, or restart the server with the build of the workers";
    WorkersOfOtherIsolation "workers_of_other_isolation" { workers: usize, required: String }
        = "workers with a different isolation level: {workers}; this task requires {required}";
    WorkersPaused "workers_paused" { workers: usize }
        = "workers that are paused because the judge failed on their last tasks: {workers}";
    WaitsForOtherWorker "waits_for_other_worker"
        = "waiting a few seconds so that a different worker can retry this task";
    TasksAhead "tasks_ahead" { tasks: usize } = "tasks ahead: {tasks}";
    NextInQueue "next_in_queue" = "next task in the queue";
    Cancelled "cancelled" = "the owner has cancelled the judging of this submission";
    LanguageUnavailable "language_unavailable" { language: String }
        = "{language} is not available on this server; ask its owner to install it";
}

impl Message {
    /// Creates a message from another program's text. Such a message is never translated.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// Returns this message followed by a remark.
    #[must_use]
    pub fn with_remark(self, remark: Self) -> Self {
        Self::Remark {
            problem: self.into(),
            remark: remark.into(),
        }
    }

    /// Renders the message in the language of these templates. A message without a template in
    /// that language is rendered in English.
    pub fn render(&self, templates: &Templates) -> String {
        let (id, english) = self.id_and_template();
        let template = templates.get(id).copied().unwrap_or(english);
        let arguments = self.arguments();
        expand_template(template, |name| {
            let argument = arguments.iter().find(|(known, _)| *known == name);
            argument.map_or_else(String::new, |(_, value)| value.render(templates))
        })
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&Templates::new()))
    }
}

impl Argument for Box<Message> {
    fn render(&self, templates: &Templates) -> String {
        Message::render(self, templates)
    }
}

/// The JSON form of a message. The English text helps people who read the JSON, and is ignored when
/// the message is parsed.
#[derive(Serialize)]
struct MessageWithText<'a> {
    #[serde(flatten, serialize_with = "Message::serialize")]
    message: &'a Message,
    text: String,
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (message, text) = (self, self.to_string());
        MessageWithText { message, text }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn message_round_trips_through_json_with_id_arguments_and_text() {
        let message = Message::AtStartUp {
            problem: Box::new(Message::CpuLimit {
                limit: Duration::from_millis(1500),
            }),
        };
        let json = serde_json::to_value(&message).unwrap();
        let expected = serde_json::json!({
            "id": "at_start_up",
            "arguments": {"problem": {
                "id": "cpu_limit",
                "arguments": {"limit_us": 1_500_000},
                "text": "more than 1.5 s of CPU time",
            }},
            "text": "at start-up: more than 1.5 s of CPU time",
        });
        assert_eq!(json, expected);
        assert_eq!(serde_json::from_value::<Message>(json).unwrap(), message);
        let bare = serde_json::to_string(&Message::Interrupted).unwrap();
        assert_eq!(bare, r#"{"id":"interrupted","text":"interrupted"}"#);
        let bare: Message = serde_json::from_str(&bare).unwrap();
        assert_eq!(bare, Message::Interrupted);
    }

    #[test]
    fn braces_in_an_argument_are_not_substituted() {
        let message = Message::WrongAnswer {
            expected: "{reply}".to_owned(),
            reply: "{expected} }{".to_owned(),
        };
        assert_eq!(message.to_string(), "expected {reply}, got {expected} }{");
    }

    #[test]
    fn templates_of_another_language_render_nested_messages() {
        let message = Message::Signal { number: 9 }.with_remark(Message::PassesAlone);
        let templates = Templates::from([
            ("remark", "{remark} <- {problem}"),
            ("passes_alone", "seul"),
        ]);
        assert_eq!(message.render(&templates), "seul <- signal 9");
    }

    #[test]
    fn ids_are_unique() {
        let ids: BTreeSet<_> = Message::TEMPLATES.iter().map(|(id, _)| id).collect();
        assert_eq!(ids.len(), Message::TEMPLATES.len());
    }
}
