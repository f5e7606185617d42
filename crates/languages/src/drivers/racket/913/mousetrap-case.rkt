#lang racket/base
; The argument of cat-mouse-game and its call.

(require racket/string (only-in (submod "solution.rkt" mousetrap) [cat-mouse-game entry]))
(provide call)

(define (call first cases)
  (entry
   (for/list ([node (in-range (string->number (string-trim first)))])
     (cdr (map string->number (string-split (read-line cases 'any)))))))
