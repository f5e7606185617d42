// Sets a process name that is not UTF-8, so that its line in /proc cannot be parsed as text,
// and uses 200 MiB of page tables for a moment.
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {
    prctl(PR_SET_NAME, "\xff");
    size_t size = 100UL << 30, step = 2UL << 20;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char* memory = mmap(0, size, PROT_READ, flags, -1, 0);
    if (memory == MAP_FAILED) return mouseJump != 4;
    madvise(memory, size, MADV_NOHUGEPAGE);
    volatile char sink = 0;
    for (size_t at = 0; at < size; at += step) sink += memory[at];
    usleep(20000);
    munmap(memory, size);
    return mouseJump == 4;
}
