(define/contract (can-mouse-win grid catJump mouseJump)
  (-> (listof string?) exact-integer? exact-integer? boolean?)
  #f)
