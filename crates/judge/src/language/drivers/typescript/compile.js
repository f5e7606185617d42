// Compiles solution.ts to solution.js with the compiler API.
//
// Everything is found in the node_modules directory that NODE_PATH names.
// Options are LeetCode's (--alwaysStrict --strictBindCallApply
// --strictFunctionTypes --target ES2022). Every file counts as a module, so
// that a submission's own `Node` or `find` never meets one of the library's.
'use strict';

const path = require('path');
const ts = require('typescript');

const packages = path.dirname(path.dirname(require.resolve('typescript/package.json')));

const installed = (name) => ts.sys.directoryExists(path.join(packages, name));
const source = ts.sys.readFile('solution.ts') ?? '';

// What is not mentioned is not loaded: lodash's types alone cost a second.
const PRELOADED = [
  [/\b_\b|\blodash\b/, 'lodash', '@types/lodash'],
  [/Queue|Deque|datastructures-js/, 'leetcode', '@datastructures-js/priority-queue'],
];
const roots = ['solution.ts'];
const types = installed('@types/node') ? ['node'] : [];
for (const [mentioned, name, needs] of PRELOADED) {
  if (!mentioned.test(source) || !installed(needs)) continue;
  if (name === 'leetcode') roots.push('leetcode.d.ts');
  else types.push(name);
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
  types,
  typeRoots: [path.join(packages, '@types')],
  baseUrl: '.',
  paths: { '*': [path.join(packages, '*'), path.join(packages, '@types', '*')] },
};

const program = ts.createProgram(roots, options);
const emitted = program.emit();
const problems = ts.sortAndDeduplicateDiagnostics([
  ...ts.getPreEmitDiagnostics(program),
  ...emitted.diagnostics,
]);
const fatal = problems.filter((problem) => problem.category === ts.DiagnosticCategory.Error);
process.stderr.write(
  ts.formatDiagnostics(fatal, {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  }),
);
process.exitCode = fatal.length === 0 ? 0 : 1;
