//! The canonical form of a graph: the same relabelling of the nodes from 3 for all isomorphic
//! graphs.
//!
//! Nodes are distinguished by colour refinement. If colours tie, each node of the first tied
//! class is given a colour of its own in turn, and the least labelled graph is chosen. One of
//! several twins, which have the same neighbours apart from each other, is enough. The search
//! has a budget, after which it takes the least graph so far, so large regular graphs may have
//! different forms for different labellings. Graphs with equal forms are always isomorphic,
//! because the form is the relabelled graph itself.

use super::graph::{Graph, Node};

/// The number of refinements after which no more nodes of tied classes are tried.
const BUDGET: usize = 400;

impl Graph {
    /// Returns the graph in its canonical labelling. Nodes 0, 1 and 2 keep their names.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let mut search = Search {
            graph: self,
            best: None,
            budget: BUDGET,
        };
        let mut colours = vec![3; self.nodes()];
        for (node, colour) in colours.iter_mut().enumerate().take(3) {
            *colour = node;
        }
        search.explore(colours);
        let adjacency = search.best.expect("the first branch ends in a labelling");
        Self { adjacency }
    }
}

struct Search<'a> {
    graph: &'a Graph,
    /// The lists of the least labelled graph so far.
    best: Option<Vec<Vec<Node>>>,
    budget: usize,
}

impl Search<'_> {
    /// `colours[v]` is the number of nodes in classes before that of `v`.
    fn explore(&mut self, mut colours: Vec<usize>) {
        self.budget = self.budget.saturating_sub(1);
        self.refine(&mut colours);
        let tied = self.first_tie(&colours);
        if tied.is_empty() {
            let names: Vec<Node> = colours.iter().map(|&colour| colour as Node).collect();
            let labelled = self.graph.relabelled(&names).adjacency;
            self.best = self.best.take().into_iter().chain([labelled]).min();
            return;
        }
        let mut tried: Vec<usize> = Vec::new();
        for &node in &tied {
            if self.best.is_some() && self.budget == 0 {
                break;
            }
            if tried.iter().any(|&other| self.twins(node, other)) {
                continue;
            }
            tried.push(node);
            let mut single = colours.clone();
            for &other in &tied {
                if other != node {
                    single[other] += 1;
                }
            }
            self.explore(single);
        }
    }

    /// Splits classes by the colours of neighbours until nothing changes.
    fn refine(&self, colours: &mut Vec<usize>) {
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

    /// Returns the nodes of the first class with more than one node. Returns no nodes if there is
    /// no such class.
    fn first_tie(&self, colours: &[usize]) -> Vec<usize> {
        let mut sizes = vec![0; self.graph.nodes()];
        for &colour in colours {
            sizes[colour] += 1;
        }
        let tie = sizes.iter().position(|&size| size > 1);
        (0..colours.len())
            .filter(|&node| Some(colours[node]) == tie)
            .collect()
    }

    fn twins(&self, a: usize, b: usize) -> bool {
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
