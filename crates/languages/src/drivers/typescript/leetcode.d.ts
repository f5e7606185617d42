// The classes that LeetCode makes available without an import.
import * as queues from '@datastructures-js/priority-queue';
import * as queue from '@datastructures-js/queue';
import * as deque from '@datastructures-js/deque';

declare global {
  // Before version 6 of the library, constructors took an options object, and two of the queue
  // classes returned `{ priority, element }`.
  class PriorityQueue<T = any> extends queues.PriorityQueue<T> {
    constructor(order?: ((a: T, b: T) => number) | { compare: (a: T, b: T) => number }, values?: T[]);
  }
  class MinPriorityQueue<T = any> extends queues.MinPriorityQueue<T> {
    constructor(order?: ((value: T) => any) | { priority: (value: T) => any }, values?: T[]);
    enqueue(value: T, priority?: number): any;
    front(): any;
    dequeue(): any;
  }
  class MaxPriorityQueue<T = any> extends queues.MaxPriorityQueue<T> {
    constructor(order?: ((value: T) => any) | { priority: (value: T) => any }, values?: T[]);
    enqueue(value: T, priority?: number): any;
    front(): any;
    dequeue(): any;
  }
  export import Queue = queue.Queue;
  export import Deque = deque.Deque;
}
