#lang racket
; Spreads the mouse's forced wins and gives all the rest to the cat: right for the
; grid game, where time is on the cat's side, but here a cat that cannot catch the
; mouse only draws. Smallest: [[2],[3],[0,4],[1],[2]], where cat and mouse never
; meet: 0.

(define (cat-mouse-game graph)
  (define near (list->vector graph))
  (define nodes (range 1 (length graph)))
  ; Positions with the mouse to move that it wins.
  (define (grow wins)
    (for*/set ([mouse nodes]
               [cat nodes]
               #:unless (= mouse cat)
               #:when (for/or ([to (vector-ref near mouse)])
                        (or (zero? to)
                            (and (not (= to cat))
                                 (for/and ([reply (remv 0 (vector-ref near cat))])
                                   (set-member? wins (cons to reply)))))))
      (cons mouse cat)))
  (let loop ([wins (set)])
    (define grown (grow wins))
    (cond
      [(set-member? grown '(1 . 2)) 1]
      [(equal? grown wins) 2]
      [else (loop grown)])))
