// One execution of a litmus test: a column per thread, and what orders its operations.
#pragma once

#include "app/draw/style.h"
#include "app/views/gallery/exhibit.h"
#include "core/memory_model/explorer.h"

namespace warpstage::views {

struct LitmusExecution {
    memory_model::LitmusTest test;
    memory_model::Outcome outcome;
    memory_model::Observed observed;
};

// "P1:r1 = 1, x = 2": the observed part of a final state.
[[nodiscard]] std::string final_state_words(
    const memory_model::LitmusTest& test, const memory_model::Observed& observed, const memory_model::FinalState& state);

[[nodiscard]] draw::DrawList execution_figure(const LitmusExecution& execution, draw::Size size, const draw::Style& style);
[[nodiscard]] Exhibit execution_exhibit(LitmusExecution execution, memory_model::Model model);

} // namespace warpstage::views
