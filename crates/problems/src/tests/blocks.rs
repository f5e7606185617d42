//! Samples of constraints in the style of public problems.

/// A signature, its constraints, and the lines that are not understood.
pub(super) type Block = (&'static str, &'static str, &'static [usize]);

pub(super) const BLOCKS: &[Block] = &[
    (
        "int maxArea(int[] height)",
        "n == height.length\n2 <= n <= 10^5\n0 <= height[i] <= 10^4",
        &[],
    ),
    (
        "int[] pairWithSum(int[] nums, int target)",
        "Constraints:\n\n* `2 <= nums.length <= 10<sup>4</sup>`\n* `-10<sup>9</sup> <= nums[i] <= 10<sup>9</sup>`\n* `-10<sup>9</sup> <= target <= 10<sup>9</sup>`\n* **Only one valid answer exists.**",
        &[6],
    ),
    (
        "int search(int[] nums, int target)",
        "1 ≤ nums.length ≤ 10⁴\n−10⁴ < nums[i], target < 10⁴\nAll the integers in nums are unique.\nnums is sorted in ascending order.",
        &[],
    ),
    (
        "boolean isValid(string s)",
        "<li><code>1 &lt;= s.length &lt;= 10<sup>4</sup></code></li>\n<li><code>s</code> consists of parentheses only <code>'()[]{}'</code>.</li>",
        &[],
    ),
    (
        "boolean isAnagram(string s, string t)",
        "- `1 <= s.length, t.length <= 5 * 10^4`\n- `s` and `t` consist of lowercase English letters.",
        &[],
    ),
    (
        "int longestUnique(string s)",
        "• 0 <= s.length <= 5 * 10^4\n• s consists of English letters, digits, symbols and spaces.",
        &[],
    ),
    (
        "ListNode merge(ListNode list1, ListNode list2)",
        "The number of nodes in both lists is in the range `[0, 50]`.\n`-100 <= Node.val <= 100`\nBoth `list1` and `list2` are sorted in **non-decreasing** order.",
        &[],
    ),
    (
        "ListNode mergeAll(ListNode[] lists)",
        "k == lists.length\n0 <= k <= 10^2\n0 <= lists[i].length <= 50\n-10^4 <= lists[i][j] <= 10^4\nlists[i] is sorted in ascending order.\nThe sum of lists[i].length will not exceed 10^4.",
        &[],
    ),
    (
        "int maxDepth(TreeNode root)",
        "The number of nodes in the tree is in the range [0, 10^4].\n-100 <= Node.val <= 100",
        &[],
    ),
    (
        "int kthSmallest(TreeNode root, int k)",
        "The number of nodes in the tree is n.\n1 <= k <= n <= 10^3\n0 <= Node.val <= 10^4\nThe tree is a binary search tree.",
        &[],
    ),
    (
        "TreeNode remove(TreeNode root, int key)",
        "The number of nodes in the tree is in the range [0, 1000].\n-10^5 <= Node.val <= 10^5\nEach node has a unique value.\nroot is a valid binary search tree.\n-10^5 <= key <= 10^5",
        &[],
    ),
    (
        "int numIslands(char[][] grid)",
        "m == grid.length\nn == grid[i].length\n1 <= m, n <= 300\ngrid[i][j] is '0' or '1'.",
        &[],
    ),
    (
        "int orangesRotting(int[][] grid)",
        "m == grid.length\nn == grid[i].length\n1 <= m, n <= 10\ngrid[i][j] is 0, 1, or 2.",
        &[],
    ),
    (
        "void rotate(int[][] matrix)",
        "n == matrix.length == matrix[i].length\n1 <= n <= 20\n-1000 <= matrix[i][j] <= 1000",
        &[],
    ),
    (
        "boolean canFinish(int numCourses, int[][] prerequisites)",
        "1 <= numCourses <= 2000\n0 <= prerequisites.length <= 5000\nprerequisites[i].length == 2\n0 <= ai, bi < numCourses\nAll the pairs prerequisites[i] are unique.",
        &[],
    ),
    (
        "int networkDelay(int[][] times, int n, int k)",
        "times[i] = [u_i, v_i, w_i]\n1 <= k <= n <= 100\n1 <= times.length <= 6000\ntimes[i].length == 3\n1 <= ui, vi <= n\nui != vi\n0 <= wi <= 100\nAll the pairs (ui, vi) are unique. (i.e., no multiple edges.)",
        &[8],
    ),
    (
        "int[][] mergeIntervals(int[][] intervals)",
        "1 <= intervals.length <= 10^4\nintervals[i].length == 2\n0 <= starti <= endi <= 10^4",
        &[],
    ),
    (
        "int minRooms(int[] start, int[] end)",
        "n == start.length == end.length\n1 <= n <= 1000\n0 <= start[i] < end[i] <= 10^6",
        &[],
    ),
    (
        "void mergeInto(int[] nums1, int m, int[] nums2, int n)",
        "nums1.length == m + n\nnums2.length == n\n0 <= m, n <= 200\n1 <= m + n <= 200\n-10^9 <= nums1[i], nums2[j] <= 10^9",
        &[],
    ),
    (
        "int findDuplicate(int[] nums)",
        "1 <= n <= 10^5\nnums.length == n + 1\n1 <= nums[i] <= n\nAll the integers in nums appear only once except for precisely one integer which appears two or more times.",
        &[4],
    ),
    (
        "int[] shuffle(int[] nums, int n)",
        "1 <= n <= 500\nnums.length == 2n\n1 <= nums[i] <= 10^3",
        &[],
    ),
    (
        "int missingNumber(int[] nums)",
        "n == nums.length\n1 <= n <= 10^4\n0 <= nums[i] <= n\nAll the numbers of nums are unique.",
        &[],
    ),
    (
        "List<List<Integer>> permute(int[] nums)",
        "1 <= nums.length <= 6\n-10 <= nums[i] <= 10\nAll the integers of nums are distinct.",
        &[],
    ),
    (
        "int ladderLength(string beginWord, string endWord, List<String> wordList)",
        "1 <= beginWord.length <= 10\nendWord.length == beginWord.length\n1 <= wordList.length <= 5000\nwordList[i].length == beginWord.length\nbeginWord, endWord, and wordList[i] consist of lowercase English letters.\nbeginWord != endWord\nAll the words in wordList are unique.",
        &[],
    ),
    (
        "string commonPrefix(string[] strs)",
        "1 <= strs.length <= 200\n0 <= strs[i].length <= 200\nstrs[i] consists of only lowercase English letters if it is non-empty.",
        &[],
    ),
    (
        "boolean wordPattern(string pattern, string s)",
        "1 <= pattern.length <= 300\npattern contains only lower-case English letters.\n1 <= s.length <= 3000\ns contains only lowercase English letters and spaces ' '.\ns does not contain any leading or trailing spaces.\nAll the words in s are separated by a single space.",
        &[],
    ),
    (
        "string reverseWords(string s, string t)",
        "1 <= s.length <= 10^4\ns contains English letters (upper-case and lower-case), digits, and spaces ' '.\nThere is at least one word in s.\n0 <= t.length <= 10\nt consists of any valid ascii character.",
        &[],
    ),
    (
        "TreeNode[] deleteNodes(TreeNode root, int[] to_delete)",
        "The number of nodes in the given tree is at most 1000.\nEach node has a distinct value between 1 and 1000.\nto_delete.length <= 1000\nto_delete contains distinct values between 1 and 1000.",
        &[],
    ),
    (
        "int[][] insert(int[][] intervals)",
        "0 <= intervals.length <= 10^4\nintervals[i].length == 2\n0 <= start_i <= end_i <= 10^5\nintervals is sorted by start_i in ascending order.",
        &[],
    ),
    ("int hammingWeight(int n)", "1 <= n <= 2^31 - 1", &[]),
    ("int reverse(int x)", "-2^31 <= x <= 2^31 - 1", &[]),
    (
        "double power(double x, int n)",
        "-100.0 < x < 100.0\n-2^31 <= n <= 2^31-1\nn is an integer.\nEither x is not zero or n > 0.\n-10^4 <= x^n <= 10^4",
        &[4, 5],
    ),
    (
        "double maxProbability(int n, int[][] edges, double[] succProb, int start, int end)",
        "2 <= n <= 10^4\n0 <= start, end < n\nstart != end\n0 <= a, b < n\na != b\n0 <= succProb.length == edges.length <= 2*10^4\n0 <= succProb[i] <= 1\nedges[i] = [a, b]\nThere is at most one edge between every two nodes.",
        &[9],
    ),
    (
        "int findPeak(int[] nums)",
        "1 <= nums.length <= 1000\n-2^31 <= nums[i] <= 2^31 - 1\nnums[i] != nums[i + 1] for all valid i.",
        &[],
    ),
    (
        "int[] topK(int[] nums, int k)",
        "1 <= nums.length <= 10^5\n-10^4 <= nums[i] <= 10^4\nk is in the range [1, the number of unique elements in the array].\nIt is guaranteed that the answer is unique.",
        &[3, 4],
    ),
    (
        "int jump(int[] nums)",
        "1 <= nums.length <= 10^4\n0 <= nums[i] <= 1000\nIt's guaranteed that you can reach nums[n - 1].",
        &[3],
    ),
    (
        "int coinChange(int[] coins, int amount)",
        "1 <= coins.length <= 12\n1 <= coins[i] <= 2^31 - 1\n0 <= amount <= 10^4",
        &[],
    ),
    (
        "boolean isValidSudoku(char[][] board)",
        "board.length == 9\nboard[i].length == 9\nboard[i][j] is a digit 1-9 or '.'.",
        &[],
    ),
    (
        "boolean exist(char[][] board, string word)",
        "m == board.length\nn = board[i].length\n1 <= m, n <= 6\n1 <= word.length <= 15\nboard and word consists of only lowercase and uppercase English letters.",
        &[],
    ),
    (
        "string predictParty(string senate)",
        "n == senate.length\n1 <= n <= 10^4\nsenate[i] is either 'R' or 'D'.",
        &[],
    ),
    (
        "string addBinary(string a, string b)",
        "1 <= a.length, b.length <= 10^4\na and b consist only of '0' or '1' characters.\nEach string does not contain leading zeros except for the zero itself.",
        &[3],
    ),
    (
        "string addStrings(string num1, string num2)",
        "1 <= num1.length, num2.length <= 10^4\nnum1 and num2 consist of only digits.",
        &[],
    ),
    (
        "boolean isPalindrome(string s)",
        "1 <= s.length <= 2 * 10^5\ns consists only of printable ASCII characters.",
        &[],
    ),
    (
        "int[] queries(int[] arr, int[][] queries)",
        "1 <= arr.length <= 3 * 10**4\n1 <= arr[i] <= 1e9\n1 <= queries.length <= 30,000\nqueries[i].length == 2\n0 <= lefti <= righti < arr.length",
        &[],
    ),
    (
        "boolean searchMatrix(int[][] matrix, int target)",
        "m == matrix.length\nn == matrix[i].length\n1 <= n, m <= 300\n-10^9 <= matrix[i][j] <= 10^9\nEach row is sorted in non-decreasing order.\n-10^9 <= target <= 10^9",
        &[],
    ),
    (
        "int closest(int[] arr, int k, int x)",
        "1 <= k <= arr.length\n1 <= arr.length <= 10^4\narr is sorted in ascending order.\n-10^4 <= arr[i], x <= 10^4",
        &[],
    ),
    (
        "int[] intersect(int[] arr1, int[] arr2)",
        "1 <= arr1.length, arr2.length <= 1000\n1 <= arr1[i], arr2[i] <= 2000\narr1 and arr2 are strictly increasing.",
        &[],
    ),
    (
        "boolean isSubtree(TreeNode root, TreeNode subRoot)",
        "The number of nodes in the root tree is in the range [1, 2000].\nThe number of nodes in the subRoot tree is in the range [1, 1000].\n-10^4 <= root.val <= 10^4\n-10^4 <= subRoot.val <= 10^4",
        &[],
    ),
    (
        "ListNode removeNth(ListNode head, int n)",
        "The number of nodes in the list is sz.\n1 <= sz <= 30\n0 <= Node.val <= 100\n1 <= n <= sz",
        &[],
    ),
    (
        "int[] nextLarger(int[] nums1, int[] nums2)",
        "1 <= nums1.length <= nums2.length <= 1000\n0 <= nums1[i], nums2[i] <= 10^4\nAll integers in nums1 and nums2 are unique.\nAll the integers of nums1 also appear in nums2.",
        &[4],
    ),
    (
        "int[] permutationIndex(int[] perm)",
        "n == perm.length\n1 <= n <= 10^5\nperm is a permutation of the integers in the range [1, n].",
        &[],
    ),
    (
        "int arrayNesting(int[] nums)",
        "1 <= nums.length <= 10^5\nnums is a permutation of the numbers in [0, 1, ..., nums.length - 1].",
        &[],
    ),
    (
        "int paths(int m, int n)",
        "1 <= m, n <= 100\nThe answer will be less than or equal to 2 * 10^9.",
        &[2],
    ),
    (
        "long kthFactor(long n, long k)",
        "1 <= k <= n <= 10^15",
        &[],
    ),
    (
        "int shortestPath(int[][] grid, int k)",
        "m == grid.length\nn == grid[i].length\n1 <= m, n <= 40\n1 <= k <= m * n\ngrid[i][j] is either 0 or 1.\ngrid[0][0] == grid[m - 1][n - 1] == 0",
        &[],
    ),
    (
        "boolean winner(string moves)",
        "1 <= moves.length <= 2 * 10^4\nmoves only contains the characters 'U', 'D', 'L' and 'R'.",
        &[],
    ),
    (
        "int finalValue(string[] operations)",
        "1 <= operations.length <= 100\noperations[i] will be either \"++X\", \"X++\", \"--X\", or \"X--\".",
        &[],
    ),
    (
        "int minPartitions(int[] nums, int k)",
        "$1 \\leq nums.length \\leq 20$\n$0 \\le nums[i] \\le 10^{7}$\n1 <= k <= min(50, nums.length)",
        &[],
    ),
    (
        "int[] sortArrayByParity(int[] nums)",
        "2 <= nums.length <= 2 * 10^4\nnums.length is even.\nHalf of the integers in nums are even.\n0 <= nums[i] <= 1000",
        &[3],
    ),
    (
        "int cross(int[][] points)",
        "1 <= points.length <= 300\npoints[i] == [xi, yi]\n-10^4 <= xi, yi <= 10^4\nAll the points are unique.",
        &[],
    ),
    (
        "int largestRectangle(string[] grid)",
        "1 <= grid.length <= 50\n1 <= grid[i].length <= 50\nAll strings in grid have the same length.\ngrid[i][j] is '#' or `.`.",
        &[],
    ),
    (
        "int minCost(int n, int[][] roads)",
        "2 <= n <= 10^5\n1 <= roads.length <= min(10^5, n * (n - 1) / 2)\nroads[i].length == 3\nroads[i] = [a_i, b_i, cost_i]\n1 <= ai < bi <= n\n1 <= cost_i <= 10^4\nThere are no repeated roads.",
        &[7],
    ),
    (
        "boolean canPlace(int[] flowerbed, int n)",
        "1 <= flowerbed.length <= 2 * 10^4\nflowerbed[i] is 0 or 1.\nThere are no two adjacent flowers in flowerbed.\n0 <= n <= flowerbed.length",
        &[3],
    ),
    (
        "char findExtra(string s, string t)",
        "0 <= s.length <= 1000\nt.length == s.length + 1\ns and t consist of lowercase English letters.",
        &[],
    ),
    (
        "char nextLetter(char[] letters, char target)",
        "2 <= letters.length <= 10^4\nletters[i] is a lowercase English letter.\nletters is sorted in non-decreasing order.\nletters contains at least two different characters.\ntarget is a lowercase English letter.",
        &[4],
    ),
    (
        "int[] parents(int[] parent, string s)",
        "n == parent.length == s.length\n1 <= n <= 10^5\n0 <= parent[i] <= n - 1 for all i >= 1\nparent[0] == -1\ns consists of only lowercase English letters.",
        &[3],
    ),
    (
        "boolean check(boolean[] flags, int k)",
        "1 <= len(flags) <= 1000\nk is between 1 and 10, inclusive",
        &[],
    ),
    (
        "int largestBits(int[] nums, int[] weights)",
        "1 <= nums.size() <= 50 and 1 <= nums[i] <= 9\nweights.size() == nums.size()\n0 <= weights[i] <= nums[i]; weights[i] % 2 == 0",
        &[],
    ),
    (
        "int triangle(List<List<Integer>> triangle)",
        "1 <= triangle.length <= 200\ntriangle[0].length == 1\ntriangle[i].length == triangle[i - 1].length + 1\n-10^4 <= triangle[i][j] <= 10^4",
        &[],
    ),
    (
        "boolean isSorted(int[][] matrix, string num, int n, long big)",
        "matrix is an m x k integer matrix.\n1 <= m, k <= 50\n-5 <= matrix[i][j] <= 100\nEach row is sorted in non-decreasing order.\n1 <= num.length <= 20\nnum consists of digits only and has no leading zeros.\nnum does not contain any leading zeros except for the number 0 itself.\n1 <= n <= 10^6\nn is a power of two.\n1 <= big <= 2^62\nThe answer is guaranteed to fit in a 32-bit integer.",
        &[6, 11],
    ),
    (
        "int packWords(string[] words, int width)",
        "1 <= words.length <= 1000\n0 <= words[i].length <= 100\nwords[i] consists of digits and lowercase letters.\nThe sum of words[i].length does not exceed 2000.\n1 <= width <= words.length",
        &[],
    ),
    (
        "boolean searchMatrix(int[][] matrix, int target)",
        "m == matrix.length\nn == matrix[i].length\n1 <= n, m <= 300\n-10^9 <= matrix[i][j] <= 10^9\nAll the integers in each row are sorted in ascending order.\nAll the integers in each column are sorted in ascending order.\n-10^9 <= target <= 10^9",
        &[],
    ),
];
