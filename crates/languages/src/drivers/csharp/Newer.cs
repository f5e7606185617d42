// Newer features that Mono lacks, such as indices from the end and the priority queue of .NET.
// Tuples of type parameters are written as ValueTuple, because Mono's compiler refuses `(A, B)`.
namespace Mousetrap
{
    using System;
    using System.Collections.Generic;

    internal static class Ends
    {
        public static int Of(string text) { return text.Length; }

        public static int Of(System.Text.StringBuilder text) { return text.Length; }

        public static int Of<T>(T[] items) { return items.Length; }

        public static int Of<T>(List<T> items) { return items.Count; }

        public static int Of<T>(IList<T> items) { return items.Count; }

        public static char At(string text, int fromEnd) { return text[text.Length - fromEnd]; }

        public static T At<T>(IList<T> items, int fromEnd) { return items[items.Count - fromEnd]; }

        public static K First<K, V>(KeyValuePair<K, V> pair) { return pair.Key; }

        public static V Second<K, V>(KeyValuePair<K, V> pair) { return pair.Value; }

        public static A First<A, B>(ValueTuple<A, B> pair) { return pair.Item1; }

        public static B Second<A, B>(ValueTuple<A, B> pair) { return pair.Item2; }

        public static A First<A, B, C>(ValueTuple<A, B, C> triple) { return triple.Item1; }

        public static B Second<A, B, C>(ValueTuple<A, B, C> triple) { return triple.Item2; }

        public static C Third<A, B, C>(ValueTuple<A, B, C> triple) { return triple.Item3; }

        /// <summary>Returns a slice. A negative index counts from the end.</summary>
        public static string Slice(string text, int from, int to)
        {
            from += from < 0 ? text.Length + 1 : 0;
            to += to < 0 ? text.Length + 1 : 0;
            return text.Substring(from, to - from);
        }

        public static T[] Slice<T>(T[] items, int from, int to)
        {
            from += from < 0 ? items.Length + 1 : 0;
            to += to < 0 ? items.Length + 1 : 0;
            T[] part = new T[to - from];
            Array.Copy(items, from, part, 0, part.Length);
            return part;
        }
    }
}

namespace MousetrapCollections
{
    using System;
    using System.Collections.Generic;
    using System.Linq;

    /// <summary>Methods of collections that .NET 6 and 7 have added.</summary>
    internal static class MousetrapExtensions
    {
        public static int EnsureCapacity<T>(this List<T> items, int capacity)
        {
            items.Capacity = Math.Max(items.Capacity, capacity);
            return items.Capacity;
        }

        public static IOrderedEnumerable<T> Order<T>(this IEnumerable<T> items) { return items.OrderBy(x => x); }

        public static IOrderedEnumerable<T> OrderDescending<T>(this IEnumerable<T> items)
        {
            return items.OrderByDescending(x => x);
        }

        public static T MinBy<T, K>(this IEnumerable<T> items, Func<T, K> key) { return items.OrderBy(key).First(); }

        public static T MaxBy<T, K>(this IEnumerable<T> items, Func<T, K> key)
        {
            return items.OrderByDescending(key).First();
        }

        public static IEnumerable<T> DistinctBy<T, K>(this IEnumerable<T> items, Func<T, K> key)
        {
            var known = new HashSet<K>();
            return items.Where(x => known.Add(key(x)));
        }

        public static IEnumerable<T[]> Chunk<T>(this IEnumerable<T> items, int size)
        {
            var all = items.ToArray();
            for (int i = 0; i < all.Length; i += size)
            {
                yield return all.Skip(i).Take(size).ToArray();
            }
        }

        public static IEnumerable<ValueTuple<A, B>> Zip<A, B>(this IEnumerable<A> items, IEnumerable<B> others)
        {
            return items.Zip(others, (a, b) => new ValueTuple<A, B>(a, b));
        }
    }

    /// <summary>A replacement for System.Numerics.BitOperations of .NET Core 3.</summary>
    internal static class BitOperations
    {
        public static int PopCount(ulong value)
        {
            int count = 0;
            for (; value != 0; value &= value - 1)
            {
                count++;
            }
            return count;
        }

        public static int Log2(ulong value)
        {
            int log = 0;
            for (; value > 1; value >>= 1)
            {
                log++;
            }
            return log;
        }

        public static int LeadingZeroCount(uint value) { return value == 0 ? 32 : 31 - Log2(value); }

        public static int LeadingZeroCount(ulong value) { return value == 0 ? 64 : 63 - Log2(value); }

        public static int TrailingZeroCount(int value) { return TrailingZeroCount((uint)value); }

        public static int TrailingZeroCount(uint value) { return value == 0 ? 32 : TrailingZeroCount((ulong)value); }

        public static int TrailingZeroCount(long value) { return TrailingZeroCount((ulong)value); }

        public static int TrailingZeroCount(ulong value) { return value == 0 ? 64 : PopCount((value & (~value + 1)) - 1); }

        public static bool IsPow2(long value) { return value > 0 && (value & (value - 1)) == 0; }
    }

    /// <summary>A priority queue: a heap in which each node has up to four children, as in .NET.</summary>
    internal class PriorityQueue<TElement, TPriority>
    {
        private readonly List<ValueTuple<TElement, TPriority>> nodes;
        private readonly IComparer<TPriority> comparer;

        public PriorityQueue() : this(null, null) { }

        public PriorityQueue(int capacity) : this(null, null) { }

        public PriorityQueue(IComparer<TPriority> comparer) : this(null, comparer) { }

        public PriorityQueue(int capacity, IComparer<TPriority> comparer) : this(null, comparer) { }

        public PriorityQueue(IEnumerable<ValueTuple<TElement, TPriority>> items) : this(items, null) { }

        public PriorityQueue(IEnumerable<ValueTuple<TElement, TPriority>> items, IComparer<TPriority> comparer)
        {
            this.comparer = comparer ?? Comparer<TPriority>.Default;
            nodes = new List<ValueTuple<TElement, TPriority>>();
            if (items != null)
            {
                EnqueueRange(items);
            }
        }

        public int Count { get { return nodes.Count; } }

        public IComparer<TPriority> Comparer { get { return comparer; } }

        public IReadOnlyCollection<ValueTuple<TElement, TPriority>> UnorderedItems { get { return nodes; } }

        public void Enqueue(TElement element, TPriority priority)
        {
            nodes.Add(new ValueTuple<TElement, TPriority>(element, priority));
            int at = nodes.Count - 1;
            while (at > 0 && comparer.Compare(priority, nodes[(at - 1) / 4].Item2) < 0)
            {
                nodes[at] = nodes[(at - 1) / 4];
                at = (at - 1) / 4;
            }
            nodes[at] = new ValueTuple<TElement, TPriority>(element, priority);
        }

        public void EnqueueRange(IEnumerable<ValueTuple<TElement, TPriority>> items)
        {
            if (nodes.Count > 0)
            {
                foreach (var item in items)
                {
                    Enqueue(item.Item1, item.Item2);
                }
                return;
            }
            nodes.AddRange(items);
            for (int at = (nodes.Count - 2) / 4; at >= 0 && nodes.Count > 1; at--)
            {
                MoveDown(nodes[at], at);
            }
        }

        public void EnqueueRange(IEnumerable<TElement> elements, TPriority priority)
        {
            foreach (var element in elements)
            {
                Enqueue(element, priority);
            }
        }

        public TElement Peek()
        {
            TElement element;
            TPriority priority;
            if (!TryPeek(out element, out priority))
            {
                throw new InvalidOperationException("Queue empty.");
            }
            return element;
        }

        public TElement Dequeue()
        {
            TElement element = Peek();
            RemoveFirst();
            return element;
        }

        public TElement EnqueueDequeue(TElement element, TPriority priority)
        {
            if (nodes.Count == 0 || comparer.Compare(priority, nodes[0].Item2) <= 0)
            {
                return element;
            }
            TElement first = nodes[0].Item1;
            MoveDown(new ValueTuple<TElement, TPriority>(element, priority), 0);
            return first;
        }

        public TElement DequeueEnqueue(TElement element, TPriority priority)
        {
            TElement first = Dequeue();
            Enqueue(element, priority);
            return first;
        }

        public bool TryPeek(out TElement element, out TPriority priority)
        {
            bool hasItems = nodes.Count > 0;
            element = hasItems ? nodes[0].Item1 : default(TElement);
            priority = hasItems ? nodes[0].Item2 : default(TPriority);
            return hasItems;
        }

        public bool TryDequeue(out TElement element, out TPriority priority)
        {
            bool hasItems = TryPeek(out element, out priority);
            if (hasItems)
            {
                RemoveFirst();
            }
            return hasItems;
        }

        public void Clear()
        {
            nodes.Clear();
        }

        public int EnsureCapacity(int capacity)
        {
            return capacity;
        }

        public void TrimExcess() { }

        private void RemoveFirst()
        {
            var last = nodes[nodes.Count - 1];
            nodes.RemoveAt(nodes.Count - 1);
            if (nodes.Count > 0)
            {
                MoveDown(last, 0);
            }
        }

        private void MoveDown(ValueTuple<TElement, TPriority> node, int at)
        {
            while (4 * at + 1 < nodes.Count)
            {
                int least = 4 * at + 1;
                for (int child = least + 1; child < Math.Min(4 * at + 5, nodes.Count); child++)
                {
                    if (comparer.Compare(nodes[child].Item2, nodes[least].Item2) < 0)
                    {
                        least = child;
                    }
                }
                if (comparer.Compare(node.Item2, nodes[least].Item2) <= 0)
                {
                    break;
                }
                nodes[at] = nodes[least];
                at = least;
            }
            nodes[at] = node;
        }
    }
}
