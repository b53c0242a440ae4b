// A sweep of two values for two architectures.
#pragma once

#include "core/bench/sweep.h"

namespace warpstage::bench {

inline Sweep two_points()
{
    Sweep sweep;
    sweep.lesson = "Coalescing";
    sweep.variant = "in[i + offset]";
    sweep.parameter = "offset";
    sweep.others = "n = 2048";
    sweep.engine.kind = engine::EngineKind::vm;
    sweep.engine.name = "virtual machine";
    sweep.architectures = { "CC 1.0", "CC 9.0" };
    for (const auto* const value : { "0", "1" }) {
        SweptPoint point { value, {}, { { 16, 64, 64 }, { 16, 72, 64 } } };
        point.line.time.samples = 3;
        point.line.time.median = std::chrono::microseconds { 5 };
        point.line.merit = 2e9;
        point.line.unit = "B/s";
        point.line.correct = true;
        sweep.points.push_back(point);
    }
    return sweep;
}

} // namespace warpstage::bench
