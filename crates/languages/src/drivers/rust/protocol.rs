// Reads cases from descriptor 0 and writes replies to descriptor 3.

use std::fs::File;
use std::io::{stdout, Read, Write};
use std::os::fd::FromRawFd;

/// Maximum number of nodes of a list or tree. A larger structure must contain a cycle.
pub const MAX_NODES: usize = 1_000_000;

/// Reads values with as few system calls as possible: a single call for a small case.
pub struct Input {
    cases: Box<dyn Read>,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
}

impl Input {
    pub fn new(cases: Box<dyn Read>) -> Self {
        Self {
            cases,
            buffer: vec![0; 1 << 16],
            at: 0,
            end: 0,
        }
    }

    /// Waits for the next case. Returns whether the input has ended.
    pub fn at_end(&mut self) -> bool {
        if self.at < self.end {
            return false;
        }
        self.at = 0;
        self.end = self.cases.read(&mut self.buffer).unwrap_or(0);
        self.end == 0
    }

    fn read_byte(&mut self) -> u8 {
        if self.at_end() {
            return 0;
        }
        self.at += 1;
        self.buffer[self.at - 1]
    }

    fn read_word(&mut self) -> String {
        let mut word = String::new();
        loop {
            match self.read_byte() {
                c @ b'!'.. => word.push(char::from(c)),
                _ => return word,
            }
        }
    }

    pub fn read_long(&mut self) -> i64 {
        let mut c = self.read_byte();
        let negative = c == b'-';
        if negative {
            c = self.read_byte();
        }
        let mut value: i64 = 0;
        while c.is_ascii_digit() {
            value = value.wrapping_mul(10).wrapping_add(i64::from(c - b'0'));
            c = self.read_byte();
        }
        if negative { value.wrapping_neg() } else { value }
    }

    pub fn read_int(&mut self) -> i32 {
        self.read_long() as i32
    }

    pub fn read_double(&mut self) -> f64 {
        self.read_word().parse().unwrap_or(0.0)
    }

    pub fn read_boolean(&mut self) -> bool {
        self.read_long() != 0
    }

    pub fn read_character(&mut self) -> char {
        char::from_u32(self.read_long() as u32).unwrap_or_default()
    }

    pub fn read_string(&mut self) -> String {
        let bytes = (0..self.read_long()).map(|_| self.read_byte()).collect();
        self.read_byte();
        String::from_utf8(bytes).unwrap_or_default()
    }

    pub fn read_items<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.read_long()).map(|_| read(self)).collect()
    }

    /// Reads a tree in level order.
    pub fn read_tree(&mut self) -> Vec<Option<i32>> {
        self.read_items(|input| input.read_word().parse().ok())
    }
}

/// Writes a value as JSON.
#[derive(Default)]
pub struct Output {
    text: String,
    wrong: Option<String>,
}

impl Output {
    /// Returns the complete reply.
    pub fn into_reply(self) -> String {
        match self.wrong {
            Some(wrong) => format!("?{wrong}\n"),
            None => self.text + "\n",
        }
    }

    pub fn write_long(&mut self, value: i64) {
        self.text += &value.to_string();
    }

    pub fn write_int(&mut self, value: i32) {
        self.write_long(value.into());
    }

    pub fn write_double(&mut self, value: f64) {
        if !value.is_finite() {
            self.wrong = Some(value.to_string());
        }
        self.text += &format!("{value:?}");
    }

    pub fn write_boolean(&mut self, value: bool) {
        self.text += if value { "true" } else { "false" };
    }

    pub fn write_character(&mut self, value: char) {
        self.write_string(value.encode_utf8(&mut [0; 4]));
    }

    pub fn write_string(&mut self, text: &str) {
        self.text.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.text.extend(['\\', c]),
                '\0'..='\x1f' => self.text += &format!("\\u{:04x}", u32::from(c)),
                _ => self.text.push(c),
            }
        }
        self.text.push('"');
    }

    pub fn write_items<T>(&mut self, values: &[T], write: impl Fn(&mut Self, &T)) {
        self.text.push('[');
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            write(self, value);
        }
        self.text.push(']');
    }

    /// Writes a tree in level order.
    pub fn write_tree(&mut self, mut values: &[Option<i32>]) {
        while let [start @ .., None] = values {
            values = start;
        }
        if values.len() > MAX_NODES {
            self.wrong = Some("a tree with a cycle".to_owned());
        }
        self.write_items(values, |output, value| match value {
            Some(value) => output.write_int(*value),
            None => output.text += "null",
        });
    }
}

const EINTR_RESULT: isize = -4;

/// Makes the system call directly, because a submission can define a function `write`, which the
/// standard library would then call.
#[cfg(target_arch = "x86_64")]
fn write(descriptor: isize, text: &[u8]) -> isize {
    let mut result = 1;
    unsafe {
        std::arch::asm!(
            "syscall",
            inlateout("rax") result,
            in("rdi") descriptor,
            in("rsi") text.as_ptr(),
            in("rdx") text.len(),
            out("rcx") _,
            out("r11") _,
            options(nostack),
        );
    }
    result
}

#[cfg(target_arch = "aarch64")]
fn write(descriptor: isize, text: &[u8]) -> isize {
    let mut result = descriptor;
    unsafe {
        std::arch::asm!(
            "svc 0",
            in("x8") 64_isize,
            inlateout("x0") result,
            in("x1") text.as_ptr(),
            in("x2") text.len(),
            options(nostack),
        );
    }
    result
}

pub fn send_line(line: &str) {
    let mut unsent = line.as_bytes();
    while !unsent.is_empty() {
        match write(3, unsent) {
            EINTR_RESULT => {}
            sent @ 1.. => unsent = &unsent[sent as usize..],
            _ => std::process::exit(1), // no judge is listening
        }
    }
}

/// Reads cases and sends the answers until the input ends. `answer` reads one case, calls the
/// submission and writes its answer.
pub fn serve(answer: &dyn Fn(&mut Input, &mut Output)) {
    let mut input = Input::new(Box::new(unsafe { File::from_raw_fd(0) }));
    send_line("ready\n");
    while !input.at_end() {
        let mut output = Output::default();
        answer(&mut input, &mut output);
        let _ = stdout().flush();
        send_line(&output.into_reply());
    }
    send_line("done\n");
}
