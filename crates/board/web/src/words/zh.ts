// All texts of the page in Chinese.

import { MOUSE, other } from "../game";
import type { Words } from "./en";

const NAMES = ["老鼠", "猫"];
const PIECES: Record<string, string> = { C: "猫", M: "老鼠", F: "食物" };

export const zh: Words = {
  lang: "zh-Hans",
  language: "中文",
  player: (player) => NAMES[player],
  Player: (player) => NAMES[player],

  problem: { "1728": "1728 · 猫和老鼠 II", "913": "913 · 猫和老鼠" },
  jumps: (grid) => `猫一次最多跳 ${grid.catJump} 格，老鼠最多 ${grid.mouseJump} 格`
    + (grid.maxPlies === 1000 ? "" : `；走满 ${grid.maxPlies} 步后猫获胜`),
  nodes: (number) => `${number} 个节点；洞在 0，老鼠从 1 出发，猫从 2 出发`,

  answer(problem, { winner, plies }, maxPlies) {
    if (winner === undefined) return "0：平局。双方都无法强制取胜。";
    const hurry = `${NAMES[winner]}尽快、${NAMES[other(winner)]}尽量拖延时`;
    if (problem === "913") {
      return winner === MOUSE
        ? `1：老鼠获胜。${hurry}，老鼠在第 ${plies} 步进洞。`
        : `2：猫获胜。${hurry}，猫在第 ${plies} 步抓住老鼠。`;
    }
    if (winner === MOUSE) {
      return `true：老鼠获胜。${hurry}，老鼠在第 ${plies} 步（它自己的第 ${Math.ceil(plies! / 2)} 次移动）吃到食物。`;
    }
    return plies === undefined
      ? `false：猫获胜。猫能一直不让老鼠吃到食物，直到走满 ${maxPlies} 步。`
      : `false：猫获胜。${hurry}，猫在第 ${plies} 步抓住老鼠或吃到食物。`;
  },

  value({ winner, plies }) {
    if (winner === undefined) return "平局";
    if (plies === undefined) return "猫能永远挡住老鼠，猫获胜";
    return plies === 0 ? `${NAMES[winner]}获胜` : `${NAMES[winner]}在 ${plies} 步后获胜`;
  },
  mark: ({ winner, plies }) => winner === undefined ? "平" : `${"鼠猫"[winner]}${plies ?? "∞"}`,
  legend: [
    ["mouse", "鼠5", "老鼠 5 步后获胜"], ["cat", "猫4", "猫 4 步后获胜"], ["endless", "猫∞", "猫能永远挡住老鼠"], ["draw", "平", "平局"],
  ],

  row: (row, column) => `第 ${row} 行第 ${column} 列`,
  short: (row, column) => `${row} 行 ${column} 列`,
  node: (node) => (node === 0 ? "洞 0" : `节点 ${node}`),
  wall: "墙",
  floor: "地板",
  food: "食物",
  board: "棋盘",
  canGo: "可以走到这里",
  best: "最佳着法",
  threat: "威胁",

  toMove: (player, mine) => (mine ? `轮到你走：你是${NAMES[player]}。` : `轮到${NAMES[player]}走。`),
  moved: (player, to) => `${NAMES[player]}走到${to}。`,
  stays: (player, at) => `${NAMES[player]}留在${at}。`,
  hint: (moves, value) => `最佳：${moves}。之后：${value}。`,
  over: {
    home: (ply, hole) => `第 ${ply} 步，老鼠${hole ? "进洞" : "吃到食物"}：老鼠获胜。`,
    caught: (ply) => `第 ${ply} 步，猫抓住老鼠：猫获胜。`,
    food: (ply) => `第 ${ply} 步，猫吃到食物：猫获胜。`,
    repeats: "局面重复出现：平局。",
    limit: (ply) => `已走满 ${ply} 步：猫获胜。`,
  },
  again: "局面重复出现。猫可以一直这样走，直到步数用完，然后猫获胜。",
  wasted: "局面重复出现。只有老鼠一直浪费步数，猫才会获益。",
  missed: (player) => `${NAMES[player]}本来可以获胜。`,
  judged: {
    best: (value) => `最佳着法之一：${value}。`,
    slower: (by, value) => `仍然必胜，但比最佳着法慢 ${by} 步：${value}。`,
    sooner: (value) => `怎么走都会输，但这样输得更早：${value}。`,
    lost: (player, before, after) => `这是${NAMES[player]}的失误：走之前，${before}；现在，${after}。`,
  },
  deciding: (ply) => `决定胜负的一步：第 ${ply} 步。`,
  noChance: "从一开始就是败局：面对完美的对手，怎么走都无法挽回。",

  play: "你扮演",
  both: "双方",
  show: "显示",
  nothing: "不提示",
  moves: "着法评估",
  anywhere: (player) => `${NAMES[player]}换位评估`,
  safe: "安全位置",
  safeNote: (keeper, number) =>
    `✓：轮到${NAMES[other(keeper)]}走时，${NAMES[keeper]}在此不败（${number} 处）`,
  restart: "回到开局",
  undo: "上一步",
  next: "下一步或最佳着法",
  end: "最后一步，或走到终局",
  hintButton: "提示",
  newGame: "重新开局",
  keys: "棋盘快捷键：方向键和回车走子，U 后退，H 提示，N 下一步，R 重新开局。",
  choices: "可行着法",
  game: "棋谱",
  startOf: "开局",
  mistake: "失误",

  claim: "程序的回答",
  claimSays: (said) => `程序回答 ${said}。`,
  claimed: (ply, said, truth, right) => `走了 ${ply} 步后：${said}，${right ? "正确" : `错误，答案是 ${truth}`}`,
  claimRight: (said) => `程序回答 ${said}，正确。`,
  claimBreaks: (said, from, to) => `程序回答 ${said}。沿最佳着法走到第 ${from} 步与第 ${to} 步之间，它的回答变了。`,
  claimNever: (said) => `程序回答 ${said}，沿最佳着法始终是错的。`,
  claimOnly: (said, truth) => `程序回答 ${said}，但答案是 ${truth}。`,
  playedOut: (ply, how) => `双方都走最佳着法，最晚在第 ${ply} 步就能推翻它的回答。${how}`,
  showPly: (ply) => `看第 ${ply} 步`,
  defend: (player) => `扮演${NAMES[player]}为它辩护`,
  noReply: "（无回答）",

  edit: "编辑",
  done: "开始对局",
  takeBack: "撤销",
  original: "回到原来的用例",
  renamed: (node) => `节点 ${node} 已删除；其后的节点编号各减一。`,
  unread: "棋盘与文本不一致。请先改正文本，或撤销。",
  tool: "绘制",
  tools: {
    wall: "墙", C: "猫", M: "老鼠", F: "食物", move: "移动", node: "添加节点", edge: "添加边", remove: "删除节点",
  },
  toolHints: {
    wall: "单击或拖动来添加、清除墙。",
    C: "单击格子。",
    M: "单击格子。",
    F: "单击格子。",
    move: "拖动节点。",
    node: "单击空白处，或单击要与新节点相连的节点。",
    edge: "依次单击两个节点；已有的边会被删除。",
    remove: "单击节点。",
  },
  edgeFrom: (node) => `从 ${node} 出发的边：请选择另一端。`,
  rows: "行数",
  columns: "列数",
  catJump: "猫跳跃距离",
  mouseJump: "老鼠跳跃距离",
  fresh: { "1728": "新棋盘", "913": "新图" },
  text: "用例文本",
  textHint: "粘贴用例：力扣格式，或程序的输入格式。",
  load: "打开文件",
  save: "保存",
  copy: "复制文本",
  link: "复制链接",
  copied: "已复制。",
  notCopied: "请手动选择并复制文本。",
  tooLarge: "这个用例超过竞赛规模：可以对局，但不能编辑。",
  badLink: "链接中的用例无效",

  /** The message for each broken rule; see `RULES`. */
  faults: {
    empty: () => "这里还没有用例：请粘贴或画一个。",
    tooLong: (a) => `文本超过 ${a} 个字符；竞赛规模的用例不需要这么长。`,
    notRead: (a) => `无法读取“${a}”；请用力扣格式，每行一个 JSON 参数。`,
    cutShort: () => "文本过早结束，可能被截断了。",
    extra: (a) => `用例结束之后还有“${a}”；请删除。`,
    noRows: () => "棋盘没有行；至少要有一行。",
    sides: (a, b) => `${a} × ${b} 格；竞赛规模的棋盘有 1 到 8 行、1 到 8 列。`,
    uneven: (a, b, c) => `第 ${a} 行有 ${b} 格，但应该有 ${c} 格；每行长度相同。`,
    cell: (a, b, c) => `第 ${a} 行第 ${b} 列：“${c}”不是格子；请用 . # C M F。`,
    missing: (a) => `棋盘上没有${PIECES[a]} ${a}；必须恰好有一个。`,
    twice: (a, b, c) => `第 ${b} 行第 ${c} 列：又一个${PIECES[a]} ${a}；必须恰好有一个。`,
    jump: (a, b) => `${PIECES[a]}的跳跃是 ${b}；应为 1 到 8 的整数。`,
    nodes: (a) => `${a} 个节点；竞赛规模的图有 3 到 50 个。`,
    lonely: (a) => `节点 ${a} 没有邻居；每个节点都要有。`,
    stranger: (a, b, c) => `节点 ${a} 有邻居 ${b}；节点只有 0 到 ${c}。`,
    loop: (a) => `节点 ${a} 与自己相邻；不允许自环。`,
    repeated: (a, b) => `节点 ${a} 的邻居 ${b} 出现了两次；请保留一个。`,
    oneWay: (a, b) => `节点 ${a} 有邻居 ${b}，但节点 ${b} 没有邻居 ${a}；边是双向的。`,
    catStuck: () => "猫的起点 2 只通向洞，而猫不能进洞；请给它另一个邻居。",
    links: (a, b, c) => `节点 ${a} 声称有 ${b} 个邻居，但这一行有 ${c} 个。`,
    limit: (a) => `max_plies=${a}：步数上限应为 1 到 999999 的整数。`,
  },
};
