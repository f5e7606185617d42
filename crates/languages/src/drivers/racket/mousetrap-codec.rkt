#lang racket/base
; Reads arguments and formats answers as JSON. A type is a symbol, or a list with the item
; type.

(require racket/list racket/string)
(provide read-value spelled set-list-node! set-tree-node!)

; Maximum number of nodes of a list or tree. A larger structure must contain a cycle.
(define max-nodes 1000000)

; A description of the answer if it contains a cycle, or #f.
(define cycle #f)
(define (refuse-cycle text)
  (set! cycle text)
  #f)

; The structures that the submission defines.
(define-values (list-node list-node? list-node-val list-node-next) (values #f #f #f #f))
(define (set-list-node! make is? val next)
  (set!-values (list-node list-node? list-node-val list-node-next) (values make is? val next)))
(define-values (tree-node tree-node? tree-node-val tree-node-left tree-node-right set-left! set-right!)
  (values #f #f #f #f #f #f #f))
(define (set-tree-node! make is? val left right left! right!)
  (set!-values (tree-node tree-node? tree-node-val tree-node-left tree-node-right set-left! set-right!)
               (values make is? val left right left! right!)))

(define (line cases) (read-line cases 'linefeed))
(define (words cases) (cdr (string-split (line cases) " " #:trim? #f)))

; Returns the function that converts a word to a value, or #f if a value has several words.
(define (word type)
  (case type
    [(int long) string->number]
    [(double) (lambda (word) (exact->inexact (string->number word)))]
    [(boolean) (lambda (word) (string=? word "1"))]
    [(char) (lambda (word) (integer->char (string->number word)))]
    [else #f]))

(define (read-value type cases)
  (cond
    [(eq? type 'string) (read-text cases)]
    [(eq? type 'list-node)
     (for/foldr ([next #f]) ([word (in-list (words cases))])
       (list-node (string->number word) next))]
    [(eq? type 'tree-node) (read-tree (words cases))]
    [(word type) => (lambda (word) (word (line cases)))]
    [(word (car type)) => (lambda (word) (map word (words cases)))]
    [else
     (for/list ([index (in-range (string->number (line cases)))])
       (read-value (car type) cases))]))

(define (read-text cases)
  (define size
    (let loop ([size 0])
      (define next (read-byte cases))
      (if (= next 32) size (loop (+ (* 10 size) (- next 48))))))
  (define text (read-bytes size cases))
  (read-byte cases)
  (if (eof-object? text) "" (string->immutable-string (bytes->string/utf-8 text))))

(define (read-tree words)
  (define nodes
    (for/vector ([word (in-list words)])
      (and (not (string=? word "null")) (tree-node (string->number word) #f #f))))
  (define size (vector-length nodes))
  (for/fold ([child 1]) ([node (in-vector nodes)] #:when node)
    (when (< child size) (set-left! node (vector-ref nodes child)))
    (when (< (+ child 1) size) (set-right! node (vector-ref nodes (+ child 1))))
    (+ child 2))
  (and (> size 0) (vector-ref nodes 0)))

; Formats a reply: the answer as JSON, or `?` and the value if it has the wrong type.
(define (spelled value type)
  (define out (open-output-string))
  (cond
    [(write-value value type out) (get-output-string out)]
    [else
     (define line (regexp-replace* #px"\\s+" (format "?~a" (or cycle (other value))) " "))
     (set! cycle #f)
     (substring line 0 (min 100 (string-length line)))]))

(define (other value)
  (if (boolean? value) (if value "true" "false") (format "~s" value)))

; Returns whether the value has this type.
(define (write-value value type out)
  (case type
    [(int long) (and (exact-integer? value) (write value out) #t)]
    [(double)
     (and (real? value)
          (not (member value '(+nan.0 +inf.0 -inf.0)))
          (write (if (exact-integer? value) value (exact->inexact value)) out)
          #t)]
    [(boolean) (and (boolean? value) (write-string (if value "true" "false") out) #t)]
    [(char) (and (char? value) (quoted (string value) out))]
    [(string) (and (string? value) (quoted value out))]
    [(list-node)
     (let loop ([node value] [values '()] [count 0])
       (cond
         [(not node) (write-value (reverse values) '(int) out)]
         [(not (list-node? node)) #f]
         [(= count max-nodes) (refuse-cycle "a list with a cycle")]
         [else (loop (list-node-next node) (cons (list-node-val node) values) (+ count 1))]))]
    [(tree-node) (write-tree value out)]
    [else
     (and (list? value)
          (items value (lambda (item) (write-value item (car type) out)) out))]))

(define (items values write out)
  (write-string "[" out)
  (and (for/and ([value (in-list values)] [index (in-naturals)])
         (unless (= index 0) (write-string "," out))
         (write value))
       (write-string "]" out)
       #t))

; Returns the nodes of a tree in level order, or #f if a value is not a node.
(define (levels nodes done count)
  (cond
    [(null? nodes) done]
    [(> count max-nodes) (refuse-cycle "a tree with a cycle")]
    [(not (for/and ([node (in-list nodes)]) (or (not node) (tree-node? node)))) #f]
    [else
     (define children
       (append* (for/list ([node (in-list nodes)] #:when node)
                  (list (tree-node-left node) (tree-node-right node)))))
     (levels children (append (reverse nodes) done) (+ count (length nodes)))]))

(define (write-tree root out)
  (define nodes (levels (list root) '() 0))
  (and nodes
       (items (reverse (dropf nodes not))
              (lambda (node)
                (if node (write-value (tree-node-val node) 'int out) (write-string "null" out)))
              out)))

(define (quoted text out)
  (write-string "\"" out)
  (for ([next (in-string text)])
    (define code (char->integer next))
    (cond
      [(< code 32)
       (write-string (string-append "\\u00" (if (< code 16) "0" "") (number->string code 16)) out)]
      [else
       (when (memv next '(#\" #\\)) (write-string "\\" out))
       (write-char next out)]))
  (write-string "\"" out)
  #t)
