// Reads a byte in every 2 MiB of a large mapping: no page becomes resident, but each byte
// needs 4 KiB of page tables, 160 MiB in total, for a moment.
#include <sys/mman.h>
#include <unistd.h>
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {
    size_t size = 80UL << 30, step = 2UL << 20;
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
