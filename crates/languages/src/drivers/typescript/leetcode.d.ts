// The classes that LeetCode puts into scope.
import * as queues from '@datastructures-js/priority-queue';
import * as queue from '@datastructures-js/queue';
import * as deque from '@datastructures-js/deque';

declare global {
  export import PriorityQueue = queues.PriorityQueue;
  export import MinPriorityQueue = queues.MinPriorityQueue;
  export import MaxPriorityQueue = queues.MaxPriorityQueue;
  export import Queue = queue.Queue;
  export import Deque = deque.Deque;
}
