#include "app/stage/script/timings_line.h"

#include "core/base/json_text.h"
#include "core/base/verify.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace warpstage::stage {

namespace {

std::string_view name_of(engine::Sampling sampling)
{
    switch (sampling) {
    case engine::Sampling::every_step:
        return "every step";
    case engine::Sampling::while_drawing:
        return "while drawing";
    case engine::Sampling::quiet_step:
        return "quiet step";
    case engine::Sampling::quiet_series:
        return "quiet series";
    }
    VERIFY_NOT_REACHED();
}

} // namespace

std::string timings_line(const session::Snapshot& snapshot)
{
    const session::SetupSection& setup = *snapshot.setup;
    const session::TimingSection& timing = *snapshot.timing;
    const session::TimingSummary step = timing.of(setup.variant).timing;
    std::string parameters; // as `warpstage bench` writes them
    for (const session::ParameterView& parameter : setup.parameters)
        parameters += (parameters.empty() ? "" : " ") + parameter.id + "=" + parameter.value;
    auto works = nlohmann::ordered_json::array();
    for (const session::WorkView& work : timing.works)
        works.push_back({ { "kernel", work.label }, { "median_ns", work.timing.median.count() } });
    const nlohmann::ordered_json line {
        { "lesson", setup.lesson != nullptr ? setup.lesson->id : std::string {} },
        { "variant", setup.variant < setup.variants.size() ? setup.variants[setup.variant].id : std::string {} },
        { "parameters", parameters },
        { "engine", snapshot.device->engine.name },
        { "sampling", name_of(step.sampling) },
        { "samples", step.samples },
        { "median_ns", step.median.count() },
        { "minimum_ns", step.minimum.count() },
        { "maximum_ns", step.maximum.count() },
        { "rate", timing.merit },
        { "unit", timing.merit_unit },
        { "steps", timing.steps },
        { "works", works },
    };
    return json_text(line);
}

} // namespace warpstage::stage
