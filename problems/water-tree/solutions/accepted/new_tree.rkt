; Builds a new tree of the nodes that receive enough water.

(define/contract (water-tree root water)
  (-> (or/c tree-node? #f) exact-integer? (or/c tree-node? #f))
  (cond
    [(not root) #f]
    [(< water (tree-node-val root)) #f]
    [else
     (define left (tree-node-left root))
     (define right (tree-node-right root))
     (define rest (- water (tree-node-val root)))
     (define share (if (and left right) (quotient rest 2) rest))
     (tree-node (tree-node-val root) (water-tree left share) (water-tree right share))]))
