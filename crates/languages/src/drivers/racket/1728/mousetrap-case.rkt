#lang racket/base
; The arguments of can-mouse-win and its call.

(require racket/string (only-in (submod "solution.rkt" mousetrap) [can-mouse-win entry]))
(provide call)

(define (call first cases)
  (define sizes (map string->number (string-split first)))
  (define grid
    (for/list ([row (in-range (car sizes))])
      (string->immutable-string (string-trim (read-line cases 'any)))))
  (entry grid (caddr sizes) (cadddr sizes)))
