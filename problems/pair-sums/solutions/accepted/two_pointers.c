// Sorts the numbers and moves two pointers towards each other, past equal values.
static int ascending(const void* left, const void* right) {
    return *(const int*)left - *(const int*)right;
}

int** pairSums(int* numbers, int numbersSize, int target, int* returnSize, int** returnColumnSizes) {
    qsort(numbers, numbersSize, sizeof *numbers, ascending);
    int** pairs = malloc(numbersSize * sizeof *pairs);
    *returnSize = 0;
    for (int low = 0, high = numbersSize - 1; low < high;) {
        const int sum = numbers[low] + numbers[high];
        if (sum == target && (*returnSize == 0 || pairs[*returnSize - 1][0] != numbers[low])) {
            int* pair = malloc(2 * sizeof *pair);
            pair[0] = numbers[low];
            pair[1] = numbers[high];
            pairs[(*returnSize)++] = pair;
        }
        if (sum <= target) {
            ++low;
        } else {
            --high;
        }
    }
    *returnColumnSizes = malloc(numbersSize * sizeof **returnColumnSizes);
    for (int i = 0; i < *returnSize; ++i) (*returnColumnSizes)[i] = 2;
    return pairs;
}
