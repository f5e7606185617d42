; A macro runs in the compiler, and starts a program there.
(begin-for-syntax
  (call-with-values (lambda () (subprocess #f #f #f "/bin/true")) void))
(define/contract (can-mouse-win grid catJump mouseJump)
  (-> (listof string?) exact-integer? exact-integer? boolean?)
  (= mouseJump 4))
