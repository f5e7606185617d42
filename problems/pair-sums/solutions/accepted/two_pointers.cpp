// Sorts the numbers and moves two pointers towards each other, past equal values.
class Solution {
public:
    vector<vector<int>> pairSums(vector<int>& numbers, int target) {
        ranges::sort(numbers);
        vector<vector<int>> pairs;
        int low = 0, high = static_cast<int>(numbers.size()) - 1;
        while (low < high) {
            const int sum = numbers[low] + numbers[high];
            if (sum == target && (pairs.empty() || pairs.back()[0] != numbers[low])) {
                pairs.push_back({numbers[low], numbers[high]});
            }
            if (sum <= target) {
                ++low;
            } else {
                --high;
            }
        }
        return pairs;
    }
};
