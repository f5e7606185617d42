; Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
; are 2n(n-1) positions that are not over: a game that is still on after as many plies
; has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.

(define draw 0)
(define mouse-wins 1)
(define cat-wins 2)
(define unknown 3)

(define/contract (cat-mouse-game graph)
  (-> (listof (listof exact-integer?)) exact-integer?)
  (define n (length graph))
  (define horizon (* 2 n (sub1 n)))
  (define near (list->vector graph))
  (define cat-near (vector-map (lambda (nodes) (remv 0 nodes)) near))
  (define memo (make-bytes (* horizon n n) unknown))

  (define (play ply mouse cat)
    (cond
      [(zero? mouse) mouse-wins]
      [(= mouse cat) cat-wins]
      [(= ply horizon) draw]
      [else
       (define at (+ (* n (+ (* n ply) mouse)) cat))
       (when (= (bytes-ref memo at) unknown)
         (bytes-set! memo at
                     (if (even? ply)
                         (best mouse-wins cat-wins (vector-ref near mouse)
                               (lambda (to) (play (add1 ply) to cat)))
                         (best cat-wins mouse-wins (vector-ref cat-near cat)
                               (lambda (to) (play (add1 ply) mouse to))))))
       (bytes-ref memo at)]))

  ; What the mover makes of its moves, looked at one after another.
  (define (best mover other moves result-of)
    (for/fold ([best other])
              ([to moves]
               #:break (= best mover))
      (define result (result-of to))
      (if (= result other) best result)))

  (play 0 1 2))
