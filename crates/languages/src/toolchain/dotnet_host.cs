// Runs and compiles C# programs:
//
//   launcher ASSEMBLY ARGUMENT…
//   launcher --compile [--main=TYPE] SOURCE…
//   launcher --version
//
// The compiler writes main.dll and main.pdb. `mousetrap setup` builds this program with Mono's
// compiler, which does not support methods that have an overload for a ReadOnlySpan.
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

    // Prints an uncaught exception without the stack frames of the driver and this program. By
    // default, .NET prints all frames and aborts the process, which looks like a crash.
    private static void Report(object error)
    {
        const string OtherFrame = @"\n   at (Mousetrap|Host\.|System\.(Reflection|RuntimeMethodHandle|AppDomain))[^\n]*";
        Console.Error.WriteAsync("Unhandled exception. ").Wait();
        Console.Error.WriteLineAsync(Regex.Replace(error.ToString(), OtherFrame, "")).Wait();
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
        var library = new List<MetadataReference>();
        foreach (string path in Directory.GetFiles(AppContext.BaseDirectory, "System*.dll"))
        {
            library.Add(MetadataReference.CreateFromFile(path));
        }
        CSharpCompilationOptions options = new CSharpCompilationOptions(OutputKind.ConsoleApplication)
            .WithMainTypeName(main == null ? null : main.Substring(MainOption.Length))
            .WithOptimizationLevel(OptimizationLevel.Release)
            .WithAllowUnsafe(true)
            .WithConcurrentBuild(false);
        CSharpCompilation compilation = CSharpCompilation.Create("main", trees, library, options);
        EmitResult result;
        using (Stream program = File.Create("main.dll"))
        using (Stream lines = File.Create("main.pdb"))
        {
            var format = new EmitOptions(false, DebugInformationFormat.PortablePdb);
            result = compilation.Emit(program, lines, null, null, null, format);
        }
        foreach (Diagnostic message in result.Diagnostics.Where(it => it.Severity == DiagnosticSeverity.Error))
        {
            Console.Error.WriteLineAsync(message.ToString()).Wait();
        }
        return result.Success ? 0 : 1;
    }
}
