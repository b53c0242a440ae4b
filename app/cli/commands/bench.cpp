// `warpstage bench`: measures the time of each variant.
#include "app/cli/command.h"
#include "app/cli/did_you_mean.h"
#include "app/cli/estimate/estimate_run.h"
#include "app/cli/progress.h"
#include "core/base/process/interrupt.h"
#include "core/base/whole_file.h"
#include "core/bench/files/result_file.h"
#include "core/bench/measure_run.h"
#include "core/bench/published_table.h"
#include "core/bench/table.h"
#include "core/engine/gpu/gpu_engine.h"

namespace warpstage::cli {

namespace {

struct BenchOptions {
    std::vector<std::string> lessons; // empty: all
    std::vector<std::string> variants; // empty: all of each lesson
    std::uint32_t repeat = 21; // samples of each variant
    problem::Run run; // time steps timed together
    bool check = true;
    bool published = false; // with the published results
    bench::Format format = bench::Format::text;
    std::filesystem::path output; // empty: standard output
    bool estimate = false;
    std::vector<arch::Architecture> architectures; // architectures to estimate for; empty: the GPU of this computer
    std::filesystem::path measured; // result of an earlier bench; empty: measured now if a GPU is available

    [[nodiscard]] bool times_a_run() const { return run.steps != 1 || run.copies != problem::Copies::none; }
    [[nodiscard]] bool selects(const std::string& variant) const
    {
        return variants.empty() || std::ranges::find(variants, variant) != variants.end();
    }
};

// For variant names that no lesson has, or whose variants run no kernel.
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
    return "None of the lessons has a variant with this id and a kernel to measure."
        + (hint.empty() ? " Run `warpstage list` for the variants." : hint);
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
    std::optional<engine::Limits> limits; // without them the table omits the column
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
            if (!options.selects(variant.id) || stop.stop_requested())
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
        if (!options.selects("library") || options.times_a_run() || stop.stop_requested())
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
        refuse(fmt::format(
            "Cannot write `{}`. Check that the folder exists and that the disk is not full.", options.output.string()));
}

// Measured on a GPU; nothing if no GPU is available and no earlier result is given.
std::optional<bench::BenchResult> measured_result(
    const Common& common, const BenchOptions& options, const Assets& assets, const std::stop_token& stop)
{
    if (!options.measured.empty()) {
        const auto text = text_of(options.measured);
        auto result = or_refuse(bench::from_json(text, options.measured.string()));
        if (result.emulated)
            refuse(fmt::format(
                "`{}` contains emulated times. `--measured` requires a result measured on a GPU.", options.measured.string()));
        return result;
    }
    if (common.engine == engine::EngineKind::vm || (!common.engine && !engine::make_gpu_engine(common.gpu)))
        return std::nullopt;
    return measure(common, options, assets, stop);
}

// The published results of the chosen lessons beside estimates for the same GPU, size and conditions.
int estimate_published(const BenchOptions& options, const Assets& assets)
{
    const auto published = or_refuse(published_figures(assets));
    const Interrupt interrupt;
    std::vector<std::pair<std::shared_ptr<const engine::VmPrograms>, lesson::PublishedFigure>> figures;
    for (const auto& lesson : chosen_lessons(assets, options.lessons)) {
        const auto programs = std::make_shared<const engine::VmPrograms>(lesson);
        for (auto& figure : timing::estimable_figures(published, *lesson))
            if (options.selects(figure.variant))
                figures.emplace_back(programs, std::move(figure));
    }
    if (figures.empty())
        refuse("There are no published results of a GPU for these lessons and variants.");
    std::vector<timing::PublishedEstimate> rows;
    Progress progress { figures.size() };
    for (const auto& [programs, figure] : figures) {
        progress.begin(fmt::format("{} {}", figure.lesson, figure.variant));
        rows.push_back(timing::estimate_published(programs, figure, interrupt.stop()));
        if (interrupt.requested()) {
            warn("Interrupted.");
            return kInterrupted;
        }
    }
    write_table(options, bench::published_text(rows, options.format));
    return kSuccess;
}

int run_estimate(const Common& common, const BenchOptions& options)
{
    const auto assets = or_refuse(find_assets(common));
    if (options.published)
        return estimate_published(options, assets);
    const Interrupt interrupt;
    EstimateOrder order { chosen_lessons(assets, options.lessons), [&options](const auto& id) { return options.selects(id); },
        options.architectures, measured_result(common, options, assets, interrupt.stop()), options.run };
    if (order.architectures.empty())
        order.architectures.push_back(usual_architecture(order.measured ? order.measured->engine : std::string {}));
    const auto result = estimate_lessons(common, order, interrupt.stop());
    if (interrupt.requested()) {
        fmt::print(
            stderr, "warpstage: Interrupted after measuring {} variants; no result was written.\n", result.variants.size());
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
        refuse("`--arch` and `--measured` require `--estimate`.");
    if (options.estimate && options.published
        && (!options.architectures.empty() || !options.measured.empty() || options.times_a_run()))
        refuse(
            "`--estimate --published` uses the GPU and the conditions of each published result. Remove `--arch`, `--measured`, "
            "`--steps` and `--copies`.");
    if (options.estimate && options.published && options.format != bench::Format::text
        && options.format != bench::Format::markdown)
        refuse("`--estimate --published` writes a table. Remove `--json` and `--csv`, or use `--markdown`.");
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

// --json, --csv and --markdown exclude each other; the default is text for the terminal.
void add_table_format(CLI::App& app, bench::Format& format)
{
    auto* const group = app.add_option_group("format");
    group->add_flag_callback(
        "--json", [&format] { format = bench::Format::json; }, "Write JSON, the input of `warpstage compare`");
    group->add_flag_callback(
        "--csv", [&format] { format = bench::Format::csv; }, "Write CSV, for spreadsheets");
    group->add_flag_callback(
        "--markdown", [&format] { format = bench::Format::markdown; }, "Write a Markdown table");
    group->require_option(0, 1);
}

} // namespace

void add_bench(CommandLine& line)
{
    auto& app = line.add("bench", "Measure the time of each variant and report spread, throughput and speedup");
    auto& options = line.options_of(app, run_bench, check_bench);
    app.add_option("LESSON", options.lessons, "Lessons to measure (default: all)");
    add_variants(app, options.variants, "Measure only this variant; `library` selects the cuBLAS or CUB function");
    add_repeat(app, options.repeat, "Samples per variant; median, minimum and maximum are reported");
    add_no_check(app, options.check);
    app.add_option("--steps", options.run.steps,
           "Number of n-body time steps per sample (default: 1). The n-body program of lecture 4 with NT = 10 computes 9 time "
           "steps, because its loop starts at 1")
        ->check(CLI::Range(1U, 1000U));
    app.add_flag_callback(
        "--copies", [&options] { options.run.copies = problem::Copies::both; },
        "Include in the time the copies that the n-body program of lecture 4 makes: velocities and the position arrays of all "
        "time steps to the GPU, positions back to the host");
    app.add_flag("--published", options.published,
        "Show published results next to the measurement; with `--estimate`, the tables of the lectures next to estimates for "
        "their GPU, size and conditions, with the error");
    app.add_flag("--estimate", options.estimate,
        "Estimate times and limiters with the SM model, at the problem sizes for a GPU; if a GPU is available, also show the "
        "measured times and the errors of the estimates");
    add_parsed_list(app, "--arch", options.architectures, parse_estimated_architecture,
        "Estimate for this GPU or compute capability, for example GTX280 or 3.5:8byte; may be repeated (default: the GPU of this "
        "computer, otherwise H200)");
    app.add_option("--measured", options.measured,
        "Use the times and parameters in the output file of an earlier `warpstage bench --json` instead of measuring");
    app.add_option("--output", options.output, "Output file (default: standard output)");
    add_table_format(app, options.format);
    add_vm_settings(app, line.common().vm);
}

} // namespace warpstage::cli
