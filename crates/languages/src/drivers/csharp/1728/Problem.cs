namespace Mousetrap
{
    using System;
    using System.Reflection;

    /// <summary>How CanMouseWin is called.</summary>
    internal static class Problem
    {
        public const string Entry = "CanMouseWin";
        public static readonly Type Result = typeof(bool);

        private delegate bool Call(string[] grid, int catJump, int mouseJump);

        public static Func<Func<object>, MethodInfo, object> Read(Input input)
        {
            int[] head = input.Numbers();
            if (head == null)
            {
                return null;
            }
            var grid = new string[head[0]];
            for (int row = 0; row < grid.Length; ++row)
            {
                grid[row] = input.Words()[0];
            }
            return (make, entry) =>
                ((Call)Delegate.CreateDelegate(typeof(Call), make(), entry))(grid, head[2], head[3])
                    ? "true"
                    : "false";
        }
    }
}
