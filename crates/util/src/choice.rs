//! Enums whose values users choose by name, in command-line arguments and in files.

/// One of a closed set of named values; see [`choices!`](crate::choices).
pub trait Choice: Copy + 'static {
    /// All values, in the order in which they are listed to users.
    const ALL: &'static [Self];

    /// Returns the name of this value, for example `queue-steps`.
    fn name(self) -> &'static str;

    /// Returns a one-sentence description of this value, without a full stop.
    fn help(self) -> &'static str;

    /// Returns the value with this name.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|choice| choice.name() == name)
    }
}

/// Declares an enum that implements [`Choice`](crate::Choice), and whose values are displayed as
/// their names. The doc comment of a variant becomes its help text.
///
/// ```
/// use mousetrap_util::Choice;
///
/// mousetrap_util::choices! {
///     /// How to search.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Goal {
///         /// Any failure, small instances first
///         Wrong = "wrong",
///         /// The slowest instance
///         Slow = "slow",
///     }
/// }
///
/// assert_eq!(Goal::from_name("slow"), Some(Goal::Slow));
/// assert_eq!(Goal::Wrong.help(), "Any failure, small instances first");
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[$about:meta])*
        $visible:vis enum $name:ident {
            $($(#[doc = $help:literal])+ $choice:ident = $text:literal,)+
        }
    ) => {
        $(#[$about])*
        $visible enum $name {
            $($(#[doc = $help])+ $choice,)+
        }

        impl $crate::Choice for $name {
            const ALL: &'static [Self] = &[$(Self::$choice),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$choice => $text,)+
                }
            }

            fn help(self) -> &'static str {
                match self {
                    $(Self::$choice => concat!($($help),+).trim_ascii_start(),)+
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad($crate::Choice::name(*self))
            }
        }
    };
}
