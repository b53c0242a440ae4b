// The test interface of the fake CUPTI, a replacement for libcupti that counts the fake driver's launches.
//
// The environment variable WARPSTAGE_FAKE_CUPTI holds switches, read at every call, separated by spaces:
//   fail=cuptiRangeProfilerEnable:35    every call of it answers 35
//   once=cuptiRangeProfilerSetConfig:7  the next call of it answers 7, if none has since fake_cupti_begin()
//   unknown=NAME                        a counter that the chip does not have
//   unsupported=vGpu                    architecture, sli, vGpu, confidentialCompute, cmp or wsl: why the GPU has no counters
//   disabled=vGpu                       virtual, and not enabled
//   unseen=1                            so many launches escape it
#pragma once

extern "C" {
// Resets all state, as in a new process.
void fake_cupti_begin();
// Calls out of order or with structures of the wrong size, one per line; empty if there are none.
const char* fake_cupti_violations();
// Number of enabled profilers and of live host objects.
int fake_cupti_live_objects();
}
