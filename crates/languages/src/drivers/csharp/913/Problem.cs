namespace Mousetrap
{
    using System;
    using System.Linq;
    using System.Reflection;

    /// <summary>How CatMouseGame is called.</summary>
    internal static class Problem
    {
        public const string Entry = "CatMouseGame";
        public static readonly Type Result = typeof(int);

        private delegate int Call(int[][] graph);

        public static Func<Func<object>, MethodInfo, object> Read(Input input)
        {
            int[] head = input.Numbers();
            if (head == null)
            {
                return null;
            }
            var graph = new int[head[0]][];
            for (int node = 0; node < graph.Length; ++node)
            {
                graph[node] = input.Numbers().Skip(1).ToArray();
            }
            return (make, entry) =>
                ((Call)Delegate.CreateDelegate(typeof(Call), make(), entry))(graph);
        }
    }
}
