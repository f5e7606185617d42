// Answers cases with the submission's Solution. See ../README.md.

// The namespaces that LeetCode imports for every submission.
global using System;
global using System.Collections;
global using System.Collections.Generic;
global using System.IO;
global using System.Linq;
global using System.Numerics;
global using System.Text;
global using System.Text.RegularExpressions;
global using System.Threading;
global using System.Threading.Tasks;

namespace Mousetrap
{
    // Inside the namespace, a submission's own Thread or Math cannot hide these imports.
    using System;
    using System.Collections;
    using System.Collections.Generic;
    using System.Globalization;
    using System.IO;
    using System.Linq;
    using System.Reflection;
    using System.Runtime.CompilerServices;
    using System.Runtime.InteropServices;
    using System.Text;
    using System.Threading;

    /// <summary>Reads cases from descriptor 0 and writes replies to descriptor 3.</summary>
    public static class Driver
    {
        private const BindingFlags AllInstance =
            BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;

        // Optional parameters without an argument take their default values.
        private const BindingFlags Invocation =
            BindingFlags.OptionalParamBinding | BindingFlags.DoNotWrapExceptions;

        /// <summary>Number types, each of which C# converts implicitly to the types after it.</summary>
        private static readonly Type[] Numbers =
            { typeof(byte), typeof(short), typeof(int), typeof(long), typeof(float), typeof(double) };

        /// <summary>The argument is the stack limit in MiB.</summary>
        public static void Main(string[] arguments)
        {
            // The stack size of the main thread cannot be set.
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
            int number = Array.IndexOf(Numbers, entry.ReturnType);
            bool isConverted = number >= 0 && number < Array.IndexOf(Numbers, Problem.Result);
            if (!isConverted && !Problem.Result.IsAssignableFrom(entry.ReturnType))
            {
                throw new InvalidOperationException(
                    $"{Problem.Entry} returns {entry.ReturnType.Name}, and the problem asks for {Problem.Result.Name}");
            }
            int count = Problem.Parameters.Length;
            if (entry.GetParameters().Length < count)
            {
                throw new InvalidOperationException(
                    $"{Problem.Entry} has {entry.GetParameters().Length} parameters, and the problem gives {count} arguments");
            }
            while (!input.AtEnd())
            {
                object[] arguments = entry.GetParameters().Select(_ => Type.Missing).ToArray();
                for (int i = 0; i < count; ++i)
                {
                    arguments[i] = input.Read(Problem.Parameters[i]);
                }
                object solution = entry.IsStatic ? null : NewInstance(entry.DeclaringType);
                object value = entry.Invoke(solution, Invocation, null, arguments, null);
                if (Problem.Result == typeof(void))
                {
                    value = arguments[0];
                }
                else if (isConverted)
                {
                    value = Convert.ChangeType(value, Problem.Result, CultureInfo.InvariantCulture);
                }
                Console.Out.Flush();
                Send(Output.Spelled(value));
            }
            Send("done");
        }

        /// <summary>Calls the constructor with the fewest parameters. Prefers public constructors.</summary>
        private static object NewInstance(Type type)
        {
            ConstructorInfo constructor = type.GetConstructors(AllInstance)
                .OrderByDescending(each => each.IsPublic)
                .ThenBy(each => each.GetParameters().Length)
                .FirstOrDefault();
            if (constructor == null)
            {
                return Activator.CreateInstance(type); // a struct
            }
            object[] arguments = constructor.GetParameters().Select(_ => Type.Missing).ToArray();
            return constructor.Invoke(Invocation, null, arguments, null);
        }

        /// <summary>
        /// Finds the method of Solution with this name. Prefers an overload with the problem's
        /// parameters, to which it may add optional ones, then a public one.
        /// </summary>
        private static MethodInfo Find(string name)
        {
            return Assembly.GetExecutingAssembly().GetTypes()
                .Where(type => type.Namespace != "Mousetrap" && type.Name == "Solution")
                .SelectMany(type => type.GetMethods(AllInstance | BindingFlags.Static))
                .Where(method => method.Name == name)
                .OrderByDescending(method => Accepts(method.GetParameters()))
                .ThenByDescending(method => method.IsPublic)
                .ThenBy(method => method.GetParameters().Length)
                .First();
        }

        private static bool Accepts(ParameterInfo[] parameters)
        {
            int count = Problem.Parameters.Length;
            return parameters.Take(count).Select(parameter => parameter.ParameterType)
                    .SequenceEqual(Problem.Parameters)
                && parameters.Skip(count).All(parameter => parameter.IsOptional);
        }

        // The class library cannot open a descriptor by its number.
        [DllImport("libc")]
        private static extern IntPtr write(int descriptor, byte[] bytes, IntPtr count);

        private static void Send(string value)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(value + "\n");
            while (bytes.Length > 0)
            {
                int sent = (int)write(3, bytes, (IntPtr)bytes.Length);
                if (sent <= 0)
                {
                    Environment.Exit(1); // no judge is listening
                }
                bytes = sent == bytes.Length ? new byte[0] : bytes.Skip(sent).ToArray();
            }
        }
    }

    /// <summary>Reads values from standard input.</summary>
    public sealed class Input
    {
        private readonly Stream stream;
        private readonly byte[] buffer = new byte[1 << 16];
        private int at;
        private int end;

        public Input(Stream stream)
        {
            this.stream = stream;
        }

        /// <summary>Waits for the next case. Returns whether the input has ended.</summary>
        public bool AtEnd()
        {
            if (at == end)
            {
                at = 0;
                end = stream.Read(buffer, 0, buffer.Length);
            }
            return at == end;
        }

        public object Read(Type type)
        {
            if (type == typeof(int))
            {
                return (int)Integer();
            }
            if (type == typeof(long))
            {
                return Integer();
            }
            if (type == typeof(double))
            {
                return double.Parse(Word(), CultureInfo.InvariantCulture);
            }
            if (type == typeof(bool))
            {
                return Integer() != 0;
            }
            if (type == typeof(char))
            {
                return (char)Integer();
            }
            if (type == typeof(string))
            {
                return Text();
            }
            if (type.IsArray)
            {
                return Items(type.GetElementType());
            }
            if (type.IsGenericType)
            {
                Type item = type.GetGenericArguments()[0];
                return Activator.CreateInstance(typeof(List<>).MakeGenericType(item), Items(item));
            }
            return type.GetField("next") != null ? Linked(type) : Tree(type);
        }

        private int Get()
        {
            return AtEnd() ? -1 : buffer[at++];
        }

        private long Integer()
        {
            int next = Get();
            bool negative = next == '-';
            if (negative)
            {
                next = Get();
            }
            long value = 0;
            for (; next >= '0' && next <= '9'; next = Get())
            {
                value = unchecked(10 * value + (next - '0'));
            }
            return negative ? unchecked(-value) : value;
        }

        private string Word()
        {
            var word = new StringBuilder();
            for (int next = Get(); next > ' '; next = Get())
            {
                word.Append((char)next);
            }
            return word.ToString();
        }

        private string Text()
        {
            var text = new byte[Integer()];
            for (int i = 0; i < text.Length; ++i)
            {
                text[i] = (byte)Get();
            }
            Get(); // the end of the line
            return Encoding.UTF8.GetString(text);
        }

        private Array Items(Type item)
        {
            int size = (int)Integer();
            if (item == typeof(int))
            {
                var numbers = new int[size];
                for (int i = 0; i < size; ++i)
                {
                    numbers[i] = (int)Integer();
                }
                return numbers;
            }
            Array items = Array.CreateInstance(item, size);
            for (int i = 0; i < size; ++i)
            {
                items.SetValue(Read(item), i);
            }
            return items;
        }

        // Creates a node without calling a constructor, because the submission may define the class.
        private static object Node(Type type, int value)
        {
            object node = RuntimeHelpers.GetUninitializedObject(type);
            type.GetField("val").SetValue(node, value);
            return node;
        }

        private object Linked(Type type)
        {
            object list = null;
            foreach (int value in ((int[])Items(typeof(int))).Reverse())
            {
                object node = Node(type, value);
                type.GetField("next").SetValue(node, list);
                list = node;
            }
            return list;
        }

        private object Tree(Type type)
        {
            var nodes = new object[Integer()];
            for (int i = 0; i < nodes.Length; ++i)
            {
                string word = Word();
                nodes[i] = word == "null" ? null : Node(type, int.Parse(word, CultureInfo.InvariantCulture));
            }
            int child = 1;
            foreach (object node in nodes.Where(node => node != null))
            {
                foreach (string side in new[] { "left", "right" })
                {
                    type.GetField(side).SetValue(node, child < nodes.Length ? nodes[child] : null);
                    ++child;
                }
            }
            return nodes.FirstOrDefault();
        }
    }

    /// <summary>Formats answers as JSON.</summary>
    public static class Output
    {
        /// <summary>Maximum number of nodes; a larger list or tree must contain a cycle.</summary>
        private const int MaxNodes = 1000000;

        /// <summary>A description of the answer if it contains a cycle; otherwise null.</summary>
        private static string cycle;

        /// <summary>Formats a reply: JSON, or `?` and a value of the wrong type.</summary>
        public static string Spelled(object value)
        {
            var line = new StringBuilder();
            if (Write(line, value, Problem.Answer))
            {
                return line.ToString();
            }
            string text = cycle ?? Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";
            text = text.Replace('\n', ' ');
            cycle = null;
            return "?" + (value == null ? "null" : text.Substring(0, Math.Min(text.Length, 99)));
        }

        private static bool Write(StringBuilder line, object value, Type type)
        {
            if (value is double real && (double.IsNaN(real) || double.IsInfinity(real)))
            {
                return false;
            }
            if (value is bool)
            {
                line.Append((bool)value ? "true" : "false");
                return true;
            }
            if (value is string || value is char)
            {
                Quote(line, value.ToString());
                return true;
            }
            if (type.IsPrimitive)
            {
                string format = value is double ? "R" : "D";
                line.Append(((IFormattable)value).ToString(format, CultureInfo.InvariantCulture));
                return true;
            }
            if (type.IsArray || type.IsGenericType)
            {
                Type item = type.IsArray ? type.GetElementType() : type.GetGenericArguments()[0];
                return value != null && Items(line, ((IEnumerable)value).Cast<object>(), item);
            }
            return type != typeof(string) && Nodes(line, value, type);
        }

        private static bool Items(StringBuilder line, IEnumerable<object> items, Type type)
        {
            string before = "[";
            foreach (object item in items)
            {
                line.Append(before);
                before = ",";
                if (item == null && type == typeof(int?))
                {
                    line.Append("null");
                }
                else if (!Write(line, item, type == typeof(int?) ? typeof(int) : type))
                {
                    return false;
                }
            }
            line.Append(before == "[" ? "[]" : "]");
            return true;
        }

        private static bool Nodes(StringBuilder line, object root, Type type)
        {
            FieldInfo next = type.GetField("next");
            FieldInfo[] links = next != null ? new[] { next } : new[] { type.GetField("left"), type.GetField("right") };
            var nodes = new List<object> { root };
            for (int at = 0; at < nodes.Count; ++at)
            {
                if (nodes[at] == null)
                {
                    continue;
                }
                if (nodes.Count > links.Length * MaxNodes)
                {
                    cycle = next != null ? "a list with a cycle" : "a tree with a cycle";
                    return false;
                }
                nodes.AddRange(links.Select(link => link.GetValue(nodes[at])));
            }
            while (nodes.Count > 0 && nodes[nodes.Count - 1] == null)
            {
                nodes.RemoveAt(nodes.Count - 1);
            }
            FieldInfo value = type.GetField("val");
            return Items(line, nodes.Select(node => node == null ? null : value.GetValue(node)), typeof(int?));
        }

        private static void Quote(StringBuilder line, string text)
        {
            line.Append('"');
            foreach (char next in text)
            {
                if (next < ' ')
                {
                    line.Append("\\u").Append(((int)next).ToString("x4", CultureInfo.InvariantCulture));
                    continue;
                }
                line.Append(next == '"' || next == '\\' ? "\\" : "").Append(next);
            }
            line.Append('"');
        }
    }
}
