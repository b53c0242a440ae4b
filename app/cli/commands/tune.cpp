// `warpstage tune`: searches the tunable parameters of a variant and keeps the best.
#include "core/bench/tune.h"

#include "app/cli/command.h"
#include "app/cli/estimate/estimate_run.h"
#include "app/cli/progress.h"
#include "core/bench/estimate_variant.h"

namespace warpstage::cli {

namespace {

struct TuneOptions {
    std::string lesson;
    std::string variant;
    std::uint32_t repeat = 21; // samples of the best ones
    bool keep = true; // in the user's settings
    std::optional<arch::Architecture> architecture; // that the virtual machine's times are estimated for; nothing: the usual one
};

std::string values_text(const lesson::ParameterValues& values)
{
    std::string text;
    for (const auto& [id, value] : values)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", id, value);
    return text;
}

// How long the variant takes on the GPU with these settings, by the SM model.
bench::MeasuredVariant estimated_line(const std::shared_ptr<const engine::VmPrograms>& programs, const problem::Variant& variant,
    const problem::Settings& settings, const arch::Architecture& architecture)
{
    const std::vector architectures { architecture };
    bench::EstimateResult result { {}, {}, { std::string { architecture.assumed_gpu().name } }, {}, {} };
    result.variants.push_back(bench::estimate_variant(programs, variant, settings, architectures));
    return bench::estimated_times(result, 0).variants.front();
}

// Whose times they are.
std::string origin_of(
    const bench::TuneRequest& request, const engine::Description& machine, const arch::Architecture& architecture)
{
    if (request.estimate)
        return fmt::format("; times are estimated for {} by the SM model, not measured", architecture.assumed_gpu().name);
    return machine.kind == engine::EngineKind::gpu ? "" : "; times are the virtual machine's own and not those of a GPU";
}

int tune(const Common& common, const TuneOptions& options)
{
    const auto lesson = find_lesson(common, options.lesson);
    const auto& variant = find_variant(*lesson, options.variant);
    const auto engine = engine_for(common);
    const auto& machine = engine->description();
    const auto settings = settings_of(common, *lesson, machine.kind);
    or_refuse(engine->load(lesson));

    // Not what was found before: that is among the combinations anyway.
    const auto suited = suited_settings(common, *lesson, variant, settings, machine, {});
    bench::TuneRequest request;
    request.first.samples = 5;
    request.first.budget = std::chrono::seconds(1);
    request.second.samples = options.repeat;
    if (options.architecture && machine.kind == engine::EngineKind::gpu)
        refuse("`--arch` is for estimated times, and here a GPU measures: add `--engine vm`.");
    const auto architecture = options.architecture.value_or(usual_architecture({}));
    if (machine.kind == engine::EngineKind::vm) {
        const auto programs = std::make_shared<const engine::VmPrograms>(lesson);
        // A variant that cannot be estimated is as fast as the virtual machine.
        if (estimated_line(programs, variant, suited.settings, architecture).time.samples > 0)
            request.estimate = [programs, &variant, architecture](const problem::Settings& of) {
                return estimated_line(programs, variant, of, architecture);
            };
    }
    Progress progress { 0 };
    request.progress = [&](std::size_t /*tried*/, std::size_t total) {
        progress.set_total(total);
        progress.begin(fmt::format("{} {}", lesson->id, variant.id));
    };
    const auto result = or_refuse(bench::tune(*engine, *lesson, variant, suited.settings, set_ids(common), request));
    const auto best = bench::tuned_variant(result, *lesson, variant, machine);
    fmt::print("{} ({}){}; the fastest were checked{}{}\n\n{}", machine.name, machine.detail,
        origin_of(request, machine, architecture), result.checked_with.empty() ? "" : " with ", result.checked_with,
        bench::to_table(result, request.estimate ? bench::TimeKind::estimated : bench::TimeKind::measured));
    if (result.impossible > 0)
        fmt::print("{} combinations do not fit together\n", result.impossible);
    fmt::print("\nbest for {} of lesson {}, n in {}: {}\n", best.variant, best.lesson, best.size, values_text(best.values));
    if (!options.keep)
        return kSuccess;
    fmt::print("kept in {}\n", keep_tuned(best).string());
    return kSuccess;
}

} // namespace

void add_tune(CommandLine& line)
{
    auto& app =
        line.add("tune", "Searches a variant's tunable parameters and keeps the fastest in the user's settings, for later runs");
    auto& options = line.options_of(app, tune);
    add_variant(app, options.lesson, options.variant);
    add_repeat(app, options.repeat, "Samples of the best combinations, of which median, minimum and maximum are shown");
    add_parsed(
        app, "--arch", options.architecture,
        [](const std::string& text) -> Result<std::optional<arch::Architecture>> {
            auto architecture = parse_estimated_architecture(text);
            if (!architecture)
                return architecture.error();
            return std::optional { *architecture };
        },
        "GPU or compute capability to estimate times for on the virtual machine, as in GTX280 (default: H200)");
    app.add_flag("!--no-keep", options.keep, "Show the table, and leave the user's settings as they are");
}

} // namespace warpstage::cli
