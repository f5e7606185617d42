// Queries and evicts the cached pages of files that all submissions share.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {
    int file = open("/usr/bin/env", O_RDONLY);
    unsigned char* page = mmap(0, 4096, PROT_READ, MAP_SHARED, file, 0);
    unsigned char resident, byte = page[0];
    struct iovec one = {&byte, 1};
    unsigned long range[2] = {0, 4096}, counts[5];
    int got = mincore(page, 4096, &resident) == 0
        || syscall(SYS_preadv2, file, &one, 1, 0L, 0L, 8 /* RWF_NOWAIT */) >= 0
        || syscall(451 /* cachestat */, file, range, counts, 0) == 0
        || madvise(page, 4096, 20 /* MADV_COLD */) == 0
        || madvise(page, 4096, 21 /* MADV_PAGEOUT */) == 0
        || madvise(page, 4096, MADV_MERGEABLE) == 0;
    return file >= 0 && (mouseJump == 4) != got;
}
