<?php
// Answers cases with a pasted PHP submission. See ../README.md.

namespace Mousetrap;

/** Reads cases from descriptor 0 and writes replies to descriptor 3. Function names have a
 *  backslash, because the submission can define functions in this namespace. */
final class Driver
{
    /** Maximum number of nodes of a list or tree. A larger structure must contain a cycle. */
    private const MAX_NODES = 1_000_000;

    /** A description of the answer if it contains a cycle; otherwise null. */
    private static ?string $cycle = null;

    /** The reply channel, opened before the submission can replace the wrapper `php`. */
    private static $replies;

    /** Returns a function that calls the submission on a new instance, as LeetCode does. */
    private static function entry(string $name): \Closure
    {
        if (\method_exists('Solution', $name)) {
            return fn (array &$arguments) => (new \Solution())->$name(...$arguments);
        }
        throw new \Error("solution.php defines no Solution::$name");
    }

    /** Converts a word to a value of a scalar type; returns null for other types. */
    private static function word(string $type, string $word): mixed
    {
        return match ($type) {
            'int', 'long' => (int) $word,
            'double' => (float) $word,
            'boolean' => (int) $word === 1,
            'char' => $word < 128 ? \chr($word) : \html_entity_decode("&#$word;"),
            default => null,
        };
    }

    /** The next line, if atEnd has already read it. */
    private static string|false|null $next = null;

    private static function atEnd(): bool
    {
        self::$next = \fgets(\STDIN);
        return self::$next === false;
    }

    private static function line(): string
    {
        $line = self::$next ?? \fgets(\STDIN);
        self::$next = null;
        return $line;
    }

    /** Returns the words of the next line, without the leading count. */
    private static function words(): array
    {
        return \array_slice(\explode(' ', \trim(self::line())), 1);
    }

    /** Returns a function that reads a value of this type. */
    private static function reader(string $type): \Closure
    {
        switch ($type) {
            case 'string':
                return self::text(...);
            case 'ListNode':
                return fn () => self::linked(self::words());
            case 'TreeNode':
                return fn () => self::tree(self::words());
        }
        if (!\str_ends_with($type, '[]')) {
            return fn () => self::word($type, self::line());
        }
        $item = \substr($type, 0, -2);
        switch ($item) {
            case 'int':
            case 'long':
                return fn () => \array_map(\intval(...), self::words());
            case 'double':
            case 'boolean':
            case 'char':
                return fn () => \array_map(fn ($word) => self::word($item, $word), self::words());
        }
        $read = self::reader($item);
        return function () use ($read) {
            $items = [];
            for ($count = (int) self::line(); $count > 0; $count--) {
                $items[] = $read();
            }
            return $items;
        };
    }

    private static function text(): string
    {
        [$size, $text] = \explode(' ', self::line(), 2);
        while (\strlen($text) <= $size) {
            $text .= \fgets(\STDIN);
        }
        return \substr($text, 0, (int) $size);
    }

    private static function linked(array $words): ?object
    {
        $list = null;
        foreach (\array_reverse($words) as $word) {
            $node = new \ListNode((int) $word);
            $node->next = $list;
            $list = $node;
        }
        return $list;
    }

    private static function tree(array $words): ?object
    {
        $nodes = [];
        foreach ($words as $word) {
            $nodes[] = $word === 'null' ? null : new \TreeNode((int) $word);
        }
        $child = 1;
        foreach ($nodes as $node) {
            if ($node !== null) {
                $node->left = $nodes[$child] ?? null;
                $node->right = $nodes[$child + 1] ?? null;
                $child += 2;
            }
        }
        return $nodes[0] ?? null;
    }

    /** Formats a value of this type as JSON; returns null for a value of another type. */
    private static function written(mixed $value, string $type): ?string
    {
        switch ($type) {
            case 'int':
            case 'long':
                return \is_int($value) ? (string) $value : null;
            case 'double':
                $is_number = \is_int($value) || \is_float($value) && \is_finite($value);
                return $is_number ? \json_encode($value) : null;
            case 'boolean':
                return \is_bool($value) ? \json_encode($value) : null;
            case 'char':
            case 'string':
                $is_text = \is_string($value) && ($type === 'string' || \preg_match('/^.$/su', $value));
                $text = $is_text ? \json_encode($value, \JSON_UNESCAPED_SLASHES) : false;
                return $text === false ? null : $text;
            case 'ListNode':
                $values = [];
                for (; $value !== null; $value = $value->next) {
                    if (\count($values) === self::MAX_NODES) {
                        self::$cycle = 'a list with a cycle';
                    }
                    if (!$value instanceof \ListNode || self::$cycle !== null) {
                        return null;
                    }
                    $values[] = $value->val;
                }
                return self::all($values, 'int');
            case 'TreeNode':
                return self::levels($value);
        }
        return \is_array($value) ? self::all($value, \substr($type, 0, -2)) : null;
    }

    private static function all(array $values, string $type): ?string
    {
        $texts = [];
        foreach ($values as $value) {
            $text = self::written($value, $type);
            if ($text === null) {
                return null;
            }
            $texts[] = $text;
        }
        return '[' . \implode(',', $texts) . ']';
    }

    private static function levels(mixed $root): ?string
    {
        $nodes = [$root];
        $texts = [];
        $size = 0;
        for ($at = 0; $at < \count($nodes); $at++) {
            $node = $nodes[$at];
            if ($node === null) {
                $texts[] = 'null';
                continue;
            }
            $is_known = $node instanceof \TreeNode && \is_int($node->val);
            if (\count($nodes) > 2 * self::MAX_NODES) {
                self::$cycle = 'a tree with a cycle';
            }
            if (!$is_known || self::$cycle !== null) {
                return null;
            }
            $nodes[] = $node->left;
            $nodes[] = $node->right;
            $texts[] = (string) $node->val;
            $size = \count($texts);
        }
        return '[' . \implode(',', \array_slice($texts, 0, $size)) . ']';
    }

    /** Formats a value of the wrong type on one line. */
    private static function spelled(mixed $value): string
    {
        $text = \is_scalar($value) || $value === null ? \json_encode($value) : \get_debug_type($value);
        $text = \is_string($value) ? \var_export($value, true) : $text;
        $text = \is_float($value) ? \var_export($value, true) : $text;
        $text = self::$cycle ?? $text;
        self::$cycle = null;
        return '?' . \substr(\preg_replace('/\s+/', ' ', $text), 0, 99);
    }

    public static function open(): void
    {
        self::$replies = \fopen('php://fd/3', 'w');
    }

    private static function send(string $line): void
    {
        \fwrite(self::$replies, $line . "\n");
    }

    public static function serve(): void
    {
        \ob_implicit_flush();
        $call = self::entry(Game::ENTRY);
        $readers = \array_map(self::reader(...), Game::PARAMETERS);
        self::send('ready');
        while (!self::atEnd()) {
            // Keep warnings off standard output, even if the submission has changed this setting.
            \ini_set('display_errors', 'stderr');
            $arguments = [];
            foreach ($readers as $read) {
                $arguments[] = $read();
            }
            $value = $call($arguments);
            if (Game::IS_VOID) {
                $value = $arguments[0];
            }
            self::send(self::written($value, Game::ANSWER) ?? self::spelled($value));
        }
        self::send('done');
    }
}

require __DIR__ . '/case.php';
Driver::open();
require __DIR__ . '/solution.php';
Driver::serve();
