# Prints numbers of which at least two add up to the target, because most random targets are the sum
# of no pair. The argument is the seed.
import json
import random
import sys

random.seed(int(sys.argv[1]))
length = random.randint(2, random.choice([6, 50, 1000]))
largest = random.choice([3, 30, 1000])
numbers = [random.randint(-largest, largest) for _ in range(length)]
target = sum(random.sample(numbers, 2))
print(json.dumps([numbers, target]))
