//! Reading a JSON report.

use serde::Deserialize;
use thiserror::Error;

use super::Report;
use crate::log::FORMAT;
use mousetrap_util::printable::one_line;

/// A text that is not a JSON report in the format of this version.
#[derive(Debug, Error)]
pub enum ReadReportError {
    /// A report in another format.
    #[error(
        "this report of Mousetrap {} has format {format}, and only format {FORMAT} can be \
         read; judge again with: mousetrap judge --output FILE.json",
        one_line(version)
    )]
    OtherFormat {
        /// Its format.
        format: u32,
        /// The version of Mousetrap that wrote it.
        version: String,
    },
    /// A text that is not a report of a run.
    #[error("not a JSON report: {0}; write one with: mousetrap judge --output FILE.json")]
    Invalid(#[from] serde_json::Error),
}

/// The fields that reports have in every format.
#[derive(Deserialize)]
struct AnyFormat {
    format: u32,
    version: String,
}

impl Report {
    /// Reads the text of a JSON report.
    ///
    /// # Errors
    /// A report in another format, and a text that is not a report.
    pub fn parse(text: &str) -> Result<Self, ReadReportError> {
        if let Ok(AnyFormat { format, version }) = serde_json::from_str(text)
            && format != FORMAT
        {
            return Err(ReadReportError::OtherFormat { format, version });
        }
        Ok(serde_json::from_str(text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn report_reads_back_as_it_was_written() {
        let report = Report::new(&sample::interrupted());
        assert_eq!(Report::parse(&report.to_json()).unwrap(), report);
    }

    #[test]
    fn report_of_another_format_is_refused_with_its_version_and_the_remedy() {
        let newer = Report {
            format: 3,
            version: "0.9.0".to_owned(),
            ..Report::new(&sample::empty())
        };
        let old = r#"{"format": 1, "version": "0.1.0", "jobs": 2, "isolation": "none",
            "interrupted": false, "summary": {}, "submissions": []}"#;
        for (text, start) in [
            (old, "this report of Mousetrap 0.1.0 has format 1"),
            (
                &newer.to_json(),
                "this report of Mousetrap 0.9.0 has format 3",
            ),
        ] {
            let error = Report::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(start), "{error}");
            assert!(error.contains("; judge again with: "), "{error}");
        }
    }

    #[test]
    fn text_that_is_no_report_is_refused_with_its_line() {
        for (text, line) in [("", 1), ("{\n}", 2), ("{\n\n\"a", 3)] {
            let error = Report::parse(text).unwrap_err().to_string();
            assert!(
                error.contains(&format!(" at line {line} column ")),
                "{error}"
            );
        }
    }
}
