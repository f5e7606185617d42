//! The messages of the judge in Chinese. `crates/model/src/message.rs` has the English
//! templates.

use mousetrap_model::Templates;

/// A Chinese template for each message of the judge.
pub(super) const MESSAGES: &Templates = &[
    ("text", "{text}"),
    ("remark", "{problem}；{remark}"),
    ("likely_cause", "{cause}（{problem}）"),
    ("exception", "{problem}：{exception}"),
    ("at", "{place}：{problem}"),
    ("at_line", "第 {line} 行：{problem}"),
    ("at_start_up", "启动时：{problem}"),
    ("after_last_reply", "最后一次回答之后：{problem}"),
    ("on_case", "用例 {case}：{problem}"),
    ("wrong_answer", "期望 {expected}，实际 {reply}"),
    ("no_reply", "期望 {expected}，没有回答"),
    ("reply_not_utf8", "期望 {expected}，实际输出不是 UTF-8"),
    (
        "surplus_output",
        "期望 {expected}，其后不应有内容，实际还有 {surplus}",
    ),
    ("wanted_boolean", "true 或 false"),
    ("wanted_integer", "整数"),
    (
        "returned_object",
        "返回了一个文本为 {text} 的对象，而应返回 {wanted}",
    ),
    (
        "returned_nothing",
        "返回了 {value}，而应返回 {wanted}：是否忘了 `return`？",
    ),
    (
        "returned_name",
        "返回了 {value}，而应返回 {wanted}：返回值是否为函数的最后一个表达式？",
    ),
    (
        "returned_text_of_boolean",
        "返回了文本 \"{text}\"，而应返回布尔值 {text}",
    ),
    (
        "returned_text_of_number",
        "返回了文本 \"{text}\"，而应返回数字 {text}",
    ),
    ("returned_text", "返回了文本 \"{text}\"，而应返回 {wanted}"),
    (
        "returned_boolean",
        "返回了布尔值 {value}，而应返回 {wanted}",
    ),
    ("returned_number", "返回了数字 {value}，而应返回 {wanted}"),
    ("returned_fraction", "返回了 {value}，而应返回 {wanted}"),
    ("cpu_limit", "CPU 时间超过 {limit}"),
    (
        "cpu_limit_stopped",
        "CPU 时间超过 {limit}；在 {cpu} 后被终止",
    ),
    ("wall_limit", "{wall} 内没有回答（CPU 时间 {cpu}）"),
    ("sleep_budget", "在全部用例上共空闲 {slept}，超过 {budget}"),
    (
        "cpu_budget",
        "在全部用例上共用 {seconds} 秒 CPU 时间，超过允许时间的一半",
    ),
    ("memory_limit", "内存超过 {limit}"),
    ("output_limit", "在 {stream} 上的输出超过 {limit}"),
    ("file_too_large", "文件超过允许的大小"),
    ("exit_code", "退出码 {code}"),
    ("exit_code_before_reply", "回答之前以退出码 {code} 结束"),
    ("signal", "信号 {number}"),
    ("named_signal", "信号 {number} ({name})"),
    ("closed_reply_channel", "关闭了回答通道"),
    ("stack_overflow", "栈溢出：递归太深"),
    (
        "stack_overflow_exception",
        "栈溢出：递归太深（{exception}）",
    ),
    ("runtime_out_of_memory", "运行时没有更多内存：{problem}"),
    ("interrupted", "被中断"),
    ("denied_system_call", "调用了被禁止的系统调用"),
    ("early_reply", "在被询问之前回答了 {reply}"),
    ("several_replies", "对一个用例回答了多次"),
    (
        "waited_for_input",
        "它在等待标准输入（第 {line} 行），而标准输入为空：函数的输入是参数",
    ),
    (
        "passes_alone",
        "单独运行时它能通过此用例，因此与之前的用例有关：是否有全局变量或静态字段没有在调用之间重置？",
    ),
    ("sanitizers_find", "检查工具发现：{finding}"),
    ("checked_build_rejected", "检查版本无法编译：{error}"),
    (
        "checked_time_limit",
        "所有检查运行的总时限在用例 {case} 处用尽",
    ),
    ("gave_up_time_outs", "超时 {count} 次后放弃"),
    ("gave_up_cpu_time", "用了 {seconds} 秒 CPU 时间后放弃"),
    (
        "no_extension",
        "文件名没有扩展名，无法判断语言；请加上，例如 answer.py",
    ),
    (
        "unknown_extension",
        "没有语言使用扩展名 \"{extension}\"；请使用其语言的扩展名，例如 answer.py",
    ),
    (
        "similar_extension",
        "没有语言使用扩展名 \"{extension}\"；是否想用 \"{similar}\"？",
    ),
    ("source_too_large", "大于 {limit}，即源代码的上限；请缩短"),
    ("not_text", "不是文本；请提交源代码，而不是编译后的程序"),
    (
        "source_not_utf8",
        "有一个字节不是 UTF-8；请将文件保存为 UTF-8",
    ),
    ("field_not_utf8", "不是 UTF-8 文本"),
    (
        "hidden_code",
        "声明了 `coding: {codec}`，会隐藏代码；请保存为 UTF-8 并去掉该声明",
    ),
    ("no_code", "其中没有代码"),
    ("no_driver", "{language} 不支持函数形式；请提交完整程序"),
    (
        "no_entry",
        "没有定义入口：应为 {expected}，或读取标准输入的完整程序",
    ),
    ("similar_name", "第 {line} 行有 {name}，是否想写 {entry}？"),
    (
        "several_entries",
        "定义了 {entries}；请保留一个，或选择题目",
    ),
    (
        "several_blocks",
        "包含多个 Markdown 代码块，前两个在第 {first} 行和第 {second} 行；请只保留解答所在的代码块",
    ),
    (
        "other_problem",
        "这是第 {other} 题的解答，不是第 {wanted} 题的",
    ),
    (
        "unknown_problem",
        "完整程序没有说明解答哪一题；请加上 {options}，或在文件名或目录名中写上题号，例如 913.py",
    ),
    ("or", "{first} 或 {second}"),
    ("and", "{first} 和 {second}"),
    (
        "taken_for_function",
        "被当作函数，因为第 {line} 行定义了 {name}；如果它是完整程序（第 {reads} 行读取标准输入），请选择该形式",
    ),
    (
        "taken_for_program",
        "被当作完整程序，因为第 {reads} 行读取标准输入，而 {name}（第 {line} 行）不在 Solution 类中；如果它是函数，请选择该形式",
    ),
    ("no_function", "被当作完整程序，因为没有定义 {entry}"),
    ("no_probe_command", "语言表中没有查询版本的命令"),
    ("tool_not_installed", "未安装 {tool}"),
    ("tool_not_started", "无法运行 {tool}：{error}"),
    ("tool_fails", "{tool} 失败（{status}）：{stderr}"),
    (
        "tool_time_limit",
        "{tool} 在 {seconds} 秒后仍未结束，已被终止",
    ),
    ("tool_stopped", "{tool} 已被终止：{reason}"),
    (
        "tool_not_in_sandbox",
        "未安装 {tool}，或它不在 `binds` 列出的目录中",
    ),
    (
        "probe_sandbox",
        "版本查询命令来自 judge.toml，只能在沙箱中运行：{error}",
    ),
    (
        "private_bind",
        "judge.toml 的 `binds` 列出了 {path}，它不在系统目录或工具链目录中；如果信任该项目，请用 -C 指定它",
    ),
    ("toolchain_file_missing", "缺少 {file}"),
    ("no_version", "{tool} 输出 {printed}，从中找不到版本号"),
    (
        "tool_too_old",
        "{tool} {version} 版本过旧；需要 {required} 或更新版本",
    ),
    ("preparation_fails", "准备命令失败：{output}"),
    (
        "preparation_left_directory",
        "`prepare` 命令留下了目录 {made}/{directory}，但 {made} 中只能有文件；请在最后一条命令中删除该目录",
    ),
    (
        "preparation_in_use",
        "已保存的工具链损坏，且另一个评测进程正在使用它",
    ),
    ("judge_failed", "评测系统出错；比赛主办者了解详情"),
    ("contradiction", "此评测的记录自相矛盾"),
    (
        "judge_gave_up",
        "没有评测机能评测此提交：{lost} 次中断，{failures} 次失败（{errors}）；所有者可以让它重新评测",
    ),
    ("on_worker", "{worker}：{problem}"),
    ("lease_expired", "失去连接或被停止"),
    ("no_worker", "没有正在运行的评测机"),
    ("no_worker_has_language", "没有评测机安装了 {language}"),
    (
        "workers_of_other_builds",
        "使用其他版本的评测机：{workers}（{builds}）；此任务要求版本 {required}",
    ),
    (
        "workers_of_other_isolation",
        "使用其他隔离方式的评测机：{workers}；此任务要求隔离方式 {required}",
    ),
    (
        "workers_paused",
        "因最近任务评测出错而暂停的评测机：{workers}",
    ),
    ("waits_for_other_worker", "正在等待另一台评测机（几秒钟）"),
    ("tasks_ahead", "前面的任务数：{tasks}"),
    ("next_in_queue", "下一个就是它"),
    (
        "judge_lost",
        "评测此提交时评测系统中断了 {times} 次；所有者可以让它重新评测",
    ),
    ("cancelled", "所有者取消了此次评测"),
    (
        "language_unavailable",
        "此服务器上没有 {language}；请告知所有者",
    ),
    ("not_tried_in_time", "未能及时试验此用例，请重试"),
];
