#include "core/bench/check_variant.h"

#include "core/engine/variant_run.h"

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace warpstage::bench {

Result<VariantCheck> check_variant(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, Fault fault)
{
    if (engine.description().kind == engine::EngineKind::gpu && engine::stops_gpu(variant))
        return VariantCheck { { true, 0.0, 0.0,
            "not launched: the fault that this variant shows would end the use of the GPU" } };
    auto made = lesson.problem->check_plan(variant, settings);
    if (!made)
        return made.error();
    made->variant = variant.id;
    const auto plan = std::make_shared<const problem::Plan>(std::move(*made));
    if (auto adopted = engine.adopt(plan, engine::Contents::initial); !adopted)
        return adopted.error();
    for (std::uint32_t step = 0; step < lesson.problem->check_steps(); ++step) {
        if (auto started = engine.start(); !started)
            return started.error();
        auto outcome = engine.wait();
        if (!outcome)
            return outcome.error();
        if (outcome->trap && engine::is_expected(variant, *outcome->trap))
            return VariantCheck { { true, 0.0, 0.0, "expected fault detected: " + outcome->trap->message } };
        if (outcome->trap)
            return VariantCheck { { false, 0.0, 0.0, outcome->trap->message }, true };
    }
    if (fault == Fault::required)
        return VariantCheck { { false, 0.0, 0.0, fmt::format("expected fault `{}` not detected", variant.expects) } };
    std::vector<std::vector<std::byte>> contents;
    for (problem::BufferIndex i = 0; i < plan->buffers.size(); ++i) {
        contents.emplace_back(plan->buffers[i].bytes);
        if (auto read = engine.read(i, contents.back()); !read)
            return read.error();
    }
    VariantCheck outcome { lesson.problem->check(*plan, settings, contents) };
    if (variant.expects == problem::kWrongResult) {
        // With few elements an incorrect kernel may give a correct result.
        outcome.sentence = fmt::format("{}: {}",
            outcome.passed ? "correct with these parameters, wrong with others" : "wrong, as expected", outcome.sentence);
        outcome.passed = true;
    } else if (!outcome.passed && variant.expects_fault()) {
        outcome.passed = true;
        outcome.sentence = fmt::format(
            "wrong result, possibly caused by the {} that this variant demonstrates: {}", variant.expects, outcome.sentence);
    }
    return outcome;
}

} // namespace warpstage::bench
