// Compiles solution.ts to solution.js with the compiler API.
//
// The compiler and all types are in the node_modules directory that NODE_PATH
// names. The options are those of LeetCode (--alwaysStrict --strictBindCallApply
// --strictFunctionTypes --target ES2022). Every file counts as a module, so
// that a submission's `Node` or `find` does not conflict with a library's.
//
// `node --build-snapshot` stores the state of the compiler after it has parsed its
// library, and later compilations start from this state.
'use strict';

const fs = require('fs');
const path = require('path');
const { startupSnapshot } = require('v8');

const packages = process.env.NODE_PATH;
const ts = load(path.join(packages, 'typescript/lib/typescript.js'));
const installed = (name) => ts.sys.directoryExists(path.join(packages, name));

// Snapshots do not support `require` for user modules.
function load(file) {
  const names = ['module', 'exports', 'require', '__filename', '__dirname'];
  const module = { exports: {} };
  const values = [module, module.exports, require, file, path.dirname(file)];
  new Function(...names, fs.readFileSync(file, 'utf8'))(...values);
  return module.exports;
}

const options = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.CommonJS,
  moduleDetection: ts.ModuleDetectionKind.Force,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  esModuleInterop: true,
  allowUmdGlobalAccess: true,
  alwaysStrict: true,
  strictBindCallApply: true,
  strictFunctionTypes: true,
  skipLibCheck: true,
  noEmitOnError: true,
  sourceMap: true,
  typeRoots: [path.join(packages, '@types')],
  baseUrl: '.',
  paths: { '*': [path.join(packages, '*'), path.join(packages, '@types', '*')] },
};

// Types are loaded only if the source mentions their names, because lodash's types
// take a second to load.
const PRELOADED = [
  [/\b_\b|\blodash\b/, 'lodash', '@types/lodash'],
  [/Queue|Deque|datastructures-js/, 'leetcode', '@datastructures-js/priority-queue'],
];

// A cache, so that each library file is read only once.
const library = new Map();

function compile() {
  const source = ts.sys.readFile('solution.ts') ?? '';
  const roots = ['solution.ts', 'nodes.d.ts'].filter(ts.sys.fileExists);
  const types = installed('@types/node') ? ['node'] : [];
  for (const [mentioned, name, needs] of PRELOADED) {
    if (!mentioned.test(source) || !installed(needs)) continue;
    if (name === 'leetcode') roots.push('leetcode.d.ts');
    else types.push(name);
  }
  const host = ts.createCompilerHost({ ...options, types });
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (!name.startsWith(packages)) return getSourceFile.call(host, name, ...rest);
    if (!library.has(name)) library.set(name, getSourceFile.call(host, name, ...rest));
    return library.get(name);
  };
  const program = ts.createProgram(roots, { ...options, types }, host);
  const emitted = program.emit();
  return ts.sortAndDeduplicateDiagnostics([
    ...ts.getPreEmitDiagnostics(program),
    ...emitted.diagnostics,
  ]);
}

function main() {
  const fatal = compile().filter((problem) => problem.category === ts.DiagnosticCategory.Error);
  process.stderr.write(
    ts.formatDiagnostics(fatal, {
      getCurrentDirectory: () => process.cwd(),
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    }),
  );
  process.exitCode = fatal.length === 0 ? 0 : 1;
}

if (startupSnapshot?.isBuildingSnapshot()) {
  compile();
  startupSnapshot.setDeserializeMainFunction(main);
} else {
  main();
}
