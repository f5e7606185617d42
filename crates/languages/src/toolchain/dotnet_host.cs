// Compiles and runs C# programs:
//
//   launcher ASSEMBLY ARGUMENT…
//   launcher --compile [--main=TYPE] SOURCE…
//   launcher --version
//
// With --compile, it writes main.dll and main.pdb. `mousetrap setup` builds this program with
// Mono's compiler, which cannot call WriteLine and other methods with a ReadOnlySpan overload.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;

internal static class Host
{
    private const string MainOption = "--main=";

    private static int Main(string[] arguments)
    {
        string[] others = arguments.Skip(1).ToArray();
        switch (arguments[0])
        {
            case "--compile":
                return Compile(others);
            case "--version":
                Console.Out.WriteLineAsync(RuntimeInformation.FrameworkDescription).Wait();
                return 0;
            default:
                AppDomain.CurrentDomain.UnhandledException += (sender, error) => Report(error.ExceptionObject);
                return AppDomain.CurrentDomain.ExecuteAssembly(arguments[0], others);
        }
    }

    // Prints an uncaught exception without the stack frames of the driver and of this program. By
    // default, .NET prints all frames and aborts the process, so the exception looks like a crash.
    private static void Report(object error)
    {
        const string InternalFrame = @"\n   at (Mousetrap|Host\.|System\.(Reflection|RuntimeMethodHandle|AppDomain))[^\n]*";
        Console.Error.WriteAsync("Unhandled exception. ").Wait();
        Console.Error.WriteLineAsync(Regex.Replace(error.ToString(), InternalFrame, "")).Wait();
        Environment.Exit(1);
    }

    private static int Compile(string[] arguments)
    {
        string main = arguments.Where(word => word.StartsWith(MainOption)).FirstOrDefault();
        CSharpParseOptions syntax = CSharpParseOptions.Default.WithLanguageVersion(LanguageVersion.Preview);
        var trees = new List<SyntaxTree>();
        foreach (string name in arguments.Where(word => !word.StartsWith(MainOption)))
        {
            SourceText text = SourceText.From(File.ReadAllText(name), Encoding.UTF8);
            trees.Add(CSharpSyntaxTree.ParseText(text, syntax, name));
        }
        var references = new List<MetadataReference>();
        // Microsoft.CSharp.dll contains the methods that `dynamic` calls.
        foreach (string pattern in new[] { "System*.dll", "Microsoft.CSharp.dll" })
        {
            foreach (string path in Directory.GetFiles(AppContext.BaseDirectory, pattern))
            {
                references.Add(MetadataReference.CreateFromFile(path));
            }
        }
        CSharpCompilationOptions options = new CSharpCompilationOptions(OutputKind.ConsoleApplication)
            .WithMainTypeName(main == null ? null : main.Substring(MainOption.Length))
            .WithOptimizationLevel(OptimizationLevel.Release)
            .WithAllowUnsafe(true)
            .WithConcurrentBuild(false);
        CSharpCompilation compilation = CSharpCompilation.Create("main", trees, references, options);
        EmitResult result;
        using (Stream program = File.Create("main.dll"))
        using (Stream symbols = File.Create("main.pdb"))
        {
            var format = new EmitOptions(false, DebugInformationFormat.PortablePdb);
            result = compilation.Emit(program, symbols, null, null, null, format);
        }
        foreach (Diagnostic message in result.Diagnostics.Where(it => it.Severity == DiagnosticSeverity.Error))
        {
            Console.Error.WriteLineAsync(message.ToString()).Wait();
        }
        return result.Success ? 0 : 1;
    }
}
