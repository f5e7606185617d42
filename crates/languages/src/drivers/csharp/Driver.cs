// Answers cases with the submission's Solution. See ../README.md.
namespace Mousetrap
{
    // In here, where a submission's own Thread or Math does not hide theirs.
    using System;
    using System.Globalization;
    using System.IO;
    using System.Linq;
    using System.Reflection;
    using System.Runtime.InteropServices;
    using System.Text;
    using System.Threading;

    /// <summary>Cases in on descriptor 0, replies out on descriptor 3.</summary>
    public static class Driver
    {
        private const BindingFlags Anyhow =
            BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;

        /// <summary>The argument is the size of the stack in MiB.</summary>
        public static void Main(string[] arguments)
        {
            // The main thread's stack does not follow the limit.
            int stack = Math.Min(int.Parse(arguments[0], CultureInfo.InvariantCulture), 2047) << 20;
            var thread = new Thread(Serve, stack);
            thread.Start();
            thread.Join();
        }

        private static void Serve()
        {
            var input = new Input(Console.OpenStandardInput());
            Send("ready");
            MethodInfo entry = Find(Problem.Entry);
            if (entry.ReturnType != Problem.Result)
            {
                throw new InvalidOperationException(
                    $"{Problem.Entry} returns {entry.ReturnType.Name}, and the problem asks for {Problem.Result.Name}");
            }
            Func<object> make = () => entry.IsStatic ? null : Activator.CreateInstance(entry.DeclaringType, true);
            for (Func<Func<object>, MethodInfo, object> game; (game = Problem.Read(input)) != null;)
            {
                string value = Convert.ToString(game(make, entry), CultureInfo.InvariantCulture) ?? "null";
                Console.Out.Flush();
                Send(value);
            }
            Send("done");
        }

        /// <summary>The method of this name in Solution.</summary>
        private static MethodInfo Find(string name)
        {
            return Assembly.GetExecutingAssembly().GetTypes()
                .Where(type => type.Namespace != "Mousetrap" && type.Name == "Solution")
                .Select(type => type.GetMethod(name, Anyhow))
                .First(method => method != null);
        }

        // The class library opens no descriptor by its number.
        [DllImport("libc")]
        private static extern IntPtr write(int descriptor, byte[] bytes, IntPtr count);

        private static void Send(string value)
        {
            string line = value.Replace('\n', ' ');
            byte[] bytes = Encoding.UTF8.GetBytes(line.Substring(0, Math.Min(line.Length, 100)) + "\n");
            if (write(3, bytes, (IntPtr)bytes.Length) != (IntPtr)bytes.Length)
            {
                Environment.Exit(1); // no judge is listening
            }
        }
    }

    /// <summary>Lines of standard input as words.</summary>
    public sealed class Input
    {
        private static readonly char[] Blanks = { ' ', '\r' };
        private readonly StreamReader reader;

        public Input(Stream stream)
        {
            reader = new StreamReader(stream, Encoding.ASCII, false, 1 << 16);
        }

        /// <summary>The next line; null at the end of the input.</summary>
        public string[] Words()
        {
            return reader.ReadLine()?.Split(Blanks, StringSplitOptions.RemoveEmptyEntries);
        }

        /// <summary>The next line as numbers; null at the end of the input.</summary>
        public int[] Numbers()
        {
            return Words()?.Select(word => int.Parse(word, CultureInfo.InvariantCulture)).ToArray();
        }
    }
}
