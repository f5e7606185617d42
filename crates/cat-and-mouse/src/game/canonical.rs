//! The canonical form of a graph. Graphs that differ only in the numbers of the nodes 3 and higher
//! have the same canonical form, unless the search for the form is cut short.
//!
//! Nodes are distinguished by colour refinement. If several nodes still have the same colour, the
//! search takes the first colour with more than one node and tries its nodes in turn: it gives the
//! node a unique colour and refines again. The lexicographically smallest of the resulting graphs
//! is the canonical form. Two nodes are twins if they have the same neighbours, disregarding an
//! edge between the two. The search tries only one of several twin nodes, because all of them lead
//! to the same result.
//!
//! After a limited number of refinements, the search returns the smallest graph found so far.
//! Differently labelled copies of a large regular graph may therefore get different forms. However,
//! graphs with equal forms are always isomorphic, because the form is the renumbered graph itself.

use super::graph::{Graph, Node};

/// Maximum number of colour refinements, after which the search returns the smallest graph found so
/// far.
const MAX_REFINEMENTS: usize = 400;

impl Graph {
    /// Returns the graph with its nodes numbered canonically. Nodes 0, 1 and 2 keep their numbers.
    #[must_use]
    pub fn canonical_form(&self) -> Self {
        let mut search = LabellingSearch {
            graph: self,
            best: None,
            remaining_refinements: MAX_REFINEMENTS,
        };
        let mut colours = vec![3; self.nodes()];
        for (node, colour) in colours.iter_mut().enumerate().take(3) {
            *colour = node;
        }
        search.search_labellings(colours);
        let adjacency = search.best.expect("the search always finds a labelling");
        Self { adjacency }
    }
}

struct LabellingSearch<'a> {
    graph: &'a Graph,
    /// The adjacency lists of the smallest graph found so far.
    best: Option<Vec<Vec<Node>>>,
    remaining_refinements: usize,
}

impl LabellingSearch<'_> {
    /// Searches all labellings that are compatible with a colouring. `colours[v]` is the number of
    /// nodes in the colour classes before the class of `v`.
    fn search_labellings(&mut self, mut colours: Vec<usize>) {
        self.remaining_refinements = self.remaining_refinements.saturating_sub(1);
        self.refine_colours(&mut colours);
        let ambiguous = self.first_ambiguous_class(&colours);
        if ambiguous.is_empty() {
            let names: Vec<Node> = colours.iter().map(|&colour| colour as Node).collect();
            let labelled = self.graph.renumbered(&names).adjacency;
            self.best = self.best.take().into_iter().chain([labelled]).min();
            return;
        }
        let mut tried: Vec<usize> = Vec::new();
        for &node in &ambiguous {
            if self.best.is_some() && self.remaining_refinements == 0 {
                break;
            }
            if tried.iter().any(|&other| self.are_twins(node, other)) {
                continue;
            }
            tried.push(node);
            let mut single = colours.clone();
            for &other in &ambiguous {
                if other != node {
                    single[other] += 1;
                }
            }
            self.search_labellings(single);
        }
    }

    /// Splits colour classes by the colours of neighbours until nothing changes.
    fn refine_colours(&self, colours: &mut Vec<usize>) {
        loop {
            let mut keys: Vec<(usize, Vec<usize>, usize)> = (0..colours.len())
                .map(|node| {
                    let mut around: Vec<usize> = self.graph.adjacency[node]
                        .iter()
                        .map(|&to| colours[usize::from(to)])
                        .collect();
                    around.sort_unstable();
                    (colours[node], around, node)
                })
                .collect();
            keys.sort_unstable();
            let mut refined = colours.clone();
            let mut before = 0;
            for class in keys.chunk_by(|a, b| (a.0, &a.1) == (b.0, &b.1)) {
                for (.., node) in class {
                    refined[*node] = before;
                }
                before += class.len();
            }
            if refined == *colours {
                return;
            }
            *colours = refined;
        }
    }

    /// Returns the nodes of the first colour class with more than one node, or no nodes if every
    /// node has its own colour.
    fn first_ambiguous_class(&self, colours: &[usize]) -> Vec<usize> {
        let mut sizes = vec![0; self.graph.nodes()];
        for &colour in colours {
            sizes[colour] += 1;
        }
        let tie = sizes.iter().position(|&size| size > 1);
        (0..colours.len())
            .filter(|&node| Some(colours[node]) == tie)
            .collect()
    }

    fn are_twins(&self, a: usize, b: usize) -> bool {
        let without = |node: usize, other: usize| {
            let mut list: Vec<Node> = self.graph.adjacency[node]
                .iter()
                .copied()
                .filter(|&to| usize::from(to) != other)
                .collect();
            list.sort_unstable();
            list
        };
        without(a, b) == without(b, a)
    }
}
