#lang racket/base
; Answers cases with a pasted Racket submission. See ../README.md.

(require ffi/unsafe/port "mousetrap-case.rkt" "mousetrap-codec.rkt")

(define replies (unsafe-file-descriptor->port 3 'replies '(write)))
(define cases (current-input-port))

(define (send line)
  (write-string line replies)
  (newline replies)
  (flush-output replies))

(send "ready")
(let loop ()
  (unless (eof-object? (peek-byte cases))
    (define arguments
      (for/list ([type (in-list parameters)]) (read-value type cases)))
    (define value (apply entry arguments))
    (flush-output)
    (send (spelled value answer))
    (loop)))
(send "done")
(exit 0)
