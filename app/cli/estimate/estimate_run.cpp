#include "app/cli/estimate/estimate_run.h"

#include "app/cli/command_line.h"
#include "app/cli/progress.h"
#include "core/bench/estimate_variant.h"
#include "core/bench/measure_run.h"
#include "core/bench/measure_variant.h"
#include "core/problem/problem.h"

namespace warpstage::cli {

namespace {

// "n=1048576 block=256", the format of saved lines: every parameter, in the problem's order.
problem::Settings settings_of_line(const lesson::Lesson& lesson, problem::Settings settings, const std::string& text)
{
    const auto& parameters = lesson.problem->parameters();
    std::size_t at = 0;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const std::string key = parameters[i].id + "=";
        if (text.compare(at, key.size(), key) != 0)
            refuse(fmt::format("The parameters `{}` of the measured result do not match lesson `{}`. Measure again with "
                               "`warpstage bench --json`.",
                text, lesson.id));
        at += key.size();
        const auto next = i + 1 < parameters.size() ? text.find(" " + parameters[i + 1].id + "=", at) : std::string::npos;
        set_parameter(settings, lesson, parameters[i].id, text.substr(at, next == std::string::npos ? next : next - at));
        at = next == std::string::npos ? text.size() : next + 1;
    }
    return settings;
}

struct Estimated {
    std::shared_ptr<const lesson::Lesson> lesson;
    const problem::Variant* variant = nullptr;
    const bench::MeasuredVariant* measured = nullptr; // null: not measured
};

std::vector<Estimated> chosen_work(const EstimateOrder& order)
{
    std::vector<Estimated> chosen;
    for (const auto& lesson : order.lessons) {
        for (const auto& variant : lesson->variants) {
            if (!order.selects(variant.id) || lesson->problem->kernels(variant).empty())
                continue;
            const auto before = chosen.size();
            if (order.measured) {
                for (const auto& line : order.measured->variants)
                    if (line.lesson == lesson->id && line.variant == variant.id)
                        chosen.push_back({ lesson, &variant, &line });
            }
            if (chosen.size() == before)
                chosen.push_back({ lesson, &variant, nullptr });
        }
    }
    return chosen;
}

} // namespace

Result<arch::Architecture> parse_estimated_architecture(const std::string& text)
{
    return arch::parse_architecture(text);
}

arch::Architecture usual_architecture(const std::string& device)
{
    const auto* gpu = arch::find_gpu(device);
    if (gpu == nullptr)
        gpu = arch::find_gpu("H200");
    return { &arch::traits_of(gpu->capability), gpu };
}

bench::EstimateResult estimate_lessons(const Common& common, const EstimateOrder& order, const std::stop_token& stop)
{
    bench::EstimateResult result;
    result.program = program_version();
    const auto* const measured_gpu = order.measured ? arch::find_gpu(order.measured->engine) : nullptr;
    if (order.measured)
        result.measured_on = fmt::format("{} ({})", order.measured->engine, order.measured->engine_detail);
    for (const auto& architecture : order.architectures) {
        if (&architecture.assumed_gpu() == measured_gpu && !result.measured_gpu)
            result.measured_gpu = result.gpus.size();
        result.gpus.emplace_back(architecture.assumed_gpu().name);
    }
    const auto chosen = chosen_work(order);
    std::shared_ptr<const engine::VmPrograms> programs;
    Progress progress { chosen.size() };
    for (const auto& [lesson, variant, measured] : chosen) {
        if (stop.stop_requested())
            break;
        progress.begin(fmt::format("{} {}", lesson->id, variant->id));
        if (programs == nullptr || &programs->lesson() != lesson.get())
            programs = std::make_shared<const engine::VmPrograms>(lesson);
        auto settings = settings_of(common, *lesson, engine::EngineKind::gpu);
        if (measured != nullptr)
            settings = settings_of_line(*lesson, std::move(settings), measured->parameters);
        const auto of_run = [&order](const timing::EstimateRequest& request, const std::stop_token& stopping) {
            return timing::estimate_run(request, order.run, stopping);
        };
        auto line = bench::estimate_variant(programs, *variant, settings, order.architectures, stop, of_run);
        line.work *= order.run.steps;
        line.line.parameters += bench::words_of(order.run);
        if (measured != nullptr)
            line.line = *measured;
        if (!stop.stop_requested())
            result.variants.push_back(std::move(line));
    }
    return result;
}

bench::BenchResult estimate_or_measure(engine::Engine& engine, const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::vector<const problem::Variant*>& variants, const problem::Settings& settings,
    const arch::Architecture& architecture, std::uint32_t samples)
{
    const std::vector architectures { architecture };
    const auto programs = std::make_shared<const engine::VmPrograms>(lesson);
    bench::EstimateResult estimates { program_version(), {}, { std::string { architecture.assumed_gpu().name } }, {}, {} };
    for (const auto* variant : variants)
        if (!lesson->problem->kernels(*variant).empty())
            estimates.variants.push_back(bench::estimate_variant(programs, *variant, settings, architectures));
    auto result = bench::estimated_times(estimates, 0);
    engine::SeriesRequest request;
    request.samples = samples;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (!lesson->problem->kernels(*variants[i]).empty())
            continue;
        result.variants.insert(result.variants.begin() + static_cast<std::ptrdiff_t>(i),
            or_refuse(bench::measure_variant(engine, *lesson, *variants[i], settings, request, bench::Checking::unchecked)));
    }
    return result;
}

} // namespace warpstage::cli
