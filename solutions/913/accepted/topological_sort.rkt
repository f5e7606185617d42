; Topological sort of the position graph: from the ends of the game backwards,
; counting for each position the moves not yet refuted. What is never decided
; is a draw.

(define/contract (cat-mouse-game graph)
  (-> (listof (listof exact-integer?)) exact-integer?)
  (define n (length graph))
  (define near (list->vector graph))
  (define cat-near (vector-map (lambda (nodes) (remv 0 nodes)) near))
  ; Turn 0 is the mouse's, 1 the cat's.
  (define (index mouse cat turn) (+ (* 2 (+ (* n mouse) cat)) turn))
  (define result (make-vector (* 2 n n) 0))
  (define open (make-vector (* 2 n n) 0))
  (for* ([mouse n] [cat (in-range 1 n)])
    (vector-set! open (index mouse cat 0) (length (vector-ref near mouse)))
    (vector-set! open (index mouse cat 1) (length (vector-ref cat-near cat))))
  (define (decide! position winner)
    (vector-set! result (apply index position) winner)
    position)
  (define ends
    (for*/list ([node (in-range 1 n)] [turn 2] [end (list (list 0 node) (list node node))])
      (decide! (append end (list turn)) (if (zero? (first end)) 1 2))))
  (let loop ([layer ends])
    (unless (empty? layer)
      (loop
       (for*/fold ([next '()])
                  ([position layer]
                   [earlier (match position
                              [(list mouse cat 1) (for/list ([from (vector-ref near mouse)]) (list from cat 0))]
                              [(list mouse cat 0) (for/list ([from (vector-ref cat-near cat)]) (list mouse from 1))])])
         (define at (apply index earlier))
         (define winner (vector-ref result (apply index position)))
         (cond
           [(positive? (vector-ref result at)) next]
           [else
            (vector-set! open at (sub1 (vector-ref open at)))
            (if (or (= winner (add1 (third earlier))) (zero? (vector-ref open at)))
                (cons (decide! earlier winner) next)
                next)])))))
  (vector-ref result (index 1 2 0)))
