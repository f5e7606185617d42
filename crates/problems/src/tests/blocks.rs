//! Samples of constraints in the style of public problems.

/// Each row has a signature and constraint lines. Lines after `? ` are not understood.
const CONSTRAINT_SAMPLES: &str = r#"
int maxArea(int[] height) | n == height.length | 2 <= n <= 10^5 | 0 <= height[i] <= 10^4
int[] pairWithSum(int[] nums, int target) | Constraints: |  | * `2 <= nums.length <= 10<sup>4</sup>` | * `-10<sup>9</sup> <= nums[i] <= 10<sup>9</sup>` | * `-10<sup>9</sup> <= target <= 10<sup>9</sup>` | ? * **Only one valid answer exists.**
int search(int[] nums, int target) | 1 ≤ nums.length ≤ 10⁴ | −10⁴ < nums[i], target < 10⁴ | All the integers in nums are unique. | nums is sorted in ascending order.
boolean isValid(string s) | <li><code>1 &lt;= s.length &lt;= 10<sup>4</sup></code></li> | <li><code>s</code> consists of parentheses only <code>'()[]{}'</code>.</li>
boolean isAnagram(string s, string t) | - `1 <= s.length, t.length <= 5 * 10^4` | - `s` and `t` consist of lowercase English letters.
int longestUnique(string s) | • 0 <= s.length <= 5 * 10^4 | • s consists of English letters, digits, symbols and spaces.
ListNode merge(ListNode list1, ListNode list2) | The number of nodes in both lists is in the range `[0, 50]`. | `-100 <= Node.val <= 100` | Both `list1` and `list2` are sorted in **non-decreasing** order.
ListNode mergeAll(ListNode[] lists) | k == lists.length | 0 <= k <= 10^2 | 0 <= lists[i].length <= 50 | -10^4 <= lists[i][j] <= 10^4 | lists[i] is sorted in ascending order. | The sum of lists[i].length will not exceed 10^4.
int maxDepth(TreeNode root) | The number of nodes in the tree is in the range [0, 10^4]. | -100 <= Node.val <= 100
int kthSmallest(TreeNode root, int k) | The number of nodes in the tree is n. | 1 <= k <= n <= 10^3 | 0 <= Node.val <= 10^4 | The tree is a binary search tree.
TreeNode remove(TreeNode root, int key) | The number of nodes in the tree is in the range [0, 1000]. | -10^5 <= Node.val <= 10^5 | Each node has a unique value. | root is a valid binary search tree. | -10^5 <= key <= 10^5
int numIslands(char[][] grid) | m == grid.length | n == grid[i].length | 1 <= m, n <= 300 | grid[i][j] is '0' or '1'.
int orangesRotting(int[][] grid) | m == grid.length | n == grid[i].length | 1 <= m, n <= 10 | grid[i][j] is 0, 1, or 2.
void rotate(int[][] matrix) | n == matrix.length == matrix[i].length | 1 <= n <= 20 | -1000 <= matrix[i][j] <= 1000
boolean canFinish(int numCourses, int[][] prerequisites) | 1 <= numCourses <= 2000 | 0 <= prerequisites.length <= 5000 | prerequisites[i].length == 2 | 0 <= ai, bi < numCourses | All the pairs prerequisites[i] are unique.
int networkDelay(int[][] times, int n, int k) | times[i] = [u_i, v_i, w_i] | 1 <= k <= n <= 100 | 1 <= times.length <= 6000 | times[i].length == 3 | 1 <= ui, vi <= n | ui != vi | 0 <= wi <= 100 | All the pairs (ui, vi) are unique. (i.e., no multiple edges.)
int[][] mergeIntervals(int[][] intervals) | 1 <= intervals.length <= 10^4 | intervals[i].length == 2 | 0 <= starti <= endi <= 10^4
int minRooms(int[] start, int[] end) | n == start.length == end.length | 1 <= n <= 1000 | 0 <= start[i] < end[i] <= 10^6
void mergeInto(int[] nums1, int m, int[] nums2, int n) | nums1.length == m + n | nums2.length == n | 0 <= m, n <= 200 | 1 <= m + n <= 200 | -10^9 <= nums1[i], nums2[j] <= 10^9
int findDuplicate(int[] nums) | 1 <= n <= 10^5 | nums.length == n + 1 | 1 <= nums[i] <= n | ? All the integers in nums appear only once except for precisely one integer which appears two or more times.
int[] shuffle(int[] nums, int n) | 1 <= n <= 500 | nums.length == 2n | 1 <= nums[i] <= 10^3
int missingNumber(int[] nums) | n == nums.length | 1 <= n <= 10^4 | 0 <= nums[i] <= n | All the numbers of nums are unique.
List<List<Integer>> permute(int[] nums) | 1 <= nums.length <= 6 | -10 <= nums[i] <= 10 | All the integers of nums are distinct.
int ladderLength(string beginWord, string endWord, List<String> wordList) | 1 <= beginWord.length <= 10 | endWord.length == beginWord.length | 1 <= wordList.length <= 5000 | wordList[i].length == beginWord.length | beginWord, endWord, and wordList[i] consist of lowercase English letters. | beginWord != endWord | All the words in wordList are unique.
string commonPrefix(string[] strs) | 1 <= strs.length <= 200 | 0 <= strs[i].length <= 200 | strs[i] consists of only lowercase English letters if it is non-empty.
boolean wordPattern(string pattern, string s) | 1 <= pattern.length <= 300 | pattern contains only lower-case English letters. | 1 <= s.length <= 3000 | s contains only lowercase English letters and spaces ' '. | s does not contain any leading or trailing spaces. | All the words in s are separated by a single space.
string reverseWords(string s, string t) | 1 <= s.length <= 10^4 | s contains English letters (upper-case and lower-case), digits, and spaces ' '. | There is at least one word in s. | 0 <= t.length <= 10 | t consists of any valid ascii character.
TreeNode[] deleteNodes(TreeNode root, int[] to_delete) | The number of nodes in the given tree is at most 1000. | Each node has a distinct value between 1 and 1000. | to_delete.length <= 1000 | to_delete contains distinct values between 1 and 1000.
List<String> itinerary(List<List<String>> tickets) | 1 <= tickets.length <= 300 | tickets[i].length == 2 | fromi.length == 3 | toi.length == 3 | fromi and toi consist of uppercase English letters. | fromi != toi
int cheapest(int n, int[][] flights) | 1 <= n <= 100 | 0 <= flights.length <= (n * (n - 1) / 2) | flights[i].length == 3 | 0 <= fromi, toi < n | fromi != toi | 1 <= pricei <= 10^4 | There will not be any multiple flights between two cities.
int[] findRight(int[][] intervals) | 1 <= intervals.length <= 2 * 10^4 | intervals[i].length == 2 | -10^6 <= starti <= endi <= 10^6 | All the values of starti are unique.
int findCircleNum(int[][] isConnected) | 1 <= n <= 200 | n == isConnected.length | n == isConnected[i].length | isConnected[i][j] is 1 or 0. | isConnected[i][i] == 1 | isConnected[i][j] == isConnected[j][i]
int[][] insert(int[][] intervals) | 0 <= intervals.length <= 10^4 | intervals[i].length == 2 | 0 <= start_i <= end_i <= 10^5 | intervals is sorted by start_i in ascending order.
int hammingWeight(int n) | 1 <= n <= 2^31 - 1
int reverse(int x) | -2^31 <= x <= 2^31 - 1
double power(double x, int n) | -100.0 < x < 100.0 | -2^31 <= n <= 2^31-1 | n is an integer. | ? Either x is not zero or n > 0. | ? -10^4 <= x^n <= 10^4
double maxProbability(int n, int[][] edges, double[] succProb, int start, int end) | 2 <= n <= 10^4 | 0 <= start, end < n | start != end | 0 <= a, b < n | a != b | 0 <= succProb.length == edges.length <= 2*10^4 | 0 <= succProb[i] <= 1 | edges[i] = [a, b] | There is at most one edge between every two nodes.
int findPeak(int[] nums) | 1 <= nums.length <= 1000 | -2^31 <= nums[i] <= 2^31 - 1 | nums[i] != nums[i + 1] for all valid i.
int[] topK(int[] nums, int k) | 1 <= nums.length <= 10^5 | -10^4 <= nums[i] <= 10^4 | ? k is in the range [1, the number of unique elements in the array]. | ? It is guaranteed that the answer is unique.
int jump(int[] nums) | 1 <= nums.length <= 10^4 | 0 <= nums[i] <= 1000 | ? It's guaranteed that you can reach nums[n - 1].
int coinChange(int[] coins, int amount) | 1 <= coins.length <= 12 | 1 <= coins[i] <= 2^31 - 1 | 0 <= amount <= 10^4
boolean isValidSudoku(char[][] board) | board.length == 9 | board[i].length == 9 | board[i][j] is a digit 1-9 or '.'.
boolean exist(char[][] board, string word) | m == board.length | n = board[i].length | 1 <= m, n <= 6 | 1 <= word.length <= 15 | board and word consists of only lowercase and uppercase English letters.
string predictParty(string senate) | n == senate.length | 1 <= n <= 10^4 | senate[i] is either 'R' or 'D'.
string addBinary(string a, string b) | 1 <= a.length, b.length <= 10^4 | a and b consist only of '0' or '1' characters. | ? Each string does not contain leading zeros except for the zero itself.
string addStrings(string num1, string num2) | 1 <= num1.length, num2.length <= 10^4 | num1 and num2 consist of only digits.
boolean isPalindrome(string s) | 1 <= s.length <= 2 * 10^5 | s consists only of printable ASCII characters.
int[] queries(int[] arr, int[][] queries) | 1 <= arr.length <= 3 * 10**4 | 1 <= arr[i] <= 1e9 | 1 <= queries.length <= 30,000 | queries[i].length == 2 | 0 <= lefti <= righti < arr.length
boolean searchMatrix(int[][] matrix, int target) | m == matrix.length | n == matrix[0].length | 1 <= n, m <= 300 | -10^9 <= matrix[i][j] <= 10^9 | Each row is sorted in non-decreasing order. | -10^9 <= target <= 10^9
int closest(int[] arr, int k, int x) | 1 <= k <= arr.length | 1 <= arr.length <= 10^4 | arr is sorted in ascending order. | -10^4 <= arr[i], x <= 10^4
int[] intersect(int[] arr1, int[] arr2) | 1 <= arr1.length, arr2.length <= 1000 | 1 <= arr1[i], arr2[i] <= 2000 | arr1 and arr2 are strictly increasing.
boolean isSubtree(TreeNode root, TreeNode subRoot) | The number of nodes in the root tree is in the range [1, 2000]. | The number of nodes in the subRoot tree is in the range [1, 1000]. | -10^4 <= root.val <= 10^4 | -10^4 <= subRoot.val <= 10^4
ListNode removeNth(ListNode head, int n) | The number of nodes in the list is sz. | 1 <= sz <= 30 | 0 <= Node.val <= 100 | 1 <= n <= sz
int[] nextLarger(int[] nums1, int[] nums2) | 1 <= nums1.length <= nums2.length <= 1000 | 0 <= nums1[i], nums2[i] <= 10^4 | All integers in nums1 and nums2 are unique. | ? All the integers of nums1 also appear in nums2.
int[] permutationIndex(int[] perm) | n == perm.length | 1 <= n <= 10^5 | perm is a permutation of the integers in the range [1, n].
int arrayNesting(int[] nums) | 1 <= nums.length <= 10^5 | nums is a permutation of the numbers in [0, 1, ..., nums.length - 1].
int paths(int m, int n) | 1 <= m, n <= 100 | ? The answer will be less than or equal to 2 * 10^9.
long kthFactor(long n, long k) | 1 <= k <= n <= 10^15
int shortestPath(int[][] grid, int k) | m == grid.length | n == grid[i].length | 1 <= m, n <= 40 | 1 <= k <= m * n | grid[i][j] is either 0 or 1. | grid[0][0] == grid[m - 1][n - 1] == 0
boolean winner(string moves) | 1 <= moves.length <= 2 * 10^4 | moves only contains the characters 'U', 'D', 'L' and 'R'.
int finalValue(string[] operations) | 1 <= operations.length <= 100 | operations[i] will be either "++X", "X++", "--X", or "X--".
int minPartitions(int[] nums, int k) | $1 \leq nums.length \leq 20$ | $0 \le nums[i] \le 10^{7}$ | 1 <= k <= min(50, nums.length)
int[] sortArrayByParity(int[] nums) | 2 <= nums.length <= 2 * 10^4 | nums.length is even. | ? Half of the integers in nums are even. | 0 <= nums[i] <= 1000
int cross(int[][] points) | 1 <= points.length <= 300 | points[i] == [xi, yi] | -10^4 <= xi, yi <= 10^4 | All the points are unique.
int largestRectangle(string[] grid) | 1 <= grid.length <= 50 | 1 <= grid[i].length <= 50 | All strings in grid have the same length. | grid[i][j] is '#' or `.`.
int minCost(int n, int[][] roads) | 2 <= n <= 10^5 | 1 <= roads.length <= min(10^5, n * (n - 1) / 2) | roads[i].length == 3 | roads[i] = [a_i, b_i, cost_i] | 1 <= ai < bi <= n | 1 <= cost_i <= 10^4 | There are no repeated roads.
boolean canPlace(int[] flowerbed, int n) | 1 <= flowerbed.length <= 2 * 10^4 | flowerbed[i] is 0 or 1. | ? There are no two adjacent flowers in flowerbed. | 0 <= n <= flowerbed.length
char findExtra(string s, string t) | 0 <= s.length <= 1000 | t.length == s.length + 1 | s and t consist of lowercase English letters.
char nextLetter(char[] letters, char target) | 2 <= letters.length <= 10^4 | letters[i] is a lowercase English letter. | letters is sorted in non-decreasing order. | ? letters contains at least two different characters. | target is a lowercase English letter.
int[] parents(int[] parent, string s) | n == parent.length == s.length | 1 <= n <= 10^5 | 0 <= parent[i] <= n - 1 for all i >= 1 | parent[0] == -1 | s consists of only lowercase English letters.
boolean check(boolean[] flags, int k) | 1 <= len(flags) <= 1000 | k is between 1 and 10, inclusive
int largestBits(int[] nums, int[] weights) | 1 <= nums.size() <= 50 and 1 <= nums[i] <= 9 | weights.size() == nums.size() | 0 <= weights[i] <= nums[i]; weights[i] % 2 == 0
int triangle(List<List<Integer>> triangle) | 1 <= triangle.length <= 200 | triangle[0].length == 1 | triangle[i].length == triangle[i - 1].length + 1 | -10^4 <= triangle[i][j] <= 10^4
boolean isSorted(int[][] matrix, string num, int n, long big) | matrix is an m x k integer matrix. | 1 <= m, k <= 50 | -5 <= matrix[i][j] <= 100 | Each row is sorted in non-decreasing order. | 1 <= num.length <= 20 | num consists of digits only and has no leading zeros. | num does not contain any leading zeros except for the number 0 itself. | 1 <= n <= 10^6 | n is a power of two. | 1 <= big <= 2^62 | ? The answer is guaranteed to fit in a 32-bit integer.
int packWords(string[] words, int width) | 1 <= words.length <= 1000 | 0 <= words[i].length <= 100 | words[i] consists of digits and lowercase letters. | The sum of words[i].length does not exceed 2000. | 1 <= width <= words.length
boolean searchMatrix(int[][] matrix, int target) | m == matrix.length | n == matrix[i].length | 1 <= n, m <= 300 | -10^9 <= matrix[i][j] <= 10^9 | All the integers in each row are sorted in ascending order. | All the integers in each column are sorted in ascending order. | -10^9 <= target <= 10^9
"#;

/// A signature, its constraints, and the numbers of the lines that are not understood.
pub(super) type Block = (&'static str, String, Vec<usize>);

pub(super) fn blocks() -> impl Iterator<Item = Block> {
    CONSTRAINT_SAMPLES.lines().skip(1).map(|row| {
        let mut cells = row.split(" | ");
        let signature = cells.next().unwrap();
        let lines: Vec<&str> = cells.collect();
        let unclear = (1..).zip(&lines).filter(|(_, line)| line.starts_with("? "));
        let unclear = unclear.map(|(number, _)| number).collect();
        let lines: Vec<&str> = lines.iter().map(|it| it.trim_start_matches("? ")).collect();
        (signature, lines.join("\n"), unclear)
    })
}
