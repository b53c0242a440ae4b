// The functions that a program calls which was compiled for a default stream per thread. They are the same functions, because every
// operation has finished when its call returns; the device only learns that the null stream is not the one that waits for all others.
// Without a frame, so that all arguments stay where they are.
#define PER_THREAD(plain, name)                                                                                                  \
    __asm__(".globl " #name "\n"                                                                                                 \
            ".type " #name ", @function\n" #name ":\n"                                                                           \
            "movb $1, warpstage_uses_stream_per_thread(%rip)\n"                                                                  \
            "jmp " #plain "\n"                                                                                                   \
            ".size " #name ", . - " #name "\n");
__asm__(".text\n");
#include "per_thread.inc"
