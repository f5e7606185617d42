use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

const METHOD: &str = "(define/contract (can-mouse-win grid catJump mouseJump)
  (-> (listof string?) exact-integer? exact-integer? boolean?)
  ; (read-line) is not called
  (define walls (for*/sum ([row grid] [cell row]) (if (char=? cell #\\#) 1 0)))
  (printf \"walls: ~a\\n\" walls)
  (and (even? walls) (< catJump mouseJump)))
";

#[test]
fn a_function_is_accepted_with_and_without_a_language() {
    for head in [
        "",
        "#lang racket\n",
        "#lang racket/base\n(require racket/contract racket/base)\n",
        "#| a #| nested |# comment |#\n#lang racket\n(provide (all-defined-out))\n",
        "#lang racket\n(provide (contract-out [can-mouse-win (-> any/c any/c any/c any/c)]))\n",
    ] {
        accepts("a.rkt", "1728", Function, &format!("{head}{METHOD}"));
    }
    let source = "#lang typed/racket
(: cat-mouse-game (-> (Listof (Listof Integer)) Integer))
(define (cat-mouse-game graph)
  (modulo (+ (length graph) (apply + (map (inst car Integer (Listof Integer)) (cast graph (Listof (Pairof Integer (Listof Integer))))))) 3))
";
    accepts("a.rkt", "913", Function, source);
}

#[test]
fn helpers_local_tests_and_deep_recursion_are_accepted() {
    let source = "
(require data/queue)
(struct node (to))
(define calls 0)
(define (depth n) (if (zero? n) 0 (add1 (depth (sub1 n)))))

(define cat-mouse-game
  (lambda (graph)
    (set! calls (add1 calls))
    (define queue (make-queue))
    (for ([to graph]) (enqueue! queue (node to)))
    (define sum (for/sum ([one (queue->list queue)]) (first (node-to one))))
    (modulo (+ (length graph) sum (- (depth 300000) 300000)) 3)))

(module+ main (displayln (cat-mouse-game '((no-such-name)))))
(module+ test (require rackunit) (check-equal? 1 2))";
    accepts("a.rkt", "913", Function, source);
}

#[test]
fn a_program_reads_standard_input() {
    let source = "
(define n (string->number (string-trim (read-line))))
(define firsts (for/list ([_ n]) (string->number (second (string-split (read-line))))))
(displayln (modulo (apply + n firsts) 3))
";
    accepts("a.rkt", "913", Program, source);
    accepts("a.rkt", "913", Program, &format!("#lang racket\n{source}"));
}

#[test]
fn errors_have_the_submissions_lines() {
    let source = "
(define (cat-mouse-game graph)
  nonsense)";
    earns(
        "a.rkt",
        "913",
        Verdict::CompileError,
        "solution.rkt:2:2: nonsense: unbound identifier",
        source,
    );
    let source = "
(define (cat-mouse-game graph)
  (+ 1 (vector-ref (list->vector graph) 1000)))";
    let says = " : vector-ref: index is out of range, line 1\n";
    earns("a.rkt", "913", Verdict::RunTimeError, says, source);
    let source = "
(define/contract (cat-mouse-game graph)
  (-> (listof (listof exact-integer?)) exact-integer?)
  \"0\")";
    let says = " : cat-mouse-game: broke its own contract: produced: \"0\"";
    earns("a.rkt", "913", Verdict::RunTimeError, says, source);
}
