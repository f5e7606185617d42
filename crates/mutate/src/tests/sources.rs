//! The sources, and every change that makes a mutant of each.

/// Language, source, and its changes by class, in the order of the source.
#[rustfmt::skip]
pub(super) const SOURCES: &[(&str, &str, &str)] = &[
    ("c", r"int f(int *a, int n) {
    for (int i = 0; i < n; i++) {
        if (a[i] == 2 && !n) a[i] += g(i, n);
    }
    return max(n, 0x10);
}
", "\
arguments: i, n→n, i
arithmetic: ++→-- · +=→-= · max→min
boolean: a[i] == 2 && !n→1 · a[i] == 2 && !n→0 · &&→|| · !n→n
bound: i→i + 1 · i→i - 1 · i→i + 1 · i→i - 1
comparison: ==→!=
constant: 0→1 · 0→-1 · 2→3 · 2→1 · 0x10→17 · 0x10→15
loop bound: <→<= · <→>= · n→n - 1
"),
    ("cpp", r"enum { kDraw, kCat = 2 };
int f(vector<int>& a, int n) {
    array<int, 3> b{};
    for (int i = 0; i < n; ++i) {
        if (a[i] >= n || !b[0]) continue;
        tell(n, i);
        x = 5;
    }
    return n % 7;
}
", "\
arguments: n, i→i, n
arithmetic: ++→-- · %→/
boolean: a[i] >= n || !b[0]→true · a[i] >= n || !b[0]→false · ||→&& · !b[0]→b[0]
bound: i→i + 1 · i→i - 1 · n→n - 1
comparison: >=→> · >=→<
constant: 2→3 · 2→1 · 3→4 · 3→2 · 0→1 · 0→-1 · 0→1 · 0→-1 · 5→6 · 5→4 · 7→8 · 7→6
loop bound: <→<= · <→>= · n→n - 1
statement: tell(n, i);→; · x = 5;→;
"),
    ("csharp", r"class S {
    bool F(int[] a, int n) {
        while (n <= a.Length) { n++; G(n, a[n]); }
        return n > 1 ? true : !H(n);
    }
}
", "\
arguments: n, a[n]→a[n], n
arithmetic: ++→--
boolean: n > 1→true · n > 1→false · !H(n)→H(n)
bound: n→n + 1 · n→n - 1
comparison: >→>= · >→<=
constant: 1→2 · 1→0 · true→false
loop bound: <=→< · <=→> · a.Length→a.Length + 1
statement: n++;→; · G(n, a[n]);→;
"),
    ("elixir", r"def f(a, n) do
  if a < n and not g(n), do: h(a + 1, n), else: 2
end
", "\
arguments: a, n→n, a · a + 1, n→n, a + 1
arithmetic: +→-
boolean: and→or · not g(n)→g(n)
bound: n→n - 1
comparison: <→<= · <→>=
constant: 1→2 · 1→0 · 2→3 · 2→1
"),
    ("erlang", r"f(A, N) when A =< N -> g(A - 1, N);
f(A, _) -> A div 2 =:= 0 andalso true.
", "\
arguments: A - 1, N→N, A - 1
arithmetic: -→+ · div→*
boolean: andalso→orelse
bound: N→N + 1
comparison: =<→< · =<→> · =:=→=/=
constant: 1→2 · 1→0 · 2→3 · 2→1 · 0→1 · 0→-1 · true→false
"),
    ("go", r"package main

func f(a []int, n int) bool {
	for i := 0; i < n; i++ {
		if a[i] == 3 {
			n -= 2
			g(n, i)
		}
	}
	return !h(n) || false
}
", "\
arguments: n, i→i, n
arithmetic: ++→-- · -=→+=
boolean: a[i] == 3→true · a[i] == 3→false · !h(n)→h(n) · ||→&&
bound: i→i + 1 · i→i - 1
comparison: ==→!=
constant: 0→1 · 0→-1 · 3→4 · 3→2 · 2→3 · 2→1 · false→true
loop bound: <→<= · <→>= · n→n - 1
statement: n -= 2→ · g(n, i)→
"),
    ("java", r"class S {
    int f(int[] a, int n) {
        for (int i = 0; i < n; i++) {
            if (a[i] != n) { a[i] = g(n, i); n--; }
        }
        return Math.max(n, 1L);
    }
}
", "\
arguments: n, i→i, n
arithmetic: ++→-- · --→++ · max→min
boolean: a[i] != n→true · a[i] != n→false
bound: i→i + 1 · i→i - 1 · i→i + 1 · i→i - 1
comparison: !=→==
constant: 0→1 · 0→-1 · 1L→2L · 1L→0L
loop bound: <→<= · <→>= · n→n - 1
statement: a[i] = g(n, i);→; · n--;→;
"),
    ("javascript", r"function f(a, n) {
  for (let i = 0; i < n; i++) {
    if (a[i] === 1) { n += i; break; }
    g(a, n);
  }
  return n >> 1;
}
", "\
arguments: a, n→n, a
arithmetic: ++→-- · +=→-= · >>→<<
boolean: a[i] === 1→true · a[i] === 1→false
bound: i→i + 1 · i→i - 1
comparison: ===→!==
constant: 0→1 · 0→-1 · 1→2 · 1→0 · 1→2 · 1→0
loop bound: <→<= · <→>= · n→n - 1
statement: n += i;→; · break;→; · g(a, n);→;
"),
    ("kotlin", r"fun f(a: IntArray, n: Int): Boolean {
    for (i in 0 until n) {
        if (a[i] == 3) a[i] = g(n, i)
        h(n)
    }
    return n and 1 > 0 && !k(n)
}
", "\
arguments: n, i→i, n
boolean: a[i] == 3→true · a[i] == 3→false · and→or · &&→|| · !k→k
bound: i→i + 1 · i→i - 1 · i→i + 1 · i→i - 1
comparison: ==→!= · >→>= · >→<=
constant: 0→1 · 0→-1 · 3→4 · 3→2 · 1→2 · 1→0 · 0→1 · 0→-1
loop bound: n→n + 1 · n→n - 1
statement: h(n)→Unit
"),
    ("php", r"<?php
function f($a, $n) {
    for ($i = 0; $i < $n; $i++) {
        if ($a[$i] === 3) { $n -= $i; g($n, $i); }
    }
    return !$n && true;
}
", "\
arguments: $n, $i→$i, $n
arithmetic: ++→-- · -=→+=
boolean: $a[$i] === 3→true · $a[$i] === 3→false · !$n→$n · &&→||
bound: $i→$i + 1 · $i→$i - 1
comparison: ===→!==
constant: 0→1 · 0→-1 · 3→4 · 3→2 · true→false
loop bound: <→<= · <→>= · $n→$n - 1
statement: $n -= $i;→; · g($n, $i);→;
"),
    ("python", r#"def f(a, n):
    """What it does."""
    for i in range(n):
        if a[i] <= n and not g(i, n):
            n += 2
            h(n)
        else:
            break
    return True
"#, "\
arguments: i, n→n, i
arithmetic: +=→-=
boolean: a[i] <= n and not g(i, n)→True · a[i] <= n and not g(i, n)→False · and→or · not g(i, n)→g(i, n)
bound: i→i + 1 · i→i - 1 · n→n + 1
comparison: <=→< · <=→>
constant: 2→3 · 2→1 · True→False
loop bound: n→n + 1 · n→n - 1
statement: n += 2→pass · h(n)→pass · break→pass
"),
    ("racket", r"(define (f a n)
  (if (< a (add1 n)) (g (bitwise-and a 3)) #t))
", "\
arithmetic: add1→sub1 · bitwise-and→bitwise-ior
boolean: (< a (add1 n))→#t · (< a (add1 n))→#f
comparison: <→<= · <→>=
constant: 3→4 · 3→2 · #t→#f
"),
    ("ruby", r"def f(a, n)
  (0..n).each do |i|
    return true if a[i] < n && !g(i, n)
    a[i] += 2
    h(n)
  end
end
", "\
arguments: i, n→n, i
arithmetic: +=→-=
boolean: a[i] < n && !g(i, n)→true · a[i] < n && !g(i, n)→false · &&→|| · !g(i, n)→g(i, n)
bound: i→i + 1 · i→i - 1 · n→n - 1 · i→i + 1 · i→i - 1
comparison: <→<= · <→>=
constant: 0→1 · 0→-1 · true→false · 2→3 · 2→1
loop bound: n→n + 1 · n→n - 1
statement: (0..n).each do |i|⏎    return true if a[i] < n && !g(i, n)⏎    a[i] += 2⏎    h(n)⏎  end→nil · a[i] += 2→nil · h(n)→nil
"),
    ("rust", r"fn f(a: &mut [i32], n: usize) -> bool {
    for i in 0..n {
        if a[i] == 3 && !g(i, n) {
            a[i] -= 2i32;
            h(i);
        }
    }
    n.min(1_000) > n * 2
}
", "\
arguments: i, n→n, i
arithmetic: -=→+= · min→max · *→+
boolean: a[i] == 3 && !g(i, n)→true · a[i] == 3 && !g(i, n)→false · &&→|| · !g(i, n)→g(i, n)
bound: i→i + 1 · i→i - 1 · i→i + 1 · i→i - 1 · n * 2→(n * 2) + 1
comparison: ==→!= · >→>= · >→<=
constant: 0→1 · 0→-1 · 3→4 · 3→2 · 2i32→3i32 · 2i32→1i32 · 1_000→1001 · 1_000→999 · 2→3 · 2→1
loop bound: n→n + 1 · n→n - 1
statement: a[i] -= 2i32;→; · h(i);→;
"),
    ("scala", r"object S {
  def f(a: Array[Int], n: Int): Boolean = {
    var m = 0
    for (i <- 0 until n) {
      if (a(i) < n) m += 2
      g(n, i)
    }
    !h(n) && m == 3
  }
}
", "\
arguments: n, i→i, n
arithmetic: +=→-=
boolean: a(i) < n→true · a(i) < n→false · !h(n)→h(n) · &&→||
bound: n→n - 1
comparison: <→<= · <→>= · ==→!=
constant: 0→1 · 0→-1 · 0→1 · 0→-1 · 2→3 · 2→1 · 3→4 · 3→2
loop bound: n→n + 1 · n→n - 1
statement: g(n, i)→()
"),
];
