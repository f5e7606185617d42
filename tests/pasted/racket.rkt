(define max-plies 1000)

(define (spread cells jump floor width)
  (for/fold ([reached cells]) ([shift (list 1 -1 width (- width))])
    (let loop ([front cells] [left jump] [reached reached])
      (define next (bitwise-and (arithmetic-shift front shift) floor))
      (if (or (zero? left) (zero? next))
          reached
          (loop next (sub1 left) (bitwise-ior reached next))))))

(define/contract (can-mouse-win grid catJump mouseJump)
  (-> (listof string?) exact-integer? exact-integer? boolean?)
  (define width (add1 (string-length (first grid))))
  (define board (string-join grid "#"))
  (define (bit cell) (arithmetic-shift 1 cell))
  (define (cells-of keep?)
    (for/list ([what board] [cell (in-naturals)] #:when (keep? what)) cell))
  (define (find what) (first (cells-of (lambda (other) (char=? other what)))))
  (define floor (for/sum ([cell (cells-of (lambda (what) (not (char=? what #\#))))]) (bit cell)))
  (define-values (mouse cat food) (values (find #\M) (find #\C) (find #\F)))
  (define places (cells-of (lambda (what) (not (memv what '(#\# #\F))))))
  (define replies
    (for/hash ([place places])
      (define reach (spread (bit place) catJump floor width))
      (values place (filter (lambda (to) (bitwise-bit-set? reach to)) (range (string-length board))))))
  (define (round wins)
    (for/fold ([grown (hash food 0)]) ([place places])
      (define held (for/fold ([safe floor]) ([to (hash-ref replies place)])
                     (bitwise-and safe (hash-ref wins to))))
      (define own (bitwise-not (bit place)))
      (define safe (bitwise-and (bitwise-ior held (bit food)) own))
      (define froms (bitwise-and (spread safe mouseJump floor width) own (bitwise-not (bit food))))
      (hash-set grown place froms)))
  (let loop ([ply 1] [wins (for/hash ([place (cons food places)]) (values place 0))])
    (define grown (round wins))
    (cond
      [(> ply max-plies) #f]
      [(bitwise-bit-set? (hash-ref grown cat) mouse) #t]
      [(equal? grown wins) #f]
      [else (loop (+ ply 2) grown)])))
