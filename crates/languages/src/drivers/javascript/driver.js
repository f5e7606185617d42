// Answers cases with a pasted JavaScript submission. See ../README.md.
//
//   driver.js FILE           ready, then one reply per case until the input ends
//   driver.js --check FILE   parse FILE and no more
//
// Needs node --experimental-vm-modules; what LeetCode preloads is found through
// NODE_PATH. If FILE.map exists, error messages name the places it maps to.
'use strict';

const fs = require('fs');
const path = require('path');
// Not the global one, which a submission may replace.
const process = require('process');
const util = require('util');
const vm = require('vm');
const { createRequire, SourceMap } = require('module');

const { entry, read } = require('./case.js');

// What LeetCode puts into scope, and where it comes from.
const PRELOADED = [
  ['_', 'lodash', (all) => all],
  ...['PriorityQueue', 'MinPriorityQueue', 'MaxPriorityQueue'].map((name) => [
    name,
    '@datastructures-js/priority-queue',
    (all) => all[name],
  ]),
  ['Queue', '@datastructures-js/queue', (all) => all.Queue],
  ['Deque', '@datastructures-js/deque', (all) => all.Deque],
];

/** Compiles a classic script; its own mode. */
function script(source, filename) {
  return vm.compileFunction(source, [], { filename });
}

/** Compiles an ES module; its imports are answered by `require`. */
function esModule(source, filename, require) {
  const link = async (specifier) => {
    const all = require(specifier);
    const names = Object.keys(all).filter((name) => name !== 'default');
    const linked = new vm.SyntheticModule([...names, 'default'], function () {
      for (const name of names) this.setExport(name, all[name]);
      this.setExport('default', all.default ?? all);
    });
    await linked.link(() => {});
    await linked.evaluate();
    return linked;
  };
  const made = new vm.SourceTextModule(source, {
    identifier: filename,
    importModuleDynamically: link,
  });
  return { made, link };
}

/** Whether a script failed to parse only because it is an ES module. */
function wantsModule(error) {
  return /import statement|import\.meta|token 'export'|await is only valid/.test(error.message);
}

function source(file) {
  const filename = path.resolve(file);
  // A byte-order mark is no syntax; neither is a #! line in a function body.
  const text = fs.readFileSync(filename, 'utf8').replace(/^\uFEFF/, '').replace(/^#!/, '//');
  return { text, filename };
}

function check(file) {
  const { text, filename } = source(file);
  try {
    script(text, filename);
  } catch (error) {
    if (!wantsModule(error)) throw error;
    esModule(text, filename, require);
  }
}

/** Runs the submission's top level and returns its entry point as a call. */
async function load(file) {
  const { text, filename } = source(file);
  const required = createRequire(filename);
  for (const [name, from, pick] of PRELOADED) {
    if (!new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text)) continue;
    try {
      globalThis[name] = pick(required(from));
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }

  // Declarations are local to the submission, so a line after its last one
  // hands them out; lines before it keep their numbers.
  let found = {};
  globalThis.mousetrapFound = (names) => {
    found = names;
  };
  const hand = `\n;mousetrapFound({
    call: typeof ${entry} === 'undefined' ? undefined : ${entry},
  });`;
  const module = { exports: {} };
  // Global, so that the submission may declare such names itself.
  Object.assign(globalThis, {
    module,
    exports: module.exports,
    require: required,
    __filename: filename,
    __dirname: path.dirname(filename),
  });
  let given;
  try {
    script(text + hand, filename)();
    given = module.exports;
  } catch (error) {
    if (!(error instanceof SyntaxError) || !wantsModule(error)) throw error;
    const { made, link } = esModule(text + hand, filename, required);
    await made.link(link);
    await made.evaluate();
    given = made.namespace;
  }
  delete globalThis.mousetrapFound;

  const isFunction = (value) => typeof value === 'function';
  const call = [found.call, given?.[entry], given?.default, given].find(isFunction);
  if (call) return call;
  throw new Error(`no function ${entry} found in ${path.basename(file)}`);
}

/** Blocking line reader over descriptor 0; null at the end of the input. */
function lines() {
  const chunk = Buffer.alloc(1 << 16);
  let rest = Buffer.alloc(0);
  return () => {
    for (;;) {
      const end = rest.indexOf(10);
      if (end >= 0) {
        const line = rest.toString('latin1', 0, end);
        rest = rest.subarray(end + 1);
        return line;
      }
      const count = fs.readSync(0, chunk);
      if (count === 0) return null;
      rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    }
  };
}

// Looked up before the submission is loaded, which can replace them.
const { writeSync } = fs;
const { inspect } = util;
const { isInteger } = Number;

/** A value as the reply's one line; a string shows its quotes. */
function spelled(value) {
  if (value === true || value === false) return `${value}`;
  // One that is -0 is not written 0.
  if (isInteger(value) && (value !== 0 || 1 / value > 0)) return `${value}`;
  const text = typeof value === 'string' ? JSON.stringify(value) : inspect(value);
  return `?${text.replace(/\s+/g, ' ').slice(0, 99)}`;
}

async function serve(file) {
  const call = await load(file);
  const line = lines();
  // Node queues what a full pipe does not take until the event loop turns,
  // which it does not between cases; output must leave with its case.
  for (const stream of [process.stdout, process.stderr]) stream._handle?.setBlocking?.(true);
  writeSync(3, 'ready\n');
  for (let first = line(); first !== null; first = line()) {
    let value = call(...read(first, line));
    if (typeof value?.then === 'function') value = await value;
    writeSync(3, `${spelled(value)}\n`);
  }
  writeSync(3, 'done\n');
  process.exit(0);
}

/** A stack trace with places in compiled code turned into those of its source. */
function original(trace) {
  const file = process.argv.at(-1);
  if (!fs.existsSync(`${file}.map`)) return trace;
  const map = new SourceMap(JSON.parse(fs.readFileSync(`${file}.map`, 'utf8')));
  const places = new RegExp(`${path.basename(file)}:(\\d+):(\\d+)`, 'g');
  return trace.replace(places, (place, line, column) => {
    const to = map.findEntry(line - 1, column - 1);
    return to.originalSource
      ? `${to.originalSource}:${to.originalLine + 1}:${to.originalColumn + 1}`
      : place;
  });
}

/** Ends the process for an error as node does, without the driver's frames. */
function fail(error) {
  const text = original(String(error?.stack ?? `Uncaught ${util.inspect(error)}`));
  const own = text.split('\n').filter((line) => !line.includes(__filename) && !/\(node:/.test(line));
  fs.writeSync(2, `${own.join('\n')}\n`);
  process.exit(1);
}

if (process.argv[2] === '--check') {
  // The place and no trace.
  Error.stackTraceLimit = 0;
  try {
    check(process.argv[3]);
  } catch (error) {
    const file = path.resolve(process.argv[3]);
    if (!error.stack.startsWith(file)) {
      // The place of an error in a module is known to node alone, which shows what has
      // no trace in brackets.
      error.stack += `\n    at ${file}`;
      process.removeAllListeners('warning');
      throw error;
    }
    fs.writeSync(2, `${error.stack}\n`);
    process.exit(1);
  }
} else {
  process.on('uncaughtException', fail);
  serve(process.argv[2]).catch(fail);
}
