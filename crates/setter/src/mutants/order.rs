//! The order in which mutants meet cases: what has killed most comes first.

use std::cmp::Reverse;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many mutants each case has killed so far.
#[derive(Debug)]
pub struct Order {
    kills: Mutex<Vec<usize>>,
}

impl Order {
    /// For so many cases, none of which has killed any.
    pub fn new(cases: usize) -> Self {
        Self {
            kills: Mutex::new(vec![0; cases]),
        }
    }

    fn kills(&self) -> MutexGuard<'_, Vec<usize>> {
        self.kills.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn count(&self, case: usize) {
        self.kills()[case] += 1;
    }

    /// Indices of the cases, in order.
    pub(super) fn best(&self) -> Vec<usize> {
        let kills = self.kills();
        let mut order: Vec<usize> = (0..kills.len()).collect();
        order.sort_by_key(|case| Reverse(kills[*case]));
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_killed_most_comes_first_and_the_others_as_they_were() {
        let order = Order::new(4);
        for case in [2, 3, 3] {
            order.count(case);
        }
        assert_eq!(order.best(), [3, 2, 0, 1]);
    }
}
