; Depth-first search straight from the rules, without a memo: a game that is still on
; after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
; positions come up again and again, and there are far more games than positions.

(define draw 0)
(define mouse-wins 1)
(define cat-wins 2)

(define/contract (cat-mouse-game graph)
  (-> (listof (listof exact-integer?)) exact-integer?)
  (define near (list->vector graph))

  (define (play left mouse cat)
    (cond
      [(zero? mouse) mouse-wins]
      [(= mouse cat) cat-wins]
      [(zero? left) draw]
      [(even? left)
       (best mouse-wins cat-wins (vector-ref near mouse)
             (lambda (to) (play (sub1 left) to cat)))]
      [else
       (best cat-wins mouse-wins (remv 0 (vector-ref near cat))
             (lambda (to) (play (sub1 left) mouse to)))]))

  ; What the mover makes of its moves, looked at one after another.
  (define (best mover other moves result-of)
    (for/fold ([best other])
              ([to moves]
               #:break (= best mover))
      (define result (result-of to))
      (if (= result other) best result)))

  (play (* 2 (length graph) (sub1 (length graph))) 1 2))
