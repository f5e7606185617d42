//! Messages of the judge in Chinese.

/// A message and its translation. If two patterns match, the rarer one must be first.
pub(super) const ALL: &[(&str, &str)] = &[
    (
        "{} is not available on this server; tell the owner",
        "此服务器上没有 {0}；请告知所有者",
    ),
    // Of a case.
    ("line {}: {}", "第 {0} 行：{1}"),
    (
        "the input is empty; {}",
        "没有内容；请按 LeetCode 格式给出用例",
    ),
    (
        "the input has {} bytes, but no legal instance needs more than {}; {}",
        "内容有 {0} 字节，而合法的用例不会超过 {1} 字节",
    ),
    (
        "column {} holds the control character {}; {}",
        "第 {0} 列有控制字符 {1}；用例应为纯文本",
    ),
    (
        "{} is neither a value nor a named argument; {}",
        "{0} 既不是值，也不是带名字的参数；请按 LeetCode 格式书写，每行一个 JSON 参数",
    ),
    (
        "unknown argument {}; the arguments are {}",
        "未知参数 {0}；参数为 {1}",
    ),
    (
        "{} follows after the last argument; remove it, the arguments are {}",
        "最后一个参数之后还有 {0}；请删除，参数为 {1}",
    ),
    (
        "{} follows after the end of the instance; {}",
        "用例结束之后还有 {0}；请删除",
    ),
    (
        "argument {} is given twice; keep one",
        "参数 {0} 给出了两次；请保留一个",
    ),
    (
        "argument {} is missing; the arguments are {}",
        "缺少参数 {0}；参数为 {1}",
    ),
    (
        "{} stands where a list, a string or a number should",
        "{0} 处应为列表、字符串或数字",
    ),
    (
        "{} stands where ',' or '{}' should",
        "{0} 处应为 ',' 或 '{1}'",
    ),
    ("the input ends where {}", "内容提前结束，可能被截断"),
    (
        "the list opened by '{}' on line {} is not closed; {}",
        "第 {1} 行的 '{0}' 没有闭合，内容可能被截断",
    ),
    (
        "the string {} is not closed on its line",
        "字符串 {0} 在该行没有闭合",
    ),
    (
        "item {} is {}, not a whole number; {}",
        "第 {0} 项是 {1}，不是整数；请用不带符号和前导零的十进制数字",
    ),
    (
        "{} is not a whole number; {}",
        "{0} 不是整数；请用不带前导零的十进制数字",
    ),
    (
        "more than {} lists within each other; {}",
        "列表嵌套超过 {0} 层",
    ),
    (
        "the first line is {}, but it must hold four numbers: {}",
        "第一行是 {0}，但应为四个数：{1}",
    ),
    (
        "the first line is {}, but it must hold one number, that of nodes",
        "第一行是 {0}，但应为一个数：节点数",
    ),
    (
        "the line of node {} is blank; {}",
        "节点 {0} 的那一行为空；应为邻居个数及各邻居",
    ),
    (
        "node {} announces {} neighbours, but {} follow on its line",
        "节点 {0} 声明有 {1} 个邻居，但该行有 {2} 个",
    ),
    (
        "grid must be a list of strings: {}",
        "grid 应为字符串列表：{0}",
    ),
    (
        "graph must be a list of lists of numbers: {}",
        "graph 应为由数字列表组成的列表：{0}",
    ),
    ("{} must be a number", "{0} 应为数字"),
    ("grid has no rows; {}", "grid 没有行；棋盘至少有一行"),
    ("the board has no rows; {}", "棋盘没有行；棋盘至少有一行"),
    (
        "row {} has {} cells, but row 1 has {}; {}",
        "第 {0} 行有 {1} 格，而第 1 行有 {2} 格；各行应等长",
    ),
    (
        "row {} has {} cells, but line 1 says {} columns",
        "第 {0} 行有 {1} 格，而首行声明有 {2} 列",
    ),
    (
        "row {}, column {}: a second {} '{}'; {}",
        "第 {0} 行第 {1} 列：又一个 '{3}'；棋盘上只能有一个",
    ),
    (
        "row {}, column {}: {} is not a cell; {}",
        "第 {0} 行第 {1} 列：{2} 不是格子；请用 '.'、'#'、'C'、'M' 和 'F'",
    ),
    (
        "the board has no {} '{}'; {}",
        "棋盘上没有 '{1}'；必须恰好有一个",
    ),
    (
        "{} rows; a board of contest size has 1 to {}",
        "{0} 行；棋盘应有 1 到 {1} 行",
    ),
    (
        "{} columns; a board of contest size has 1 to {}",
        "{0} 列；棋盘应有 1 到 {1} 列",
    ),
    (
        "{} is {}; a jump of contest size is 1 to {}",
        "{0} 为 {1}；跳跃距离应为 1 到 {2}",
    ),
    (
        "{} nodes; a graph of contest size has 3 to {}",
        "{0} 个节点；图应有 3 到 {1} 个节点",
    ),
    (
        "node {} has no neighbour; {}",
        "节点 {0} 没有邻居；每个节点都要有邻居",
    ),
    (
        "node {} has neighbour {}; the nodes are 0 to {}",
        "节点 {0} 有邻居 {1}，但节点编号为 0 到 {2}",
    ),
    (
        "node {} is its own neighbour; {}",
        "节点 {0} 是自己的邻居；不允许自环",
    ),
    (
        "node {} lists neighbour {} twice; keep one",
        "节点 {0} 两次列出邻居 {1}；请保留一个",
    ),
    (
        "node {} lists neighbour {}, but node {} does not list {}; {}",
        "节点 {0} 列出邻居 {1}，但节点 {2} 没有列出 {3}；边是双向的",
    ),
    (
        "node 2, where the cat starts, leads only into the hole, {}",
        "猫的起点（节点 2）只通向洞，而猫不能进洞；请给它另一个邻居",
    ),
    // Of a source.
    (
        "the file name has no extension, which names the language; {}",
        "文件名没有扩展名，无法判断语言；请加上，例如 answer.py",
    ),
    (
        "no language has the extension {}; {}",
        "没有语言使用扩展名 {0}；{1}",
    ),
    (
        "use the extension of its language, as in answer.py",
        "请使用其语言的扩展名，例如 answer.py",
    ),
    ("did you mean {}?", "是否想用 {0}？"),
    (
        "data that is not text; {}",
        "不是文本；请提交源代码，而不是编译后的程序",
    ),
    (
        "a byte that is not UTF-8; {}",
        "有一个字节不是 UTF-8；请将文件保存为 UTF-8",
    ),
    ("{}: this is not UTF-8 text", "{0}：不是 UTF-8 文本"),
    ("there is no code in it", "其中没有代码"),
    (
        "{} has no driver for the function form; submit a whole program",
        "{0} 不支持函数形式；请提交完整程序",
    ),
    (
        "defines no entry point; expected {}, or a whole program that reads standard input; \
         line {} has {}: is {} meant?",
        "没有定义入口：应为 {0}，或读取标准输入的完整程序；第 {1} 行有 {2}，是否想写 {3}？",
    ),
    (
        "defines no entry point; expected {}, or a whole program that reads standard input",
        "没有定义入口：应为 {0}，或读取标准输入的完整程序",
    ),
    ("{}) or {})", "{0}) 或 {1})"),
    (
        "is for problem {}, not for problem {}",
        "这是第 {0} 题的解答，不是第 {1} 题的",
    ),
    (
        "declares `coding: {}`, which hides its code from readers; {}",
        "声明了 `coding: {0}`，会隐藏代码；请保存为 UTF-8 并去掉该声明",
    ),
    (
        "larger than {}, the most that a source may have; shorten it",
        "大于 {0}，即源代码的上限；请缩短",
    ),
    // Of a run.
    (
        "{}; alone it passes this case, so that {}",
        "{0}；单独运行时它能通过此用例，因此与之前的用例有关：是否有全局变量或静态字段没有在调用之间重置？",
    ),
    (
        "{}; it waited for standard input (line {}), which is empty: {}",
        "{0}；它在等待标准输入（第 {1} 行），而标准输入为空：函数的输入是参数",
    ),
    ("at start-up: {}", "启动时：{0}"),
    (
        "expected {} and nothing more, got {} after it",
        "期望 {0}，其后不应有内容，实际还有 {1}",
    ),
    ("expected {}, got nothing", "期望 {0}，没有输出"),
    (
        "expected {}, got bytes that are not UTF-8",
        "期望 {0}，实际输出不是 UTF-8",
    ),
    ("expected {}, got {}", "期望 {0}，实际 {1}"),
    ("more than {} of CPU time", "CPU 时间超过 {0}"),
    (
        "no reply within {} of wall time ({} of CPU time)",
        "{0} 内没有回答（CPU 时间 {1}）",
    ),
    (
        "slept {} of wall time on all cases together, more than {} (sleep_budget)",
        "在全部用例上共休眠 {0}，超过 {1}",
    ),
    (
        "it took {} s on its cases, more than half of what they allow",
        "在各用例上共用 {0} 秒，超过允许时间的一半",
    ),
    ("more than {} of memory", "内存超过 {0}"),
    ("more than {} on {}", "在 {1} 上的输出超过 {0}"),
    ("a system call that is denied", "调用了被禁止的系统调用"),
    ("a file larger than allowed", "文件超过允许的大小"),
    (
        "exit code {} before it replied",
        "回答之前以退出码 {0} 结束",
    ),
    ("exit code {}", "退出码 {0}"),
    ("signal {}", "信号 {0}"),
    ("closed the reply channel", "关闭了回答通道"),
    (
        "stack overflow: recursion too deep{}",
        "栈溢出：递归太深{0}",
    ),
    (
        "the runtime found no more memory: {}",
        "运行时没有更多内存：{0}",
    ),
    ("replied {} before it was asked", "在被询问之前回答了 {0}"),
    // Of the judge.
    (
        "the case could not be tried in time; try it again",
        "未能及时试验此用例，请重试",
    ),
    ("it does not compile", "它无法编译"),
    (
        "the judge was lost {} times while it worked on this; {}",
        "评测此提交时评测系统中断了 {0} 次；所有者可以让它重新评测",
    ),
];
