// Whether the program was compiled for a default stream per thread: not 0 after per_thread.c has called a function for it.
#pragma once

extern "C" {
extern __attribute__((visibility("hidden"))) char warpstage_uses_stream_per_thread;
}
