// `warpstage bench`: how long each variant takes.
#include "app/cli/command.h"
#include "app/cli/progress.h"
#include "core/base/whole_file.h"
#include "core/bench/measure_variant.h"
#include "core/bench/table.h"

namespace warpstage::cli {

namespace {

struct BenchOptions {
    std::vector<std::string> lessons; // empty: all
    std::vector<std::string> variants; // empty: all of each lesson
    std::uint32_t repeat = 21; // samples of each variant
    bool check = true;
    bool published = false; // with what the lectures printed
    bench::Format format = bench::Format::text;
    std::filesystem::path output; // empty: standard output

    [[nodiscard]] bool wants(const std::string& variant) const
    {
        return variants.empty() || std::ranges::find(variants, variant) != variants.end();
    }
};

bench::BenchResult measure(const Common& common, const BenchOptions& options, const Assets& assets)
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
            if (!options.wants(variant.id))
                continue;
            progress.begin(fmt::format("{} {}", lesson->id, variant.id));
            const auto chosen = suited_settings(common, *lesson, variant, settings[i], machine, *tuned);
            auto line = bench::measure_variant(*engine, *lesson, variant, chosen.settings, request, checking, known_limits);
            if (!line)
                refuse(fmt::format("Lesson `{}`, variant `{}`: {}", lesson->id, variant.id, line.error().message));
            line->tuned = chosen.tuned;
            result.variants.push_back(*std::move(line));
        }
        if (!options.wants("library"))
            continue;
        auto library = bench::measure_library(*engine, *lesson, settings[i], request, checking, known_limits);
        if (!library)
            refuse(fmt::format("Lesson `{}`, library: {}", lesson->id, library.error().message));
        if (*library)
            result.variants.push_back(std::move(**library));
    }
    return result;
}

int run_bench(const Common& common, const BenchOptions& options)
{
    const auto assets = or_refuse(find_assets(common));
    const auto result = measure(common, options, assets);
    if (result.variants.empty())
        refuse("None of these lessons has a variant of that name; `warpstage list` shows them.");
    std::optional<lesson::PublishedFigures> published;
    if (options.published)
        published = or_refuse(published_figures(assets));
    const auto table = bench::to_table(result, options.format, published ? &*published : nullptr);
    if (options.output.empty())
        fmt::print("{}", table);
    else if (!write_whole_file(options.output, table))
        refuse(fmt::format("{} could not be written: is the folder there, and has the disk room?", options.output.string()));
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
    auto& options = line.options_of(app, run_bench);
    app.add_option("LESSON", options.lessons, "Lessons to measure; all where none is named");
    add_variants(app, options.variants, "This variant alone, or library for the line of cuBLAS or CUB");
    add_repeat(app, options.repeat, "Samples of each variant, of which median, minimum and maximum are shown");
    add_no_check(app, options.check);
    app.add_flag("--published", options.published, "What the lectures printed beside it");
    app.add_option("--output", options.output, "File to write, instead of the terminal");
    add_table_format(app, options.format);
    add_vm_settings(app, line.common().vm);
}

} // namespace warpstage::cli
