// `warpstage tune`: finds the fastest values of a variant's tunable parameters and stores them.
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
    std::uint32_t repeat = 21; // samples of the best combinations
    bool keep = true; // in the user's settings
    std::optional<arch::Architecture> architecture; // architecture to estimate for on the virtual machine; nothing: the default
};

std::string values_text(const lesson::ParameterValues& values)
{
    std::string text;
    for (const auto& [id, value] : values)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", id, value);
    return text;
}

// Time of the variant on the GPU with these settings, estimated by the SM model.
bench::MeasuredVariant estimated_line(const std::shared_ptr<const engine::VmPrograms>& programs, const problem::Variant& variant,
    const problem::Settings& settings, const arch::Architecture& architecture)
{
    const std::vector architectures { architecture };
    bench::EstimateResult result { {}, {}, { std::string { architecture.assumed_gpu().name } }, {}, {} };
    result.variants.push_back(bench::estimate_variant(programs, variant, settings, architectures));
    return bench::estimated_times(result, 0).variants.front();
}

// Origin of the times.
std::string origin_of(
    const bench::TuneRequest& request, const engine::Description& machine, const arch::Architecture& architecture)
{
    if (request.estimate)
        return fmt::format("; times are estimated for {} by the SM model, not measured", architecture.assumed_gpu().name);
    return machine.kind == engine::EngineKind::gpu ? "" : "; times are emulated on the virtual machine, not GPU times";
}

// The sizes to which a result applies; see lesson::size_class().
std::string sizes_text(const std::string& size_class)
{
    const auto power = size_class.substr(0, size_class.find(' '));
    const auto type = size_class.size() > power.size() ? "," + size_class.substr(power.size()) : std::string {};
    return (power == "any" ? "all sizes" : fmt::format("n from {} to less than twice that number", power)) + type;
}

int tune(const Common& common, const TuneOptions& options)
{
    const auto lesson = find_lesson(common, options.lesson);
    const auto& variant = find_variant(*lesson, options.variant);
    const auto engine = engine_for(common);
    const auto& machine = engine->description();
    const auto settings = settings_of(common, *lesson, machine.kind);
    or_refuse(engine->load(lesson));

    // Starts from the untuned settings: the stored ones are among the combinations.
    const auto suited = suited_settings(common, *lesson, variant, settings, machine, {});
    bench::TuneRequest request;
    request.first.samples = 5;
    request.first.budget = std::chrono::seconds(1);
    request.second.samples = options.repeat;
    if (options.architecture && machine.kind == engine::EngineKind::gpu)
        refuse("`--arch` applies to estimated times only. Add `--engine vm`.");
    const auto architecture = options.architecture.value_or(usual_architecture({}));
    if (machine.kind == engine::EngineKind::vm) {
        const auto programs = std::make_shared<const engine::VmPrograms>(lesson);
        // For a variant that cannot be estimated, the emulated time is used.
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
    fmt::print("{} ({}){}; results of the fastest combinations verified{}{}\n\n{}", machine.name, machine.detail,
        origin_of(request, machine, architecture), result.checked_with.empty() ? "" : " with ", result.checked_with,
        bench::to_table(result, request.estimate ? bench::TimeKind::estimated : bench::TimeKind::measured));
    if (result.impossible > 0)
        fmt::print("{} invalid combinations skipped\n", result.impossible);
    fmt::print(
        "\nbest for {} of lesson {} ({}): {}\n", best.variant, best.lesson, sizes_text(best.size), values_text(best.values));
    if (!options.keep)
        return kSuccess;
    fmt::print("saved to {}\n", keep_tuned(best).string());
    return kSuccess;
}

} // namespace

void add_tune(CommandLine& line)
{
    auto& app = line.add("tune",
        "Search for the fastest combination of a variant's tunable parameters and save it in the user's settings for later runs");
    auto& options = line.options_of(app, tune);
    add_variant(app, options.lesson, options.variant);
    add_repeat(app, options.repeat, "Samples per combination in the final round; median, minimum and maximum are reported");
    add_parsed(
        app, "--arch", options.architecture, [](const std::string& text) { return parse_estimated_architecture(text); },
        "Estimate times on the virtual machine for this GPU or compute capability, for example GTX280 (default: H200)");
    app.add_flag("!--no-keep", options.keep, "Print the table without saving the result");
}

} // namespace warpstage::cli
