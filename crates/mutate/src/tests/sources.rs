//! The sources, and every mutant of each.

/// Language, source, and its mutants in order.
#[rustfmt::skip]
pub(super) const SOURCES: &[(&str, &str, &str)] = &[
    ("c", r"int f(int *a, int n) {
    for (int i = 0; i < n; i++) {
        if (a[i] == 2 && !n) a[i] += g(i, n);
    }
    return max(n, 0x10);
}
", "\
constant: for (int i = 1; i < n; i++) {
constant: for (int i = -1; i < n; i++) {
loop bound: for (int i = 0; i <= n; i++) {
loop bound: for (int i = 0; i >= n; i++) {
loop bound: for (int i = 0; i < n - 1; i++) {
arithmetic: for (int i = 0; i < n; i--) {
boolean: if (1) a[i] += g(i, n);
boolean: if (0) a[i] += g(i, n);
bound: if (a[i + 1] == 2 && !n) a[i] += g(i, n);
bound: if (a[i - 1] == 2 && !n) a[i] += g(i, n);
comparison: if (a[i] != 2 && !n) a[i] += g(i, n);
constant: if (a[i] == 3 && !n) a[i] += g(i, n);
constant: if (a[i] == 1 && !n) a[i] += g(i, n);
boolean: if (a[i] == 2 || !n) a[i] += g(i, n);
boolean: if (a[i] == 2 && n) a[i] += g(i, n);
bound: if (a[i] == 2 && !n) a[i + 1] += g(i, n);
bound: if (a[i] == 2 && !n) a[i - 1] += g(i, n);
arithmetic: if (a[i] == 2 && !n) a[i] -= g(i, n);
arguments: if (a[i] == 2 && !n) a[i] += g(n, i);
arithmetic: return min(n, 0x10);
constant: return max(n, 17);
constant: return max(n, 15);
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
constant: enum { kDraw, kCat = 3 };
constant: enum { kDraw, kCat = 1 };
constant: array<int, 4> b{};
constant: array<int, 2> b{};
constant: for (int i = 1; i < n; ++i) {
constant: for (int i = -1; i < n; ++i) {
loop bound: for (int i = 0; i <= n; ++i) {
loop bound: for (int i = 0; i >= n; ++i) {
loop bound: for (int i = 0; i < n - 1; ++i) {
arithmetic: for (int i = 0; i < n; --i) {
boolean: if (true) continue;
boolean: if (false) continue;
bound: if (a[i + 1] >= n || !b[0]) continue;
bound: if (a[i - 1] >= n || !b[0]) continue;
comparison: if (a[i] > n || !b[0]) continue;
comparison: if (a[i] < n || !b[0]) continue;
bound: if (a[i] >= n - 1 || !b[0]) continue;
boolean: if (a[i] >= n && !b[0]) continue;
boolean: if (a[i] >= n || b[0]) continue;
constant: if (a[i] >= n || !b[1]) continue;
constant: if (a[i] >= n || !b[-1]) continue;
statement: ;
arguments: tell(i, n);
statement: ;
constant: x = 6;
constant: x = 4;
arithmetic: return n / 7;
constant: return n % 8;
constant: return n % 6;
"),
    ("csharp", r"class S {
    bool F(int[] a, int n) {
        while (n <= a.Length) { n++; G(n, a[n]); }
        return n > 1 ? true : !H(n);
    }
}
", "\
loop bound: while (n < a.Length) { n++; G(n, a[n]); }
loop bound: while (n > a.Length) { n++; G(n, a[n]); }
loop bound: while (n <= a.Length + 1) { n++; G(n, a[n]); }
statement: while (n <= a.Length) { ; G(n, a[n]); }
arithmetic: while (n <= a.Length) { n--; G(n, a[n]); }
statement: while (n <= a.Length) { n++; ; }
arguments: while (n <= a.Length) { n++; G(a[n], n); }
bound: while (n <= a.Length) { n++; G(n, a[n + 1]); }
bound: while (n <= a.Length) { n++; G(n, a[n - 1]); }
boolean: return true ? true : !H(n);
boolean: return false ? true : !H(n);
comparison: return n >= 1 ? true : !H(n);
comparison: return n <= 1 ? true : !H(n);
constant: return n > 2 ? true : !H(n);
constant: return n > 0 ? true : !H(n);
constant: return n > 1 ? false : !H(n);
boolean: return n > 1 ? true : H(n);
"),
    ("elixir", r"def f(a, n) do
  if a < n and not g(n), do: h(a + 1, n), else: 2
end
", "\
arguments: def f(n, a) do
comparison: if a <= n and not g(n), do: h(a + 1, n), else: 2
comparison: if a >= n and not g(n), do: h(a + 1, n), else: 2
bound: if a < n - 1 and not g(n), do: h(a + 1, n), else: 2
boolean: if a < n or not g(n), do: h(a + 1, n), else: 2
boolean: if a < n and g(n), do: h(a + 1, n), else: 2
arguments: if a < n and not g(n), do: h(n, a + 1), else: 2
arithmetic: if a < n and not g(n), do: h(a - 1, n), else: 2
constant: if a < n and not g(n), do: h(a + 2, n), else: 2
constant: if a < n and not g(n), do: h(a + 0, n), else: 2
constant: if a < n and not g(n), do: h(a + 1, n), else: 3
constant: if a < n and not g(n), do: h(a + 1, n), else: 1
"),
    ("erlang", r"f(A, N) when A =< N -> g(A - 1, N);
f(A, _) -> A div 2 =:= 0 andalso true.
", "\
comparison: f(A, N) when A < N -> g(A - 1, N);
comparison: f(A, N) when A > N -> g(A - 1, N);
bound: f(A, N) when A =< N + 1 -> g(A - 1, N);
arguments: f(A, N) when A =< N -> g(N, A - 1);
arithmetic: f(A, N) when A =< N -> g(A + 1, N);
constant: f(A, N) when A =< N -> g(A - 2, N);
constant: f(A, N) when A =< N -> g(A - 0, N);
arithmetic: f(A, _) -> A * 2 =:= 0 andalso true.
constant: f(A, _) -> A div 3 =:= 0 andalso true.
constant: f(A, _) -> A div 1 =:= 0 andalso true.
comparison: f(A, _) -> A div 2 =/= 0 andalso true.
constant: f(A, _) -> A div 2 =:= 1 andalso true.
constant: f(A, _) -> A div 2 =:= -1 andalso true.
boolean: f(A, _) -> A div 2 =:= 0 orelse true.
constant: f(A, _) -> A div 2 =:= 0 andalso false.
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
constant: for i := 1; i < n; i++ {
constant: for i := -1; i < n; i++ {
loop bound: for i := 0; i <= n; i++ {
loop bound: for i := 0; i >= n; i++ {
loop bound: for i := 0; i < n - 1; i++ {
arithmetic: for i := 0; i < n; i-- {
boolean: if true {
boolean: if false {
bound: if a[i + 1] == 3 {
bound: if a[i - 1] == 3 {
comparison: if a[i] != 3 {
constant: if a[i] == 4 {
constant: if a[i] == 2 {
statement: 
arithmetic: n += 2
constant: n -= 3
constant: n -= 1
statement: 
arguments: g(i, n)
boolean: return h(n) || false
boolean: return !h(n) && false
constant: return !h(n) || true
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
constant: for (int i = 1; i < n; i++) {
constant: for (int i = -1; i < n; i++) {
loop bound: for (int i = 0; i <= n; i++) {
loop bound: for (int i = 0; i >= n; i++) {
loop bound: for (int i = 0; i < n - 1; i++) {
arithmetic: for (int i = 0; i < n; i--) {
boolean: if (true) { a[i] = g(n, i); n--; }
boolean: if (false) { a[i] = g(n, i); n--; }
bound: if (a[i + 1] != n) { a[i] = g(n, i); n--; }
bound: if (a[i - 1] != n) { a[i] = g(n, i); n--; }
comparison: if (a[i] == n) { a[i] = g(n, i); n--; }
statement: if (a[i] != n) { ; n--; }
bound: if (a[i] != n) { a[i + 1] = g(n, i); n--; }
bound: if (a[i] != n) { a[i - 1] = g(n, i); n--; }
arguments: if (a[i] != n) { a[i] = g(i, n); n--; }
statement: if (a[i] != n) { a[i] = g(n, i); ; }
arithmetic: if (a[i] != n) { a[i] = g(n, i); n++; }
arithmetic: return Math.min(n, 1L);
constant: return Math.max(n, 2L);
constant: return Math.max(n, 0L);
"),
    ("javascript", r"function f(a, n) {
  for (let i = 0; i < n; i++) {
    if (a[i] === 1) { n += i; break; }
    g(a, n);
  }
  return n >> 1;
}
", "\
constant: for (let i = 1; i < n; i++) {
constant: for (let i = -1; i < n; i++) {
loop bound: for (let i = 0; i <= n; i++) {
loop bound: for (let i = 0; i >= n; i++) {
loop bound: for (let i = 0; i < n - 1; i++) {
arithmetic: for (let i = 0; i < n; i--) {
boolean: if (true) { n += i; break; }
boolean: if (false) { n += i; break; }
bound: if (a[i + 1] === 1) { n += i; break; }
bound: if (a[i - 1] === 1) { n += i; break; }
comparison: if (a[i] !== 1) { n += i; break; }
constant: if (a[i] === 2) { n += i; break; }
constant: if (a[i] === 0) { n += i; break; }
statement: if (a[i] === 1) { ; break; }
arithmetic: if (a[i] === 1) { n -= i; break; }
statement: if (a[i] === 1) { n += i; ; }
statement: ;
arguments: g(n, a);
arithmetic: return n << 1;
constant: return n >> 2;
constant: return n >> 0;
"),
    ("kotlin", r"fun f(a: IntArray, n: Int): Boolean {
    for (i in 0 until n) {
        if (a[i] == 3) a[i] = g(n, i)
        h(n)
    }
    return n and 1 > 0 && !k(n)
}
", "\
constant: for (i in 1 until n) {
constant: for (i in -1 until n) {
loop bound: for (i in 0 until n + 1) {
loop bound: for (i in 0 until n - 1) {
boolean: if (true) a[i] = g(n, i)
boolean: if (false) a[i] = g(n, i)
bound: if (a[i + 1] == 3) a[i] = g(n, i)
bound: if (a[i - 1] == 3) a[i] = g(n, i)
comparison: if (a[i] != 3) a[i] = g(n, i)
constant: if (a[i] == 4) a[i] = g(n, i)
constant: if (a[i] == 2) a[i] = g(n, i)
bound: if (a[i] == 3) a[i + 1] = g(n, i)
bound: if (a[i] == 3) a[i - 1] = g(n, i)
arguments: if (a[i] == 3) a[i] = g(i, n)
statement: Unit
boolean: return n or 1 > 0 && !k(n)
constant: return n and 2 > 0 && !k(n)
constant: return n and 0 > 0 && !k(n)
comparison: return n and 1 >= 0 && !k(n)
comparison: return n and 1 <= 0 && !k(n)
constant: return n and 1 > 1 && !k(n)
constant: return n and 1 > -1 && !k(n)
boolean: return n and 1 > 0 || !k(n)
boolean: return n and 1 > 0 && k(n)
"),
    ("php", r"<?php
function f($a, $n) {
    for ($i = 0; $i < $n; $i++) {
        if ($a[$i] === 3) { $n -= $i; g($n, $i); }
    }
    return !$n && true;
}
", "\
constant: for ($i = 1; $i < $n; $i++) {
constant: for ($i = -1; $i < $n; $i++) {
loop bound: for ($i = 0; $i <= $n; $i++) {
loop bound: for ($i = 0; $i >= $n; $i++) {
loop bound: for ($i = 0; $i < $n - 1; $i++) {
arithmetic: for ($i = 0; $i < $n; $i--) {
boolean: if (true) { $n -= $i; g($n, $i); }
boolean: if (false) { $n -= $i; g($n, $i); }
bound: if ($a[$i + 1] === 3) { $n -= $i; g($n, $i); }
bound: if ($a[$i - 1] === 3) { $n -= $i; g($n, $i); }
comparison: if ($a[$i] !== 3) { $n -= $i; g($n, $i); }
constant: if ($a[$i] === 4) { $n -= $i; g($n, $i); }
constant: if ($a[$i] === 2) { $n -= $i; g($n, $i); }
statement: if ($a[$i] === 3) { ; g($n, $i); }
arithmetic: if ($a[$i] === 3) { $n += $i; g($n, $i); }
statement: if ($a[$i] === 3) { $n -= $i; ; }
arguments: if ($a[$i] === 3) { $n -= $i; g($i, $n); }
boolean: return $n && true;
boolean: return !$n || true;
constant: return !$n && false;
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
loop bound: for i in range(n + 1):
loop bound: for i in range(n - 1):
boolean: if True:
boolean: if False:
bound: if a[i + 1] <= n and not g(i, n):
bound: if a[i - 1] <= n and not g(i, n):
comparison: if a[i] < n and not g(i, n):
comparison: if a[i] > n and not g(i, n):
bound: if a[i] <= n + 1 and not g(i, n):
boolean: if a[i] <= n or not g(i, n):
boolean: if a[i] <= n and g(i, n):
arguments: if a[i] <= n and not g(n, i):
statement: pass
arithmetic: n -= 2
constant: n += 3
constant: n += 1
statement: pass
statement: pass
constant: return False
"),
    ("racket", r"(define (f a n)
  (if (< a (add1 n)) (g (bitwise-and a 3)) #t))
", "\
boolean: (if #t (g (bitwise-and a 3)) #t))
boolean: (if #f (g (bitwise-and a 3)) #t))
comparison: (if (<= a (add1 n)) (g (bitwise-and a 3)) #t))
comparison: (if (>= a (add1 n)) (g (bitwise-and a 3)) #t))
arithmetic: (if (< a (sub1 n)) (g (bitwise-and a 3)) #t))
arithmetic: (if (< a (add1 n)) (g (bitwise-ior a 3)) #t))
constant: (if (< a (add1 n)) (g (bitwise-and a 4)) #t))
constant: (if (< a (add1 n)) (g (bitwise-and a 2)) #t))
constant: (if (< a (add1 n)) (g (bitwise-and a 3)) #f))
"),
    ("ruby", r"def f(a, n)
  (0..n).each do |i|
    return true if a[i] < n && !g(i, n)
    a[i] += 2
    h(n)
  end
end
", "\
statement: nil
constant: (1..n).each do |i|
constant: (-1..n).each do |i|
loop bound: (0..n + 1).each do |i|
loop bound: (0..n - 1).each do |i|
constant: return false if a[i] < n && !g(i, n)
boolean: return true if true
boolean: return true if false
bound: return true if a[i + 1] < n && !g(i, n)
bound: return true if a[i - 1] < n && !g(i, n)
comparison: return true if a[i] <= n && !g(i, n)
comparison: return true if a[i] >= n && !g(i, n)
bound: return true if a[i] < n - 1 && !g(i, n)
boolean: return true if a[i] < n || !g(i, n)
boolean: return true if a[i] < n && g(i, n)
arguments: return true if a[i] < n && !g(n, i)
statement: nil
bound: a[i + 1] += 2
bound: a[i - 1] += 2
arithmetic: a[i] -= 2
constant: a[i] += 3
constant: a[i] += 1
statement: nil
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
constant: for i in 1..n {
constant: for i in -1..n {
loop bound: for i in 0..n + 1 {
loop bound: for i in 0..n - 1 {
boolean: if true {
boolean: if false {
bound: if a[i + 1] == 3 && !g(i, n) {
bound: if a[i - 1] == 3 && !g(i, n) {
comparison: if a[i] != 3 && !g(i, n) {
constant: if a[i] == 4 && !g(i, n) {
constant: if a[i] == 2 && !g(i, n) {
boolean: if a[i] == 3 || !g(i, n) {
boolean: if a[i] == 3 && g(i, n) {
arguments: if a[i] == 3 && !g(n, i) {
statement: ;
bound: a[i + 1] -= 2i32;
bound: a[i - 1] -= 2i32;
arithmetic: a[i] += 2i32;
constant: a[i] -= 3i32;
constant: a[i] -= 1i32;
statement: ;
arithmetic: n.max(1_000) > n * 2
constant: n.min(1001) > n * 2
constant: n.min(999) > n * 2
comparison: n.min(1_000) >= n * 2
comparison: n.min(1_000) <= n * 2
bound: n.min(1_000) > (n * 2) + 1
arithmetic: n.min(1_000) > n + 2
constant: n.min(1_000) > n * 3
constant: n.min(1_000) > n * 1
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
constant: var m = 1
constant: var m = -1
constant: for (i <- 1 until n) {
constant: for (i <- -1 until n) {
loop bound: for (i <- 0 until n + 1) {
loop bound: for (i <- 0 until n - 1) {
boolean: if (true) m += 2
boolean: if (false) m += 2
comparison: if (a(i) <= n) m += 2
comparison: if (a(i) >= n) m += 2
bound: if (a(i) < n - 1) m += 2
arithmetic: if (a(i) < n) m -= 2
constant: if (a(i) < n) m += 3
constant: if (a(i) < n) m += 1
statement: ()
arguments: g(i, n)
boolean: h(n) && m == 3
boolean: !h(n) || m == 3
comparison: !h(n) && m != 3
constant: !h(n) && m == 4
constant: !h(n) && m == 2
"),
];
