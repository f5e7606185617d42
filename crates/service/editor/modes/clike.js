import { clike } from "@codemirror/legacy-modes/mode/clike";

export { c, cpp, csharp, java, kotlin, scala } from "@codemirror/legacy-modes/mode/clike";

const words = (text) => Object.fromEntries(text.split(" ").map((word) => [word, true]));

export const php = clike({
  name: "php",
  keywords: words("abstract and array as break case catch class clone const continue declare default do echo else elseif enum extends final finally fn for foreach function global if implements include instanceof insteadof interface isset list match namespace new or print private protected public readonly require return static switch throw trait try unset use var while xor yield"),
  blockKeywords: words("catch class do else elseif enum finally fn for foreach function if interface match switch try while"),
  atoms: words("true false null TRUE FALSE NULL"),
  types: words("bool float int iterable mixed object string void"),
  multiLineStrings: true,
  hooks: {
    $: (stream) => { stream.eatWhile(/[\w$]/); return "variable"; },
    "#": (stream) => { stream.skipToEnd(); return "comment"; },
  },
});
