#pragma once

// An exported function; its name is that of the CUDA Runtime API or of the CUDA driver API.
#define WARPSTAGE_API extern "C" __attribute__((visibility("default")))
