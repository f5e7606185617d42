//! Counts the bytes that scanning looks at, so that tests can check how the work grows
//! with the text.

#[cfg(test)]
thread_local! {
    static TAKEN: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Adds to the number of scanned bytes.
#[cfg_attr(
    not(test),
    expect(clippy::missing_const_for_fn, reason = "counts in tests")
)]
pub(crate) fn add(bytes: usize) {
    #[cfg(test)]
    TAKEN.set(TAKEN.get() + bytes);
    #[cfg(not(test))]
    let _ = bytes;
}

/// Returns the number of bytes that `work` scans.
#[cfg(test)]
pub(crate) fn of(work: impl FnOnce()) -> usize {
    let before = TAKEN.get();
    work();
    TAKEN.get() - before
}
