//! The errors of cases that participants write, in Chinese. The parsers of both games
//! report them as English text, so that they are translated by patterns.

/// The error in Chinese, or `None` if no pattern matches it.
pub(crate) fn chinese(error: &str) -> Option<String> {
    PATTERNS.iter().find_map(|(pattern, translation)| {
        let parts = parts(error, pattern)?;
        let mut text = (*translation).to_owned();
        for (number, part) in parts.into_iter().enumerate() {
            let place = format!("{{{number}}}");
            if text.contains(&place) {
                // A part can be an error itself.
                let part = chinese(part).unwrap_or_else(|| part.to_owned());
                text = text.replacen(&place, &part, 1);
            }
        }
        Some(text)
    })
}

/// The text at each `{}` of a pattern, or `None` if the pattern does not match.
fn parts<'a>(text: &'a str, pattern: &str) -> Option<Vec<&'a str>> {
    let mut between = pattern.split("{}");
    let mut rest = text.strip_prefix(between.next()?)?;
    let mut between = between.peekable();
    let mut parts = Vec::new();
    while let Some(next) = between.next() {
        let (part, after) = match between.peek() {
            Some(_) => rest.split_once(next)?,
            None => (rest.strip_suffix(next)?, ""),
        };
        parts.push(part);
        rest = after;
    }
    rest.is_empty().then_some(parts)
}

/// English patterns and their translations. If two patterns match an error, the first
/// one counts.
const PATTERNS: &[(&str, &str)] = &[
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
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judging::read_case;
    use cat_and_mouse::Game;

    #[test]
    fn case_error_is_translated() {
        let boards = [
            "",
            "x",
            "[]\n1\n1",
            "[\"\"]\n1\n1",
            "[1]\n1\n1",
            "[\"CMF\"]\n1",
            "[\"CMF\"]\n1\n[1]",
            "[\"CMF\"]\n1.5\n1",
            "[\"CMF\"\n1\n1",
            "[\"CMF\",",
            "[\"CMF]\n1\n1",
            "grid=",
            "grid=[\"CMF\"] grid=[\"CMF\"]",
            "board=[\"CMF\"]",
            "[[[[[[1]]]]]]",
            "[?]",
            "[\"CMF\",\"..\"]\n1\n1",
            "[\"CMF\",\"..C\"]\n1\n1",
            "[\"CMF\",\"..x\"]\n1\n1",
            "[\"MF\"]\n1\n1",
            "[\"CF\"]\n1\n1",
            "[\"CM\"]\n1\n1",
            "[\"CMF......\"]\n1\n1",
            "[\"CMF\"]\n0\n1",
            "[\"CMF\"]\n1\n9",
            "[\"CMF\"]\n1\n1\n1",
            "1 3 1\nCMF",
            "1 3 1 x\nCMF",
            "9 1 1 1\nC\nM\nF\n.\n.\n.\n.\n.\n.",
            "2 3 1 1\nCMF\n..",
            "2 3 1 1\nCMF",
            "1 3 1 1\nCMF\ntrue",
            "1 3 1 1\nC\0F",
        ];
        let graphs = [
            "",
            "3 3",
            "[[1],[0]]",
            "[1,2,3]",
            "[[2],[2],[0,\"1\"]]",
            "[[2],[2],[0,1]] [[2]]",
            "3\n1 2\n\n2 0 1",
            "3\n2 2\n1 2\n2 0 1",
            "3\n1 2\n0\n1 0",
            "3\n1 2\n1 3\n2 0 1",
            "3\n1 2\n1 1\n2 0 1",
            "3\n1 2\n2 2 2\n2 0 1",
            "3\n1 2\n1 2\n1 1",
            "3\n2 1 2\n1 0\n1 0",
        ];
        for (problem, cases) in [("1728", &boards[..]), ("913", &graphs[..])] {
            let problem = Game::by_id(problem).unwrap();
            for case in cases {
                let error = read_case(problem, case).unwrap_err().to_string();
                let translated = chinese(&error).expect(&error);
                let english = ["the ", " has ", " is ", " must "];
                let is_left = english.iter().any(|word| translated.contains(word));
                assert!(
                    !is_left && !translated.contains('{'),
                    "{error}: {translated}"
                );
            }
        }
    }
}
