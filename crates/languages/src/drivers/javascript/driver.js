// Answers cases with a pasted JavaScript submission. See ../README.md.
//
//   driver.js FILE           ready, then one reply per case until the input ends
//   driver.js --check FILE   only parse FILE
//
// Needs node --experimental-vm-modules; the libraries that LeetCode preloads are found
// through NODE_PATH. If FILE.map exists, error messages name positions in the original source.
'use strict';

const fs = require('fs');
const path = require('path');
// Imported, because a submission may replace the global object.
const process = require('process');
const util = require('util');
const vm = require('vm');
const { createRequire, SourceMap } = require('module');

const { entry, parameters, answer, isVoid } = require('./case.js');

// The names that LeetCode makes available without an import, and their packages.
const PRELOADED = [
  ['_', 'lodash', (all) => all],
  ...['PriorityQueue', 'MinPriorityQueue', 'MaxPriorityQueue'].map((name) => [
    name,
    '@datastructures-js/priority-queue',
    (all, text) => priorityQueue(all, name, text),
  ]),
  ['Queue', '@datastructures-js/queue', (all) => all.Queue],
  ['Deque', '@datastructures-js/deque', (all) => all.Deque],
];

/** Returns a queue class that also accepts the options of library versions before 6, `{ compare }`
 *  or `{ priority }`. MinPriorityQueue and MaxPriorityQueue then returned `{ priority, element }`. */
function priorityQueue(all, name, text) {
  const base = all[name];
  const isNewer = name === 'PriorityQueue' || !/\.element\b|\belement\b[^{}]*\}\s*=/.test(text);
  if (isNewer) {
    return class extends base {
      constructor(order, values) {
        super((name === 'PriorityQueue' ? order?.compare : order?.priority) ?? order, values);
      }
    };
  }
  const sign = name === 'MinPriorityQueue' ? 1 : -1;
  return class extends all.PriorityQueue {
    constructor(options) {
      super((a, b) => sign * (a.priority - b.priority));
      this.priority = options?.priority ?? ((element) => element);
    }

    enqueue(element, priority = this.priority(element)) {
      return super.enqueue({ priority, element });
    }
  };
}

// Maximum number of nodes of a list or tree. A larger structure must contain a cycle.
const MAX_NODES = 1_000_000;

// The node types that the problem page defines in a comment.
const NODES = {
  ListNode: function ListNode(val, next) {
    this.val = val === undefined ? 0 : val;
    this.next = next === undefined ? null : next;
  },
  TreeNode: function TreeNode(val, left, right) {
    this.val = val === undefined ? 0 : val;
    this.left = left === undefined ? null : left;
    this.right = right === undefined ? null : right;
  },
};

/** Compiles a classic script, in the strict or sloppy mode that the script selects. */
function script(source, filename) {
  return vm.compileFunction(source, [], { filename });
}

/** Compiles an ES module. Imports are resolved with `require`. */
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

/** Returns whether a script failed to parse only because it is an ES module. */
function wantsModule(error) {
  return /import statement|import\.meta|token 'export'|await is only valid/.test(error.message);
}

function source(file) {
  const filename = path.resolve(file);
  // Neither a byte-order mark nor a #! line is valid in a function body.
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

/** Runs the submission's top level and returns its entry point as a function. Node types of the
 *  submission replace those in NODES. */
async function load(file) {
  const { text, filename } = source(file);
  const required = createRequire(filename);
  for (const [name, from, pick] of PRELOADED) {
    if (!new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text)) continue;
    try {
      globalThis[name] = pick(required(from), text);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }

  for (const name of Object.keys(NODES)) {
    if ([...parameters, answer].some((type) => type.startsWith(name))) globalThis[name] = NODES[name];
  }

  // Declarations are local to the submission, so a line that exports them is appended. This does
  // not change line numbers.
  let found = {};
  globalThis.mousetrapFound = (names) => {
    found = names;
  };
  const hand = `\n;mousetrapFound({
    call: typeof ${entry} === 'undefined' ? undefined : ${entry},
    ListNode: typeof ListNode === 'function' ? ListNode : undefined,
    TreeNode: typeof TreeNode === 'function' ? TreeNode : undefined,
  });`;
  const module = { exports: {} };
  // These names are global, so that the submission may declare them itself.
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
  for (const name of Object.keys(NODES)) NODES[name] = found[name] ?? NODES[name];

  const isFunction = (value) => typeof value === 'function';
  const call = [found.call, given?.[entry], given?.default, given].find(isFunction);
  if (call) return call;
  throw new Error(`no function ${entry} found in ${path.basename(file)}`);
}

/** A blocking reader of descriptor 0. */
function input() {
  const chunk = Buffer.alloc(1 << 16);
  let rest = Buffer.alloc(0);
  let at = 0;
  // Returns false at the end of the input.
  const more = () => {
    const count = fs.readSync(0, chunk);
    rest = Buffer.concat([rest.subarray(at), chunk.subarray(0, count)]);
    at = 0;
    return count > 0;
  };
  const until = (byte) => {
    let end;
    while ((end = rest.indexOf(byte, at)) < 0) more();
    const text = rest.latin1Slice(at, end);
    at = end + 1;
    return text;
  };
  return {
    atEnd: () => at === rest.length && !more(),
    line: () => until(10),
    words: () => until(10).split(' ').slice(1),
    text: () => {
      const size = Number(until(32));
      while (rest.length - at <= size) more();
      const text = rest.utf8Slice(at, at + size);
      at += size + 1;
      return text;
    },
  };
}

// These functions are looked up before the submission is loaded, because it can replace them.
const { writeSync } = fs;
const { inspect } = util;
const { isInteger, isFinite } = Number;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const { stringify } = JSON;

const WORDS = {
  int: Number,
  long: Number,
  double: Number,
  boolean: (word) => word === '1',
  char: (word) => String.fromCodePoint(Number(word)),
};

/** Returns a function that reads a value of this type. */
function reader(type, source) {
  if (type in WORDS) return () => WORDS[type](source.line());
  if (type === 'string') return source.text;
  if (type === 'ListNode') {
    return () => source.words().reduceRight((next, word) => {
      const node = new NODES.ListNode(Number(word));
      node.next = next;
      return node;
    }, null);
  }
  if (type === 'TreeNode') {
    return () => {
      const nodes = source.words().map((word) => (word === 'null' ? null : new NODES.TreeNode(Number(word))));
      let child = 1;
      for (const node of nodes) {
        if (node === null) continue;
        node.left = nodes[child++] ?? null;
        node.right = nodes[child++] ?? null;
      }
      return nodes[0] ?? null;
    };
  }
  const item = type.slice(0, -2);
  // The callback takes one argument, because `map` passes three.
  if (item in WORDS) return () => source.words().map((word) => WORDS[item](word));
  const read = reader(item, source);
  return () => Array.from({ length: Number(source.line()) }, () => read());
}

// A description of the answer if the writer has found a cycle.
let cycle;

/** Returns a function that formats a value of this type as JSON, and returns undefined for other
 *  values. */
function writer(type) {
  const whole = (value) => {
    if (typeof value === 'bigint') return `${value}`;
    if (!isInteger(value)) return undefined;
    return value < 2 ** 53 && value > -(2 ** 53) ? `${value}` : `${BigInt(value)}`;
  };
  const all = (values, write) => {
    let text = '[';
    for (let i = 0; i < values.length; i++) {
      const item = write(values[i]);
      if (item === undefined) return undefined;
      text += i > 0 ? `,${item}` : item;
    }
    return `${text}]`;
  };
  switch (type) {
    case 'int':
    case 'long':
      return whole;
    case 'double':
      return (value) => (typeof value === 'number' && isFinite(value) ? `${value}` : undefined);
    case 'boolean':
      return (value) => (value === true || value === false ? `${value}` : undefined);
    case 'char':
    case 'string':
      return (value) => {
        if (typeof value !== 'string' || (type === 'char' && value.length !== 1)) return undefined;
        return stringify(value);
      };
    case 'ListNode':
      return (list) => {
        const values = [];
        for (let node = list ?? null; node !== null; node = node.next ?? null) {
          if (values.length === MAX_NODES) cycle = 'a list with a cycle';
          if (typeof node !== 'object' || cycle) return undefined;
          values[values.length] = node.val;
        }
        return all(values, whole);
      };
    case 'TreeNode':
      return (tree) => {
        const nodes = [tree ?? null];
        for (let i = 0; i < nodes.length; i++) {
          const node = nodes[i];
          if (node === null) continue;
          if (nodes.length > 2 * MAX_NODES) cycle = 'a tree with a cycle';
          if (typeof node !== 'object' || cycle) return undefined;
          nodes[nodes.length] = node.left ?? null;
          nodes[nodes.length] = node.right ?? null;
        }
        while (nodes.length > 0 && nodes[nodes.length - 1] === null) nodes.length -= 1;
        return all(nodes, (node) => (node === null ? 'null' : whole(node.val)));
      };
    default: {
      const write = writer(type.slice(0, -2));
      return (values) => (isArray(values) || isView(values) ? all(values, write) : undefined);
    }
  }
}

/** Formats a value of the wrong type on one line, with quotes around a string. */
function spelled(value) {
  const text = cycle ?? (typeof value === 'string' ? stringify(value) : inspect(value));
  cycle = undefined;
  return `?${text.replace(/\s+/g, ' ').slice(0, 99)}`;
}

async function serve(file) {
  const source = input();
  const write = writer(answer);
  const call = await load(file);
  const readers = parameters.map((type) => reader(type, source));
  // If a pipe is full, Node queues output until the event loop runs, which it does not between
  // cases. The output must be written before the reply.
  for (const stream of [process.stdout, process.stderr]) stream._handle?.setBlocking?.(true);
  const send = (line) => {
    for (let rest = Buffer.from(`${line}\n`); rest.length > 0; ) rest = rest.subarray(writeSync(3, rest));
  };
  send('ready');
  while (!source.atEnd()) {
    const given = readers.map((read) => read());
    let value = call(...given);
    if (typeof value?.then === 'function') value = await value;
    if (isVoid) value = given[0];
    send(write(value) ?? spelled(value));
  }
  send('done');
  process.exit(0);
}

/** Converts the positions in a stack trace from compiled code to its source. */
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

/** Ends the process after an error as Node does, but without the driver's stack frames. */
function fail(error) {
  const text = original(String(error?.stack ?? `Uncaught ${util.inspect(error)}`));
  const own = text.split('\n').filter((line) => !line.includes(__filename) && !/\(node:/.test(line));
  fs.writeSync(2, `${own.join('\n')}\n`);
  process.exit(1);
}

if (process.argv[2] === '--check') {
  // Print the position without a stack trace.
  Error.stackTraceLimit = 0;
  try {
    check(process.argv[3]);
  } catch (error) {
    const file = path.resolve(process.argv[3]);
    if (!error.stack.startsWith(file)) {
      // Only Node knows the position of an error in a module, and prints an error without a trace
      // in brackets.
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
