// Why a launch takes its time: its time as a bar, below it each cause with the time that remains without it, and what to change.
// While advice is tried, also its changed lines, and the time before.
#pragma once

#include "app/views/drawing.h"
#include "core/timing/advice/advice.h"

namespace warpstage::views {

struct WhyInput {
    std::shared_ptr<const timing::Why> why; // never null
    const std::vector<std::string>* source = nullptr; // lines of the kernel's file; null: unknown
    std::uint32_t line = 0; // the selected one; 0: none
    const lesson::Lesson* lesson = nullptr; // whose variants may show the advice; null: none
    bool can_try = false; // advice with an edit has a button
    const session::AdviceTrial* trial = nullptr; // null: none
    std::chrono::nanoseconds measured { 0 }; // with the adopted edit; 0: not measured
};

[[nodiscard]] DrawList why_figure(const WhyInput& input, Size size, const Style& style);

} // namespace warpstage::views
