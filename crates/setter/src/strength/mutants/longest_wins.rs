//! The longest known forced wins, in plies. A test checks that these lengths agree with the cases
//! of the suite `extreme`.

/// The node count to which the first entry of each graph table belongs.
pub(crate) const MIN_NODE_COUNT_OF_TABLES: u32 = 3;

/// The mouse's longest known wins on graphs, by number of nodes.
pub(crate) const LONGEST_MOUSE_WINS_ON_GRAPHS: [u32; 48] = [
    1, 3, 5, 7, 9, 17, 25, 33, 35, 43, 53, 63, 67, 75, 85, 89, 101, 113, 125, 131, 141, 151, 159,
    167, 173, 185, 197, 209, 217, 229, 241, 255, 267, 281, 295, 307, 377, 451, 485, 511, 527, 527,
    549, 631, 649, 675, 683, 685,
];

/// The cat's longest known wins on graphs, by number of nodes.
pub(crate) const LONGEST_CAT_WINS_ON_GRAPHS: [u32; 48] = [
    1, 3, 5, 8, 12, 16, 24, 36, 44, 50, 58, 70, 78, 84, 104, 118, 130, 152, 168, 176, 204, 220,
    238, 262, 284, 310, 334, 362, 388, 418, 446, 478, 508, 542, 574, 610, 644, 682, 718, 758, 796,
    838, 878, 922, 964, 1010, 1054, 1102,
];

/// A board size (rows and columns) and its longest known wins. Each pair has the mouse's maximum
/// jump length and the length of the longest known win, in plies. A jump length has an entry only
/// if its longest known win differs from that of the next shorter jump length.
type LongestBoardWins = ((u32, u32), &'static [(u32, u32)]);

/// The mouse's longest known wins on boards, by board size.
pub(crate) const LONGEST_MOUSE_WINS_ON_BOARDS: [LongestBoardWins; 34] = [
    ((1, 3), &[(1, 1)]),
    ((1, 4), &[(1, 3), (2, 1)]),
    ((1, 5), &[(1, 5), (2, 3), (4, 1)]),
    ((1, 6), &[(1, 7), (2, 3), (5, 1)]),
    ((1, 7), &[(1, 9), (2, 5), (3, 3), (4, 5), (5, 3), (6, 1)]),
    ((1, 8), &[(1, 11), (2, 5), (4, 7), (5, 3), (7, 1)]),
    ((2, 2), &[(1, 1)]),
    ((2, 3), &[(1, 5), (2, 3)]),
    ((2, 4), &[(1, 7), (2, 5)]),
    ((2, 5), &[(1, 11), (2, 7)]),
    ((2, 6), &[(1, 13), (2, 9)]),
    ((2, 7), &[(1, 17), (2, 11)]),
    ((2, 8), &[(1, 19), (2, 13)]),
    ((3, 3), &[(1, 9), (2, 7)]),
    ((3, 4), &[(1, 13), (2, 9)]),
    ((3, 5), &[(1, 17), (2, 13)]),
    ((3, 6), &[(1, 23), (2, 15)]),
    ((3, 7), &[(1, 27), (2, 19)]),
    ((3, 8), &[(1, 31), (2, 21)]),
    ((4, 4), &[(1, 17), (2, 13)]),
    ((4, 5), &[(1, 23), (2, 19)]),
    ((4, 6), &[(1, 29), (2, 21)]),
    ((4, 7), &[(1, 35), (2, 27)]),
    ((4, 8), &[(1, 39), (2, 31), (3, 29)]),
    ((5, 5), &[(1, 29), (2, 23)]),
    ((5, 6), &[(1, 37), (2, 29), (3, 27)]),
    ((5, 7), &[(1, 43), (2, 35), (3, 33)]),
    ((5, 8), &[(1, 49), (2, 41)]),
    ((6, 6), &[(1, 43), (2, 33), (3, 31)]),
    ((6, 7), &[(1, 53), (2, 41), (3, 39)]),
    ((6, 8), &[(1, 59), (2, 47), (3, 45)]),
    ((7, 7), &[(1, 61), (2, 45), (3, 43)]),
    ((7, 8), &[(1, 71), (2, 55), (3, 53), (4, 51)]),
    ((8, 8), &[(1, 79), (2, 61), (3, 59)]),
];
