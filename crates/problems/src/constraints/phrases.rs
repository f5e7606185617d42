//! Parses constraint lines: comparisons, the names of a row's items, and sentences such as `All the
//! values of nums are unique`.

use mousetrap_model::{Type, Value};
use mousetrap_util::Choice as _;

use super::characters::{parse_characters, parse_values};
use super::comparison::{Comparison, Relation};
use super::comparison_chain::parse_chain_rules;
use super::distinct_rows::parse_distinct_rows;
use super::expression::{Expression, Quantity, is_number, item_type};
use super::parser::{NameTable, SUBJECT_NAME};
use super::patterns::LazyRegex;
use super::predicates::{SubjectPart, matching_predicates};
use super::rule::{DistinctPart, Rule, StringFormat};
use super::subject::{Subject, are_items_called, innermost_values, parse_subject};
use super::tokens::{Token, tokenize};

/// Parses a normalized constraint line.
pub(super) fn parse_rules(names: &NameTable<'_>, line: &str) -> Option<Vec<Rule>> {
    static PERMISSION_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:there|the (?:graph|tree)|\w+) (?:may|can|might|could) (?:be|contain|have) (?:multiple|duplicated?|repeated|parallel|self)[ -][a-z]+(?: between [a-z ]+)?$",
    );
    if PERMISSION_PATTERN.is_match(line) {
        return Some(Vec::new());
    }
    if let Some((row, columns)) = parse_row(names, line) {
        let left = Expression::Quantity(row.length());
        let right = Expression::Number(columns.len() as i128);
        let comparison = Comparison::new(names.signature, left, Relation::Equal, right)?;
        let mut rules = vec![Rule::Compare(comparison)];
        if let Some((_, condition)) = line.split_once(" where ") {
            rules.extend(parse_rules(names, condition)?);
        }
        return Some(rules);
    }
    parse_chain_rules(names, line)
        .or_else(|| parse_sentence(names, line))
        .or_else(|| parse_distinct_rows(names, line))
}

/// Parses a line such as `edges[i] = [from_i, to_i]` or `interval = [start, end]` into the row and
/// the names of its items. A condition such as `, where from_i != to_i` may follow.
pub(super) fn parse_row(names: &NameTable<'_>, line: &str) -> Option<(Quantity, Vec<String>)> {
    static ROW_PATTERN: LazyRegex = LazyRegex::new(
        r"^(\w+)(\[\w+\])? ?(?:==?|:) ?[\[(] ?([A-Za-z_]\w*(?: ?, ?[A-Za-z_]\w*)+) ?[\])](?:,? where .+)?$",
    );
    let found = ROW_PATTERN.captures(line)?;
    let parameter = Quantity::parameter(names.parameter_index(&found[1])?);
    let row = match found.get(2) {
        Some(_) => parameter.items(),
        None => parameter,
    };
    row.clone().items().ty(names.signature)?;
    let columns = found[3].split(',').map(|name| name.trim().replace('_', ""));
    Some((row, columns.collect()))
}

/// Parses a constraint line that is an English sentence.
fn parse_sentence(names: &NameTable<'_>, line: &str) -> Option<Vec<Rule>> {
    static VERB_PATTERN: LazyRegex = LazyRegex::new(
        r"(?ix)^(?P<subject>.+?)\ (?P<verb>
            (?:(?:only|may)\ )*(?:consists?|contains?|(?:is|are)\ (?:made\ up|composed|comprised)|comprises?)
                (?:\ (?:only|solely|entirely))?(?:\ of)?(?:\ only)?
            |(?:(?:is|are)\ (?:always\ )?guaranteed\ to\ be|is|are|will\ be|must\ be|has|have)
            )\ (?:(?:sorted|arranged|ordered)(?:\ in)?(?:\ an?)?\ )?(?P<predicate>.+?)(?:\ (?:order|array|sequence))?$",
    );
    static SUM_PATTERN: LazyRegex = LazyRegex::new(
        "(?i)^(?:the )?(?:(?:sum|total) of (?:all )?(?:the )?(.+)|total (lengths? .+))$",
    );
    static COLUMNS_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:all (?:the )?\w+ in )?(?:(?:all|the|each|every) )*(rows and )?columns?(?: (?:of|in) (.+))?$",
    );
    let found = VERB_PATTERN.captures(line)?;
    let predicate = &found["predicate"];
    if let Some(summed) = SUM_PATTERN.captures(&found["subject"]) {
        let summed = summed.iter().skip(1).flatten().next()?;
        return parse_sum_limit(names, summed.as_str(), predicate);
    }
    if let Some(columns) = COLUMNS_PATTERN.captures(&found["subject"]) {
        let matrix = columns.get(2).map_or("matrix", |matrix| matrix.as_str());
        let sentence = |subject: &str| ParsedSentence::new(names, subject, "are");
        let mut rules = sentence(matrix)?.parse_order(predicate, "j")?;
        if columns.get(1).is_some() {
            rules.extend(sentence(&format!("rows of {matrix}"))?.parse_rules(predicate)?);
        }
        return Some(rules);
    }
    let sentence = ParsedSentence::new(names, &found["subject"], &found["verb"])?;
    sentence.parse_rules(predicate).or_else(|| {
        let rules = predicate.split(" and ").map(|part| {
            let part = part.trim();
            let mut shorter = ["has ", "is "]
                .iter()
                .filter_map(|verb| part.strip_prefix(verb));
            sentence.parse_rules(shorter.next().unwrap_or(part))
        });
        Some(rules.collect::<Option<Vec<_>>>()?.concat())
    })
}

/// Returns whether a line promises that the answer fits in its type: that it fits "in a 32-bit
/// integer" if the answer is an `int`, or "in a 64-bit integer" if the answer is a `long`.
pub(super) fn promises_answer_fits_type(line: &str, answer: &Type) -> bool {
    static PROMISE_PATTERN: LazyRegex = LazyRegex::new(
        r"(?i)^(?:the )?(?:final )?(?:answer|result|output|return value)s?(?: [a-z ]*?)? is in the range \[-2\^(31|63), ",
    );
    let exponent = match answer {
        Type::Int => "31",
        Type::Long => "63",
        _ => return false,
    };
    let found = PROMISE_PATTERN.captures(line);
    found.is_some_and(|found| &found[1] == exponent)
}

fn parse_sum_limit(names: &NameTable<'_>, summed: &str, predicate: &str) -> Option<Vec<Rule>> {
    static SUM_LIMIT_PATTERN: LazyRegex =
        LazyRegex::new(r"(?i)^(?:at most (.+)|in the range \[(?:0|-2\^\d+), (.+)\])$");
    let limit = SUM_LIMIT_PATTERN.captures(predicate)?;
    let limit = names.parse_expression(limit.iter().skip(1).flatten().next()?.as_str())?;
    // "The sum of a and b" is not a limit of each.
    let [subject] = parse_subject(names, summed)?.try_into().ok()?;
    let mut summed = subject.quantity.clone();
    if !summed.is_length {
        summed = innermost_values(summed, names.signature, false);
        // "The sum of `mat[i]`" may mean the sum of each row.
        let is_row = summed != subject.quantity && !subject.quantity.indices.is_empty();
        (!is_row && subject.sequence_depth == 0).then_some(())?;
    }
    let ty = summed.ty(names.signature)?;
    matches!(ty, Type::Int | Type::Long).then(|| vec![Rule::Sum(summed, limit)])
}

/// A sentence whose subject has been parsed.
struct ParsedSentence<'a> {
    names: &'a NameTable<'a>,
    subject: Vec<Subject>,
    /// Whether the subject is a single name, such as `words[i]`.
    is_name: bool,
    /// Whether the subject is introduced by "each" or a synonym.
    is_each: bool,
    verb: Verb,
}

#[derive(Clone, Copy, PartialEq)]
enum Verb {
    /// "consists of", "contains only" or a synonym. The predicate applies to the characters of
    /// strings.
    ConsistsOf,
    /// "contains" or "has". Before a list, these verbs leave open whether other values are allowed.
    Contains,
    Is,
}

impl<'a> ParsedSentence<'a> {
    fn new(names: &'a NameTable<'a>, subject: &str, verb: &str) -> Option<Self> {
        let words = verb.to_lowercase();
        let verb = match words.split(' ').next_back()? {
            "is" | "are" | "be" => Verb::Is,
            "contain" | "contains" | "has" | "have" if !words.contains("only") => Verb::Contains,
            _ => Verb::ConsistsOf,
        };
        let first = subject.split(' ').next()?.to_lowercase();
        Some(Self {
            names,
            subject: parse_subject(names, subject)?,
            is_name: !subject.contains(' '),
            is_each: matches!(first.as_str(), "each" | "every" | "any"),
            verb,
        })
    }

    /// Parses a predicate that is not a conjunction.
    fn parse_rules(&self, predicate: &str) -> Option<Vec<Rule>> {
        // "`nums` contains an even number" does not require that all numbers are even.
        static PRESENCE_PATTERN: LazyRegex =
            LazyRegex::new("(?i)^(?:an?|at|not|even|odd|multiples|divisible) ");
        let mut types = self
            .subject
            .iter()
            .map(|it| it.quantity.ty(self.names.signature));
        if self.verb == Verb::Contains
            && PRESENCE_PATTERN.is_match(predicate)
            && types.any(|ty| ty.and_then(item_type).is_some())
        {
            return None;
        }
        if let Some(rules) = self.parse_row_order(predicate) {
            return Some(rules);
        }
        let mut matching: Vec<_> = matching_predicates(predicate).collect();
        // For example, "ascending" is never the name of a number.
        let is_fixed = matching.iter().any(|(.., operands)| operands.is_empty());
        matching.retain(|(.., operands)| operands.is_empty() == is_fixed);
        let known = matching.into_iter().find_map(|(part, lines, operands)| {
            if part == SubjectPart::Set && !self.is_about_items(predicate)
                || part == SubjectPart::Pair && lines.contains("!=") && !self.are_several_values()
            {
                return None;
            }
            let operands = operands.into_iter().map(|it| self.parse_operand(it));
            self.parse_equivalent_lines(part, lines, &operands.collect::<Option<Vec<_>>>()?)
        });
        known.or_else(|| self.parse_value_list(predicate).filter(|_| !is_fixed))
    }

    /// Returns whether a predicate such as `distinct letters` names the subject's items.
    fn is_about_items(&self, predicate: &str) -> bool {
        let noun = predicate.split(' ').next_back().unwrap_or_default();
        self.subject.iter().all(|it| {
            let ty = it.quantity.ty(self.names.signature);
            let container = ty.filter(|ty| item_type(ty).is_some());
            !self.applies_to_items() || container.is_none_or(|ty| are_items_called(noun, ty))
        })
    }

    /// Returns whether the subject consists of several values that are not arrays.
    fn are_several_values(&self) -> bool {
        let types = self
            .subject
            .iter()
            .map(|it| it.quantity.ty(self.names.signature));
        self.subject.len() > 1 && types.flatten().all(|ty| ty.depth() == 0)
    }

    /// Returns whether the predicate applies to the subject's items.
    fn applies_to_items(&self) -> bool {
        self.verb != Verb::Is
    }

    /// Parses a predicate that requires the subject's rows to be sorted by one of their items, such
    /// as `by starti in ascending`.
    fn parse_row_order(&self, predicate: &str) -> Option<Vec<Rule>> {
        static ROW_ORDER_PATTERN: LazyRegex = LazyRegex::new("(?i)^by (.+?) in (?:an? )?(.+)$");
        let found = ROW_ORDER_PATTERN.captures(predicate)?;
        match self.names.parse_expression(&found[1])? {
            Expression::Quantity(key) => match key.indices.last()? {
                Expression::Number(column) => self.parse_order(&found[2], &column.to_string()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Parses a predicate that requires rows to be sorted by their item at `index`, such as
    /// `ascending`.
    fn parse_order(&self, predicate: &str, index: &str) -> Option<Vec<Rule>> {
        let (_, lines, _) =
            matching_predicates(predicate).find(|(part, ..)| *part == SubjectPart::Order)?;
        let lines = lines.replace(']', &format!("][{index}]"));
        self.parse_equivalent_lines(SubjectPart::Whole, &lines, &[])
    }

    /// Returns the parts of the subject to which the predicate applies. For [`SubjectPart::Pair`],
    /// returns two quantities for each pair: the second member, then the first.
    fn subject_parts(&self, part: SubjectPart) -> Option<Vec<(Quantity, Option<Quantity>)>> {
        if part != SubjectPart::Pair {
            let parts = self.subject.iter();
            let parts = parts.map(|it| Some((self.subject_part(part, it)?, None)));
            return parts.collect();
        }
        if let [only] = self.subject.as_slice() {
            let sequence = match only.quantity.indices.len() {
                0 => only.quantity.clone(),
                _ => only.sequence()?,
            };
            let first = sequence.clone().item(Expression::Number(0));
            return Some(vec![(sequence.items(), Some(first))]);
        }
        let pairs = self.subject.iter().enumerate().flat_map(|(index, first)| {
            let others = self.subject[index + 1..].iter();
            others.map(|other| (other.quantity.clone(), Some(first.quantity.clone())))
        });
        Some(pairs.collect())
    }

    /// Returns the part of one subject. Returns `None` if it is unclear which part is meant.
    fn subject_part(&self, part: SubjectPart, subject: &Subject) -> Option<Quantity> {
        let signature = self.names.signature;
        let quantity = subject.quantity.clone();
        let ty = quantity.ty(signature)?;
        let is_sequence = |ty: &Type| item_type(ty).is_some();
        let is_row = |ty: &Type| *ty != Type::String && is_sequence(ty);
        let has_sequences = item_type(ty).is_some_and(is_sequence);
        let is_named_array = quantity.indices.is_empty() && is_sequence(ty);
        match part {
            SubjectPart::Number => {
                let number = innermost_values(quantity, signature, false);
                Some(number).filter(|it| it.ty(signature).is_some_and(is_number))
            }
            SubjectPart::Length => Some(quantity).filter(|it| it.is_length),
            SubjectPart::Text => Some(innermost_values(quantity, signature, false)),
            SubjectPart::Whole => Some(quantity),
            // "`words` is non-empty" may be a rule for each word.
            SubjectPart::Sequence => Some(quantity).filter(|_| !is_named_array || !has_sequences),
            _ if quantity.is_length => None,
            // "`s` and `t` are unique" means that they differ, not their characters.
            SubjectPart::Set
                if is_named_array
                    && !self.applies_to_items()
                    && (!is_row(ty) || self.subject.len() > 1) =>
            {
                None
            }
            // "`mat` is sorted" may be a rule for each row.
            _ if is_named_array
                || part == SubjectPart::Order
                    && (is_row(ty) || self.is_each && is_sequence(ty))
                || part == SubjectPart::Set && self.applies_to_items() && is_sequence(ty) =>
            {
                Some(quantity).filter(|_| !item_type(ty).is_some_and(is_row))
            }
            SubjectPart::Order if is_sequence(ty) && self.is_name => None,
            SubjectPart::Set if self.is_name && is_row(ty) => None,
            _ => subject.sequence(),
        }
    }

    /// Parses an expression, or a phrase such as `the number of elements in nums`.
    fn parse_operand(&self, text: &str) -> Option<Expression> {
        self.names.parse_expression(text).or_else(|| {
            let [Subject { quantity, .. }] = parse_subject(self.names, text)?.try_into().ok()?;
            Some(Expression::Quantity(quantity)).filter(|_| text.contains(' '))
        })
    }

    /// Parses constraint lines in which `this` stands for a part of the subject, and `firstOperand`
    /// and `secondOperand` stand for the expressions in `operands`.
    fn parse_equivalent_lines(
        &self,
        part: SubjectPart,
        lines: &str,
        operands: &[Expression],
    ) -> Option<Vec<Rule>> {
        let mut rules = Vec::new();
        for (this, other) in self.subject_parts(part)? {
            let operands = operands
                .iter()
                .cloned()
                .chain(other.map(Expression::Quantity));
            let mut names = self.names.clone();
            let placeholders = ["firstOperand", "secondOperand"].map(str::to_owned);
            names.defined.extend(placeholders.into_iter().zip(operands));
            let subject = Expression::Quantity(this.clone());
            names.defined.insert(SUBJECT_NAME.to_owned(), subject);
            let is_tree = this.ty(names.signature) == Some(&Type::TreeNode);
            let is_string = this.ty(names.signature) == Some(&Type::String);
            for line in lines.split("; ") {
                match line {
                    "distinct" => rules.push(Rule::Distinct(this.clone(), DistinctPart::Item)),
                    "search tree" if is_tree => rules.push(Rule::SearchTree(this.clone())),
                    _ => match StringFormat::from_name(line) {
                        Some(format) if is_string => rules.push(Rule::Format(this.clone(), format)),
                        Some(_) => return None,
                        None => rules.extend(parse_chain_rules(&names, line)?),
                    },
                }
            }
        }
        Some(rules)
    }

    /// Parses a list of allowed characters or values.
    fn parse_value_list(&self, predicate: &str) -> Option<Vec<Rule>> {
        static POWERS_OF_TWO_PATTERN: LazyRegex =
            LazyRegex::new("(?i)^(?:a )?powers? of (?:two|2)$");
        let signature = self.names.signature;
        let predicate = if POWERS_OF_TWO_PATTERN.is_match(predicate) {
            let powers = (0..63).map(|it| (1_u64 << it).to_string());
            &powers.collect::<Vec<_>>().join(" or ")
        } else {
            predicate
        };
        let tokens = tokenize(predicate)?;
        let named = tokens.iter().map(|token| match token {
            Token::Literal(Value::String(text)) => text.chars().count(),
            _ => 1,
        });
        // "Contains 'a'" requires an `a`, but "contains digits" allows characters.
        let is_clear =
            |values: &[Value]| self.verb != Verb::Contains || values.len() > named.clone().sum();
        let rules = self.subject.iter().map(|Subject { quantity, .. }| {
            let quantity = innermost_values(quantity.clone(), signature, self.applies_to_items());
            let ty = quantity.ty(signature).filter(|_| !quantity.is_length)?;
            let text = quantity.clone().enclosing_sequence();
            if *ty == Type::Char && text.ty(signature) == Some(&Type::String) {
                let letters = parse_characters(&tokens).filter(|it| is_clear(it))?;
                return Some(Rule::Letters(text, letters));
            }
            let values = match ty {
                Type::Char => parse_characters(&tokens)?,
                _ => parse_values(&tokens)?,
            };
            let fits = |it: &Value| match it {
                Value::Integer(_) => matches!(ty, Type::Int | Type::Long),
                _ => matches!(ty, Type::String | Type::Char),
            };
            let is_list = is_clear(&values) && values.iter().all(fits);
            is_list.then_some(Rule::OneOf(quantity, values))
        });
        rules.collect()
    }
}
