// Burns a CPU time that it is told, and says so: for each line "<kind>
// <microseconds>" on standard input one line on descriptor 3. Kinds: one
// thread (o), two threads with half each (t), a child process (c).
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *burn(void *nanoseconds) {
    long long end = now() + *(long long *)nanoseconds;
    while (now() < end) {
    }
    return NULL;
}

int main(void) {
    char kind;
    long long micros;
    while (scanf(" %c %lld", &kind, &micros) == 2) {
        long long nanos = micros * 1000;
        if (kind == 'o') {
            burn(&nanos);
        } else if (kind == 't') {
            nanos /= 2;
            pthread_t other;
            pthread_create(&other, NULL, burn, &nanos);
            burn(&nanos);
            pthread_join(other, NULL);
        } else {
            pid_t child = fork();
            if (child == 0) {
                burn(&nanos);
                _exit(0);
            }
            waitpid(child, NULL, 0);
        }
        if (write(3, "ok\n", 3) != 3) {
            return 1;
        }
    }
    return 0;
}
