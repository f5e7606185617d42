<?php
// Answers cases with a pasted PHP submission. See ../README.md.

namespace Mousetrap;

/** Cases in on descriptor 0, replies out on descriptor 3. */
final class Driver
{
    /** A call of the submission on a fresh instance, as LeetCode does it. */
    private static function entry(string $name): \Closure
    {
        if (method_exists('Solution', $name)) {
            return fn (...$arguments) => (new \Solution())->$name(...$arguments);
        }
        throw new \Error("solution.php defines no Solution::$name");
    }

    private static function spelled(mixed $value): string
    {
        if (\is_bool($value) || \is_int($value)) {
            return \json_encode($value);
        }
        $text = \is_scalar($value) ? \var_export($value, true) : \get_debug_type($value);
        return '?' . \substr(\preg_replace('/\s+/', ' ', $text), 0, 99);
    }

    /** The reply channel, opened before the submission can replace the wrapper `php`. */
    private static $replies;

    public static function open(): void
    {
        self::$replies = \fopen('php://fd/3', 'w');
    }

    /** Functions have a backslash, since the submission can define others in this namespace. */
    public static function serve(): void
    {
        \ob_implicit_flush();
        $replies = self::$replies;
        $call = self::entry(Game::ENTRY);
        \fwrite($replies, "ready\n");
        while (($first = \fgets(\STDIN)) !== false) {
            // Warnings are not output, whatever the submission has set.
            \ini_set('display_errors', 'stderr');
            $value = $call(...Game::arguments($first));
            \fwrite($replies, self::spelled($value) . "\n");
        }
        \fwrite($replies, "done\n");
    }
}

require __DIR__ . '/case.php';
Driver::open();
require __DIR__ . '/solution.php';
Driver::serve();
