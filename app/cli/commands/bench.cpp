// `warpstage bench`: how long each variant takes.
#include "app/cli/command.h"
#include "app/cli/did_you_mean.h"
#include "app/cli/estimate/estimate_run.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "core/base/whole_file.h"
#include "core/bench/measure_run.h"
#include "core/bench/result_file.h"
#include "core/bench/table.h"
#include "core/engine/gpu/gpu_engine.h"

namespace warpstage::cli {

namespace {

struct BenchOptions {
    std::vector<std::string> lessons; // empty: all
    std::vector<std::string> variants; // empty: all of each lesson
    std::uint32_t repeat = 21; // samples of each variant
    bench::Run run; // time steps that are timed together
    bool check = true;
    bool published = false; // with what the lectures printed
    bench::Format format = bench::Format::text;
    std::filesystem::path output; // empty: standard output
    bool estimate = false;
    std::vector<arch::Architecture> architectures; // that times are estimated for; empty: the GPU that is there
    std::filesystem::path measured; // result of an earlier bench; empty: measured now, where there is a GPU

    [[nodiscard]] bool times_a_run() const { return run.steps != 1 || run.copies != bench::Copies::none; }
    [[nodiscard]] bool wants(const std::string& variant) const
    {
        return variants.empty() || std::ranges::find(variants, variant) != variants.end();
    }
};

// Of names none of which a lesson has, or whose variants run no kernel.
std::string no_such_variant(const Lessons& lessons, const std::vector<std::string>& names)
{
    std::vector<std::string> known;
    for (const auto& lesson : lessons)
        for (const auto& variant : lesson->variants)
            known.push_back(variant.id);
    std::string hint;
    for (const auto& name : names)
        if (hint.empty() && std::ranges::find(known, name) == known.end())
            hint = did_you_mean(name, known);
    return "None of these lessons has such a variant with a kernel to time."
        + (hint.empty() ? " `warpstage list` shows the variants." : hint);
}

bench::BenchResult measure(
    const Common& common, const BenchOptions& options, const Assets& assets, const std::stop_token& stop = {})
{
    const auto lessons = chosen_lessons(assets, options.lessons);
    const auto engine = engine_for(common);
    const auto& machine = engine->description();
    const bool gpu = machine.kind == engine::EngineKind::gpu;
    std::vector<problem::Settings> settings;
    std::size_t total = 0;
    for (const auto& lesson : lessons) {
        settings.push_back(settings_of(common, *lesson, machine.kind));
        total += lesson->variants.size();
    }
    std::optional<engine::Limits> limits; // without them the table has no such column
    if (gpu)
        limits = machine_limits(assets, *engine, Keeping::use_kept);
    const auto* const known_limits = limits ? &*limits : nullptr;
    const auto tuned = load_tuned();
    const auto checking = checking_of(options.check);
    engine::SeriesRequest request;
    request.samples = options.repeat;
    bench::BenchResult result { program_version(), machine.name, machine.detail, !gpu, {} };
    Progress progress { total };
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        const auto& lesson = lessons[i];
        or_refuse(engine->load(lesson));
        for (const auto& variant : lesson->variants) {
            if (!options.wants(variant.id) || stop.stop_requested())
                continue;
            progress.begin(fmt::format("{} {}", lesson->id, variant.id));
            const auto chosen = suited_settings(common, *lesson, variant, settings[i], machine, *tuned);
            auto line = options.times_a_run()
                ? bench::measure_run(*engine, *lesson, variant, chosen.settings, options.run, request, checking)
                : bench::measure_variant(*engine, *lesson, variant, chosen.settings, request, checking, known_limits);
            if (!line)
                refuse(fmt::format("Lesson `{}`, variant `{}`: {}", lesson->id, variant.id, line.error().message));
            line->tuned = chosen.tuned;
            result.variants.push_back(*std::move(line));
        }
        if (!options.wants("library") || options.times_a_run() || stop.stop_requested())
            continue;
        auto library = bench::measure_library(*engine, *lesson, settings[i], request, checking, known_limits);
        if (!library)
            refuse(fmt::format("Lesson `{}`, library: {}", lesson->id, library.error().message));
        if (*library)
            result.variants.push_back(std::move(**library));
    }
    return result;
}

void write_table(const BenchOptions& options, const std::string& table)
{
    if (options.output.empty())
        fmt::print("{}", table);
    else if (!write_whole_file(options.output, table))
        refuse(fmt::format("{} could not be written: is the folder there, and has the disk room?", options.output.string()));
}

// Of a GPU; nothing: there is none, and no earlier result is named.
std::optional<bench::BenchResult> measured_result(
    const Common& common, const BenchOptions& options, const Assets& assets, const std::stop_token& stop)
{
    if (!options.measured.empty()) {
        const auto text = text_of(options.measured);
        auto result = or_refuse(bench::from_json(text, options.measured.string()));
        if (result.emulated)
            refuse(fmt::format("{} holds emulated times; `--measured` takes a result of a GPU.", options.measured.string()));
        return result;
    }
    if (common.engine == engine::EngineKind::vm || (!common.engine && !engine::make_gpu_engine(common.gpu)))
        return std::nullopt;
    return measure(common, options, assets, stop);
}

int run_estimate(const Common& common, const BenchOptions& options)
{
    const auto assets = or_refuse(find_assets(common));
    const Interrupt interrupt;
    EstimateOrder order { chosen_lessons(assets, options.lessons), [&options](const auto& id) { return options.wants(id); },
        options.architectures, measured_result(common, options, assets, interrupt.stop()) };
    if (order.architectures.empty())
        order.architectures.push_back(usual_architecture(order.measured ? order.measured->engine : std::string {}));
    const auto result = estimate_lessons(common, order, interrupt.stop());
    if (interrupt.requested()) {
        fmt::print(stderr, "warpstage: Interrupted after {} variants; nothing was written.\n", result.variants.size());
        return kInterrupted;
    }
    if (result.variants.empty())
        refuse(no_such_variant(order.lessons, options.variants));
    write_table(options, bench::to_table(result, options.format));
    return kSuccess;
}

void check_bench(const BenchOptions& options)
{
    if (!options.estimate && (!options.architectures.empty() || !options.measured.empty()))
        refuse("`--arch` and `--measured` are for estimated times: add `--estimate`.");
    if (options.estimate && options.times_a_run())
        refuse("`--estimate` estimates one step: leave out `--steps` and `--copies`.");
}

int run_bench(const Common& common, const BenchOptions& options)
{
    if (options.estimate)
        return run_estimate(common, options);
    const auto assets = or_refuse(find_assets(common));
    const auto result = measure(common, options, assets);
    if (result.variants.empty())
        refuse(no_such_variant(chosen_lessons(assets, options.lessons), options.variants));
    std::optional<lesson::PublishedFigures> published;
    if (options.published)
        published = or_refuse(published_figures(assets));
    write_table(options, bench::to_table(result, options.format, published ? &*published : nullptr));
    const bool wrong = std::ranges::any_of(result.variants, [](const auto& line) { return line.correct == false; });
    return wrong ? kDiffers : kSuccess;
}

// --json, --csv and --markdown exclude each other; without one, a text for the terminal.
void add_table_format(CLI::App& app, bench::Format& format)
{
    auto* const group = app.add_option_group("format");
    group->add_flag_callback(
        "--json", [&format] { format = bench::Format::json; }, "As JSON, which `warpstage compare` reads");
    group->add_flag_callback(
        "--csv", [&format] { format = bench::Format::csv; }, "As CSV, for a spreadsheet");
    group->add_flag_callback(
        "--markdown", [&format] { format = bench::Format::markdown; }, "As a Markdown table");
    group->require_option(0, 1);
}

} // namespace

void add_bench(CommandLine& line)
{
    auto& app = line.add("bench", "How long each variant takes, with spread, rate and speed-up");
    auto& options = line.options_of(app, run_bench, check_bench);
    app.add_option("LESSON", options.lessons, "Lessons to measure; all where none is named");
    add_variants(app, options.variants, "This variant alone, or library for the line of cuBLAS or CUB");
    add_repeat(app, options.repeat, "Samples of each variant, of which median, minimum and maximum are shown");
    add_no_check(app, options.check);
    app.add_option("--steps", options.run.steps,
           "Time steps of n-body that are timed together (default: 1). The lecture's NT = 10 are 9 steps: its loop begins at 1")
        ->check(CLI::Range(1U, 1000U));
    app.add_flag_callback(
        "--copies", [&options] { options.run.copies = bench::Copies::both; },
        "With the copies of the lecture's program: positions of all time steps and velocities to the GPU, positions back");
    app.add_flag("--published", options.published, "What the lectures printed beside it");
    app.add_flag("--estimate", options.estimate,
        "Times estimated by the SM model at the problem sizes of a GPU, beside times measured on a GPU where there is one, with "
        "error and limiter");
    add_parsed_list(app, "--arch", options.architectures, parse_estimated_architecture,
        "GPU or compute capability to estimate for, as in GTX280 or 3.5:8byte; may be repeated (default: the GPU of this "
        "computer, "
        "else H200)");
    app.add_option("--measured", options.measured,
        "Result of an earlier `warpstage bench --json`, whose times and parameters are used instead of measuring");
    app.add_option("--output", options.output, "File to write, instead of the terminal");
    add_table_format(app, options.format);
    add_vm_settings(app, line.common().vm);
}

} // namespace warpstage::cli
