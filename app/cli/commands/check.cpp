// `warpstage check`: compares every variant with its reference, or a student's file with the requirements of its exercise.
#include "app/cli/command.h"
#include "app/cli/course/exercise_choice.h"
#include "app/cli/run/kernel_options.h"
#include "app/cli/standard_streams.h"
#include "core/base/concurrency/parallel.h"
#include "core/base/process/interrupt.h"
#include "core/bench/check_variant.h"
#include "core/engine/variant_run.h"
#include "core/exercise/assessment_text.h"
#include "core/exercise/grading.h"
#include "core/exercise/submission.h"

namespace warpstage::cli {

namespace {

struct CheckOptions {
    std::vector<std::string> lessons; // empty: all
    std::vector<std::string> variants; // empty: all of each lesson
    std::string exercise; // of a file; empty: that of its folder
    bool json = false; // for a file
};

bool names_kernels(const std::string& word)
{
    return exercise::has_cuda_ending(word);
}

// The ids of lessons are no paths.
void refuse_folder(const std::string& word, const Assets& assets)
{
    namespace fs = std::filesystem;
    const auto& lessons = assets.catalog->lessons();
    std::error_code ignored;
    if (std::ranges::find(lessons, word, [](const auto& lesson) { return lesson->id; }) != lessons.end()
        || !fs::is_directory(word, ignored))
        return;
    const fs::path folder = fs::absolute(word, ignored).lexically_normal();
    if (fs::exists(folder / exercise::kExerciseFile, ignored))
        refuse(fmt::format("`{0}` is the folder of an exercise. Check the file in it: `warpstage check {1}`.", word,
            (fs::path { word } / exercise::kStartFile).string()));
    if (fs::exists(folder / "lesson.toml", ignored))
        refuse(fmt::format(
            "`{}` is the folder of a lesson, not its id. Load its parent folder with `--lessons` and name the id.", word));
    refuse(fmt::format(
        "`{}` is a folder. `check` takes lessons or one .cu file; `warpstage grade` checks a folder of submissions.", word));
}

int check_file(const Common& common, const CheckOptions& options)
{
    const std::filesystem::path file = options.lessons.front();
    const auto shipped = shipped_exercises(common);
    const auto exercise = or_refuse(options.exercise.empty() ? exercise::exercise_of_file(shipped, file)
                                                             : exercise::find_exercise(shipped, options.exercise));
    const auto source = or_refuse(exercise::read_submission(file));
    const Interrupt interrupt;
    limit_parallel_width(1); // as in the grading: the limits of time are processor time
    gpu::CompileProcess compiler;
    const auto compiled = exercise::compile_submission(compiler, source, interrupt.stop());
    print_diagnostics(compiled.diagnostics);
    const auto assessment = compiled.ptx
        ? exercise::assess(exercise, source, *compiled.ptx, { .seed = exercise::drawn_seed(), .stop = interrupt.stop() })
        : Result { exercise::failed_assessment(exercise, compiled.ptx.error().message, compiled.line) };
    if (interrupt.requested()) {
        warn("Interrupted.");
        return kInterrupted;
    }
    const auto& result = or_refuse(assessment);
    if (options.json)
        print_json(exercise::to_json(exercise, result));
    else
        fmt::print("{}", printable(exercise::to_text(exercise, result, source)));
    return result.passed() ? kSuccess : kDiffers;
}

// One engine per set of checks: a variant may require its own. The first one is the default.
using Engines = std::vector<std::pair<engine::VmSettings, std::unique_ptr<engine::Engine>>>;

// The engine for the variant, with the lesson loaded, and whether a fault is expected.
std::pair<engine::Engine&, bench::Fault> engine_of(Engines& engines, const engine::VmSettings& asked,
    const std::shared_ptr<const lesson::Lesson>& lesson, const problem::Variant& variant)
{
    const bool on_gpu = engines.front().second->description().kind == engine::EngineKind::gpu;
    const auto settings = on_gpu ? asked : engine::vm_settings_of(variant, asked);
    auto found = std::ranges::find(engines, settings, &Engines::value_type::first);
    if (found == engines.end())
        found = engines.emplace(found, settings, engine::make_vm_engine(settings));
    or_refuse(found->second->load(lesson));
    const bool required = !on_gpu && engine::must_show_fault(variant, settings);
    return { *found->second, required ? bench::Fault::required : bench::Fault::optional };
}

int check(const Common& common, const CheckOptions& options)
{
    if (std::ranges::any_of(options.lessons, names_kernels))
        return check_file(common, options);
    const auto assets = or_refuse(find_assets(common));
    for (const auto& word : options.lessons)
        refuse_folder(word, assets);
    const auto lessons = chosen_lessons(assets, options.lessons);
    if (options.lessons.empty()) {
        for (const auto& broken : assets.catalog->broken())
            fmt::print("broken   {}: {}\n", broken.folder.string(), broken.reason);
    }
    std::vector<problem::Settings> settings;
    for (const auto& lesson : lessons)
        settings.push_back(settings_of(common, *lesson));
    auto engine = engine_for(common);
    const auto machine = engine->description();
    fmt::print("{} ({})\n", machine.name, machine.detail);
    const auto tuned = load_tuned();
    Engines engines;
    engines.emplace_back(common.vm, std::move(engine));
    std::size_t checked = 0;
    std::size_t different = 0;
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        for (const auto& variant : lessons[i]->variants) {
            if (!options.variants.empty() && std::ranges::find(options.variants, variant.id) == options.variants.end())
                continue;
            const auto [its_engine, fault] = engine_of(engines, common.vm, lessons[i], variant);
            const auto its = suited_settings(common, *lessons[i], variant, settings[i], machine, *tuned);
            const auto outcome = bench::check_variant(its_engine, *lessons[i], variant, its.settings, fault);
            if (!outcome)
                refuse(fmt::format("Lesson `{}`, variant `{}`: {}", lessons[i]->id, variant.id, outcome.error().message));
            ++checked;
            different += outcome->passed ? 0U : 1U;
            const auto* const label = outcome->passed ? "ok" : outcome->has_fault ? "FAULT" : "DIFFERS";
            fmt::print("{:<8} {:<10} {:<14} {}{}\n", label, lessons[i]->id, variant.id, outcome->sentence,
                its.tuned.empty() ? "" : fmt::format("; tuned: {}", its.tuned));
        }
    }
    if (checked == 0)
        refuse("None of the lessons has a variant with this id. Run `warpstage list` for the variants.");
    fmt::print("{} variant{} checked, {} differ\n", checked, checked == 1 ? "" : "s", different);
    return different == 0 ? kSuccess : kDiffers;
}

} // namespace

void add_check(CommandLine& line)
{
    auto& app = line.add("check",
        "Run every variant and compare its result with the reference, or check a solution of an exercise; exit status "
        "1 if a result differs or a requirement is not met");
    auto& options = line.options_of(app, check, [](const CheckOptions& given) {
        const bool file = std::ranges::any_of(given.lessons, names_kernels);
        if (file && given.lessons.size() != 1)
            refuse("`check` takes lessons or one .cu file.");
        if (file && !given.variants.empty())
            refuse("`--variant` applies to lessons, not to a .cu file.");
        if (!file && (given.json || !given.exercise.empty()))
            refuse("`--exercise` and `--json` require a .cu file.");
    });
    app.add_option("LESSON", options.lessons,
        "Lessons to check (default: all), or one .cu file: a solution of an exercise, checked on the virtual machine");
    app.add_option(
        "--exercise", options.exercise, "Exercise of the .cu file: its id or folder (default: that of the folder of the file)");
    add_json(app, options.json);
    add_variants(app, options.variants, "Check only this variant");
    add_vm_settings(app, line.common().vm);
}

} // namespace warpstage::cli
