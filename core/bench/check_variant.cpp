#include "core/bench/check_variant.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace warpstage::bench {

bool shows_race(const problem::Variant& variant)
{
    const auto hazard = variant.settings.find("hazard");
    return hazard != variant.settings.end() && hazard->second == "race";
}

Result<problem::CheckOutcome> check_variant(
    engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings)
{
    auto made = lesson.problem->check_plan(variant, settings);
    if (!made)
        return made.error();
    const auto plan = std::make_shared<const problem::Plan>(std::move(*made));
    if (auto adopted = engine.adopt(plan, engine::Contents::initial); !adopted)
        return adopted.error();
    for (std::uint32_t step = 0; step < lesson.problem->check_steps(); ++step) {
        if (auto started = engine.start(); !started)
            return started.error();
        auto outcome = engine.wait();
        if (!outcome)
            return outcome.error();
        if (outcome->trap && outcome->trap->kind == simt::TrapKind::race && shows_race(variant))
            return problem::CheckOutcome { true, 0.0, 0.0, "the hazard it shows was found: " + outcome->trap->message };
        if (outcome->trap)
            return problem::CheckOutcome { false, 0.0, 0.0, outcome->trap->message };
    }
    std::vector<std::vector<std::byte>> contents;
    for (problem::BufferIndex i = 0; i < plan->buffers.size(); ++i) {
        contents.emplace_back(plan->buffers[i].bytes);
        if (auto read = engine.read(i, contents.back()); !read)
            return read.error();
    }
    return lesson.problem->check(*plan, settings, contents);
}

} // namespace warpstage::bench
