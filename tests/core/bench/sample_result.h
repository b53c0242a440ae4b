// A small bench result with an example of everything that a table must show.
#pragma once

#include "core/bench/measured_variant.h"

namespace warpstage::bench {

inline MeasuredVariant sample_variant(const char* name, std::chrono::nanoseconds median)
{
    MeasuredVariant line;
    line.lesson = "reduction";
    line.variant = name;
    line.parameters = "n=1048576";
    line.problem = "n=1048576";
    line.time = { median * 9 / 10, median, median * 12 / 10, 21 };
    line.merit = 4194304.0 / std::chrono::duration<double>(median).count();
    line.unit = "B/s";
    line.launches = 1;
    line.correct = true;
    return line;
}

inline BenchResult sample_result()
{
    using namespace std::chrono_literals;
    BenchResult result { "warpstage 0.1.0", "NVIDIA H200", "CC 9.0, 132 SMs", false, {} };
    result.variants.push_back(sample_variant("reduce1", 100us));
    result.variants.push_back(sample_variant("reduce2", 50us));
    result.variants.back().in_cache = true;
    auto wrong = sample_variant("reduce3", 25us);
    wrong.correct = false;
    wrong.remark = "sum 7, expected 8";
    result.variants.push_back(wrong);
    MeasuredVariant refused;
    refused.lesson = "reduction";
    refused.variant = "reduce9";
    refused.parameters = "n=1048576";
    refused.remark = "too large, \"really\"";
    result.variants.push_back(refused);
    return result;
}

} // namespace warpstage::bench
