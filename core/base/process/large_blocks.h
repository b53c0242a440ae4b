// How this process keeps the memory that it has freed.
#pragma once

namespace warpstage {

// Blocks of 1 MiB or more go back to the system when they are freed. By default glibc does this only below a threshold that grows
// with each freed block up to 32 MiB: then freed buffers and recordings stay in the arenas of all threads for the rest of a
// lecture.
void return_large_blocks();

// Gives the free pages between blocks that are in use back to the system, in all arenas. Takes milliseconds.
void return_free_pages();

} // namespace warpstage
