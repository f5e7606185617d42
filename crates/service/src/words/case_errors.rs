//! The errors of cases that participants write, in the languages of the pages.

use cat_and_mouse::game::BrokenRule as Rule;
use cat_and_mouse::game::GameError;

/// The error in English. A page has no commands, so the option for larger instances is left
/// out.
pub(crate) fn english(error: &GameError) -> String {
    let rule = match &error.rule {
        Rule::Rows { rows, max, .. } => {
            format!("{rows} rows; a board of contest size has 1 to {max}")
        }
        Rule::Columns { columns, max, .. } => {
            format!("{columns} columns; a board of contest size has 1 to {max}")
        }
        Rule::Jump {
            name, jump, max, ..
        } => format!("{name} is {jump}; a jump of contest size is 1 to {max}"),
        Rule::Nodes { nodes, max, .. } => {
            format!("{nodes} nodes; a graph of contest size has 3 to {max}")
        }
        rule => rule.to_string(),
    };
    format!("line {}: {rule}", error.line)
}

/// The error in Chinese.
pub(crate) fn chinese(error: &GameError) -> String {
    format!("第 {} 行：{}", error.line, chinese_rule(&error.rule))
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn chinese_rule(rule: &Rule) -> String {
    match rule {
        Rule::Empty => "没有内容；请按 LeetCode 格式给出用例".to_owned(),
        Rule::TooLong { bytes, max } => {
            format!("内容有 {bytes} 字节，而合法的用例不会超过 {max} 字节")
        }
        Rule::ControlCharacter { column, character } => {
            format!("第 {column} 列有控制字符 {character:?}；用例应为纯文本")
        }
        Rule::CutShort { .. } => "内容提前结束，可能被截断".to_owned(),
        Rule::NoArgument { text } => format!(
            "{text} 既不是值，也不是带名字的参数；请按 LeetCode 格式书写，每行一个 JSON 参数"
        ),
        Rule::UnknownArgument { name, known } => format!("未知参数 {name}；参数为 {known}"),
        Rule::SurplusArgument { text, known } => {
            format!("最后一个参数之后还有 {text}；请删除，参数为 {known}")
        }
        Rule::RepeatedArgument { name } => format!("参数 {name} 给出了两次；请保留一个"),
        Rule::MissingArgument { name, known } => format!("缺少参数 {name}；参数为 {known}"),
        Rule::NoValue { text } => format!("{text} 处应为列表、字符串或数字"),
        Rule::NoSeparator { text, close } => format!("{text} 处应为 ',' 或 '{close}'"),
        Rule::OpenList { open, line } => {
            format!("第 {line} 行的 '{open}' 没有闭合，内容可能被截断")
        }
        Rule::OpenString { text } => format!("字符串 {text} 在该行没有闭合"),
        Rule::NoWholeNumber { text } => {
            format!("{text} 不是整数；请用不带前导零的十进制数字")
        }
        Rule::DeepList { max } => format!("列表嵌套超过 {max} 层"),
        Rule::NoListOfStrings => "grid 应为字符串列表：[\"M.C\",\"..F\"]".to_owned(),
        Rule::NoListOfLists => "graph 应为由数字列表组成的列表：[[1,2],[0],[0]]".to_owned(),
        Rule::NoNumber { name } => format!("{name} 应为数字"),
        Rule::NoWholeItem { item, text } => {
            format!("第 {item} 项是 {text}，不是整数；请用不带符号和前导零的十进制数字")
        }
        Rule::SurplusText { text } => format!("用例结束之后还有 {text}；请删除"),
        Rule::BoardHeader { text } => {
            format!("第一行是 {text}，但应为四个数：rows cols catJump mouseJump")
        }
        Rule::GraphHeader { text } => format!("第一行是 {text}，但应为一个数：节点数"),
        Rule::RowUnlikeHeader {
            row,
            width,
            columns,
        } => format!("第 {row} 行有 {width} 格，而首行声明有 {columns} 列"),
        Rule::BlankNode { node } => {
            format!("节点 {node} 的那一行为空；应为邻居个数及各邻居")
        }
        Rule::NeighbourCount {
            node,
            announced,
            found,
        } => format!("节点 {node} 声明有 {announced} 个邻居，但该行有 {found} 个"),
        Rule::NoRows => "棋盘没有行；棋盘至少有一行".to_owned(),
        Rule::UnequalRows { row, width, first } => {
            format!("第 {row} 行有 {width} 格，而第 1 行有 {first} 格；各行应等长")
        }
        Rule::SecondPiece {
            row,
            column,
            symbol,
            ..
        } => format!("第 {row} 行第 {column} 列：又一个 '{symbol}'；棋盘上只能有一个"),
        Rule::NoCell { row, column, cell } => {
            format!("第 {row} 行第 {column} 列：{cell:?} 不是格子；请用 '.'、'#'、'C'、'M' 和 'F'")
        }
        Rule::MissingPiece { symbol, .. } => {
            format!("棋盘上没有 '{symbol}'；必须恰好有一个")
        }
        Rule::Rows { rows, max, .. } => format!("{rows} 行；棋盘应有 1 到 {max} 行"),
        Rule::Columns { columns, max, .. } => {
            format!("{columns} 列；棋盘应有 1 到 {max} 列")
        }
        Rule::Cells { rows, columns, max } => {
            format!("{rows} × {columns} 格；棋盘最多有 {max} 格")
        }
        Rule::Jump {
            name, jump, max, ..
        } => format!("{name} 为 {jump}；跳跃距离应为 1 到 {max}"),
        Rule::Nodes { nodes, max, .. } => {
            format!("{nodes} 个节点；图应有 3 到 {max} 个节点")
        }
        Rule::EdgeOfNoNode {
            from,
            to,
            node,
            nodes,
        } => format!("边 {from}–{to} 含有节点 {node}，但只有 {nodes} 个节点，从 0 开始编号"),
        Rule::NoNeighbour { node } => {
            format!("节点 {node} 没有邻居；每个节点都要有邻居")
        }
        Rule::NoSuchNeighbour {
            node,
            neighbour,
            last,
        } => format!("节点 {node} 有邻居 {neighbour}，但节点编号为 0 到 {last}"),
        Rule::OwnNeighbour { node } => format!("节点 {node} 是自己的邻居；不允许自环"),
        Rule::RepeatedNeighbour { node, neighbour } => {
            format!("节点 {node} 两次列出邻居 {neighbour}；请保留一个")
        }
        Rule::OneWayEdge { node, neighbour } => format!(
            "节点 {node} 列出邻居 {neighbour}，但节点 {neighbour} 没有列出 {node}；边是双向的"
        ),
        Rule::TrappedCat => "猫的起点（节点 2）只通向洞，而猫不能进洞；请给它另一个邻居".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::Game;
    use cat_and_mouse::game::Bounds;

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
                let error = problem.parse(case, Bounds::Contest).unwrap_err();
                let translated = chinese(&error);
                let is_left = ["the ", " has ", " is ", " must "]
                    .iter()
                    .any(|word| translated.contains(word));
                assert!(!is_left, "{error}: {translated}");
                assert!(!english(&error).contains("--"), "{error}");
            }
        }
    }
}
