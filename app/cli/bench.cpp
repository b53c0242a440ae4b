// `warpstage bench` and `warpstage compare`: how long each variant takes, and how two such results differ.
#include "app/cli/assets.h"
#include "app/cli/chosen_lessons.h"
#include "app/cli/commands.h"
#include "app/cli/machine_limits.h"
#include "app/cli/progress.h"
#include "app/cli/tuned_file.h"
#include "core/bench/measure_variant.h"
#include "core/bench/result_file.h"
#include "core/bench/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace warpstage::cli {

namespace {

// Beside the file first, then renamed: whoever reads it finds it whole.
Result<void> write_whole(const std::filesystem::path& file, const std::string& text)
{
    auto beside = file;
    beside += ".part";
    std::ofstream stream { beside, std::ios::binary };
    stream << text;
    stream.close();
    std::error_code error;
    if (stream)
        std::filesystem::rename(beside, file, error);
    if (!stream || error) {
        std::error_code ignored;
        std::filesystem::remove(beside, ignored);
        return Error { fmt::format("{} could not be written: is the folder there, and has the disk room?", file.string()) };
    }
    return {};
}

Result<bench::BenchResult> read_result(const std::filesystem::path& file)
{
    std::ifstream stream { file, std::ios::binary };
    if (!stream)
        return Error { fmt::format("{} cannot be read: is it there?", file.string()) };
    const std::string text { std::istreambuf_iterator<char> { stream }, {} };
    return bench::from_json(text, file.string());
}

Result<void> put_out(const std::string& text, const std::filesystem::path& file)
{
    if (!file.empty())
        return write_whole(file, text);
    fmt::print("{}", text);
    return {};
}

} // namespace

int run_bench(const Common& common, const BenchCommand& command)
{
    const auto assets = find_assets(common);
    if (!assets)
        return refuse(assets.error().message);
    const auto lessons = chosen_lessons(*assets, command.lessons);
    if (!lessons)
        return refuse(lessons.error().message);
    auto engine = engine_for(common, command.vm);
    if (!engine)
        return refuse(engine.error().message);
    const auto& description = (*engine)->description();
    const bool gpu = description.kind == engine::EngineKind::gpu;

    std::vector<problem::Settings> settings;
    std::size_t total = 0;
    for (const auto& lesson : *lessons) {
        auto chosen = settings_of(common, *lesson, description.kind);
        if (!chosen)
            return refuse(chosen.error().message);
        settings.push_back(std::move(*chosen));
        total += lesson->variants.size();
    }
    std::optional<engine::Limits> limits; // without them the table has no such column
    if (gpu) {
        if (auto measured = machine_limits(*assets, **engine, Keeping::use_kept))
            limits = std::move(*measured);
        else
            return refuse(measured.error().message);
    }
    const auto* const known_limits = limits ? &*limits : nullptr;
    const auto tuned = load_tuned();
    const auto said = said_by(common);
    const auto checking = command.check ? bench::Checking::checked : bench::Checking::unchecked;
    engine::SeriesRequest request;
    request.samples = command.repeat;
    bench::BenchResult result { program_version(), description.name, description.detail, !gpu, {} };
    Progress progress { total };
    for (std::size_t i = 0; i < lessons->size(); ++i) {
        const auto& lesson = (*lessons)[i];
        if (auto loaded = (*engine)->load(lesson); !loaded)
            return refuse(loaded.error().message);
        for (const auto& variant : lesson->variants) {
            if (!command.variants.empty() && std::ranges::find(command.variants, variant.id) == command.variants.end())
                continue;
            progress.begin(fmt::format("{} {}", lesson->id, variant.id));
            const auto chosen = lesson::choose_settings(*lesson, variant, settings[i], said, facts_of(description), *tuned);
            if (!chosen.mistake.empty())
                fmt::print(stderr, "warpstage: {}\n", chosen.mistake);
            auto line = bench::measure_variant(**engine, *lesson, variant, chosen.settings, request, checking, known_limits);
            if (!line)
                return refuse(fmt::format("Lesson `{}`, variant `{}`: {}", lesson->id, variant.id, line.error().message));
            line->tuned = chosen.tuned;
            result.variants.push_back(std::move(*line));
        }
        if (!command.variants.empty() && std::ranges::find(command.variants, "library") == command.variants.end())
            continue;
        auto library = bench::measure_library(**engine, *lesson, settings[i], request, checking, known_limits);
        if (!library)
            return refuse(fmt::format("Lesson `{}`, library: {}", lesson->id, library.error().message));
        if (*library)
            result.variants.push_back(std::move(**library));
    }
    if (result.variants.empty())
        return refuse("None of these lessons has a variant of that name; `warpstage list` shows them.");
    lesson::PublishedFigures published;
    if (command.published) {
        auto read = published_figures(*assets);
        if (!read)
            return refuse(read.error().message);
        published = std::move(*read);
    }
    const auto table = bench::to_table(result, command.format, command.published ? &published : nullptr);
    if (auto written = put_out(table, command.output); !written)
        return refuse(written.error().message);
    const bool wrong = std::ranges::any_of(result.variants, [](const auto& line) { return line.correct == false; });
    return wrong ? kDiffers : kSuccess;
}

int compare_results(const CompareCommand& command)
{
    const auto before = read_result(command.before);
    if (!before)
        return refuse(before.error().message);
    const auto after = read_result(command.after);
    if (!after)
        return refuse(after.error().message);
    fmt::print("{}", bench::compare(*before, *after, command.format));
    return kSuccess;
}

} // namespace warpstage::cli
