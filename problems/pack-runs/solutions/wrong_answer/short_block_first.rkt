; Mistake: cuts blocks from the right, so the short block of a long run comes first. Smallest
; counterexample: "aaaaaaaaaa" (ten letters), which must become "9aa", not "a9a".

(define (pack-block length letter)
  (if (>= length 3)
      (format "~a~a" length letter)
      (make-string length letter)))

(define (pack-run run)
  (define-values (full short) (quotient/remainder (string-length run) 9))
  (define letter (string-ref run 0))
  (string-append (pack-block short letter)
                 (string-append* (make-list full (pack-block 9 letter)))))

(define/contract (pack-runs text)
  (-> string? string?)
  (string-append* (map pack-run (regexp-match* #px"(.)\\1*" text))))
