#include "core/lesson/assembly.h"

#include "core/base/text.h"
#include "core/lesson/cues/cue_check.h"
#include "core/lesson/files/lesson_file.h"
#include "core/lesson/files/text_file.h"
#include "core/lesson/kernel_check.h"
#include "core/problem/described/described.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace warpstage::lesson {

namespace {

constexpr std::string_view kToml = "lesson.toml";
constexpr std::string_view kSource = "kernels.cu";
constexpr std::string_view kHost = "host.cu";
constexpr std::string_view kNotes = "notes.md";
constexpr std::string_view kPtx = "kernels.ptx";

class Assembly {
public:
    Assembly(const std::filesystem::path& folder, const CueFigures& figures)
        : m_figures(figures)
    {
        m_result.lesson.folder = folder;
    }

    AssembledLesson run()
    {
        const auto toml = read_lesson_file(lesson().folder, kToml, "this file describes the lesson");
        if (!toml) {
            fail(toml.error());
            return std::move(m_result);
        }
        auto read = read_lesson_toml(*toml, shown_name(lesson().folder, kToml), m_figures);
        m_file = std::move(read.file);
        m_result.mistakes = std::move(read.mistakes);
        const bool understood = m_result.mistakes.empty();
        if (understood)
            add_meaning();
        add_texts();
        std::vector<std::string> shown_without; // reported by lint_lesson()
        lesson().translations = read_translations(lesson().folder, shown_without);
        add_modules();
        if (understood && lesson().problem != nullptr) {
            add_correspondences();
            add_cues();
        }
        if (understood && lesson().problem != nullptr && lesson().module != nullptr)
            try_variants();
        return std::move(m_result);
    }

private:
    [[nodiscard]] Lesson& lesson() { return m_result.lesson; }

    void fail(const Error& error) { m_result.mistakes.push_back(error.message); }

    void fail_at(std::uint32_t line, std::string_view what)
    {
        m_result.mistakes.push_back(fmt::format("{}:{}: {}", shown_name(lesson().folder, kToml), line, what));
    }

    void add_meaning()
    {
        lesson().id = m_file.id;
        lesson().number = m_file.number;
        lesson().group = m_file.group;
        lesson().title = m_file.title;
        lesson().summary = m_file.summary;
        add_problem();
        if (lesson().problem == nullptr)
            return;
        add_defaults(m_file.defaults, lesson().defaults.any);
        add_defaults(m_file.gpu_defaults, lesson().defaults.gpu);
        for (const auto& read : m_file.variants) {
            if (auto accepted = lesson().problem->accepts(read.variant); !accepted)
                fail_at(read.line, accepted.error().message);
            lesson().variants.push_back(read.variant);
        }
        add_opening();
    }

    // A variant on the host shows nothing: without a setting the first variant with kernels is used.
    void add_opening()
    {
        auto& opening = lesson().opening;
        const auto& variants = lesson().variants;
        const auto with_kernels = std::ranges::find_if(
            variants, [this](const problem::Variant& variant) { return !lesson().problem->kernels(variant).empty(); });
        opening.variant = with_kernels == variants.end() ? 0 : static_cast<std::size_t>(with_kernels - variants.begin());
        opening.variant = variant_of_start(m_file.start.variant, opening.variant);
        opening.pictured = variant_of_start(m_file.start.pictured, opening.variant);
        opening.figure = m_file.start.figure;
        opening.tile = m_file.start.tile;
    }

    std::size_t variant_of_start(const std::string& id, std::size_t otherwise)
    {
        if (id.empty())
            return otherwise;
        const auto& variants = lesson().variants;
        const auto named = std::ranges::find(variants, id, &problem::Variant::id);
        if (named == variants.end()) {
            fail_at(m_file.start.line, fmt::format("[start] names the variant `{}`, which does not exist.", id));
            return otherwise;
        }
        if (lesson().problem->kernels(*named).empty())
            fail_at(m_file.start.line,
                fmt::format("[start] names the variant `{}`, which runs on the host: choose one that launches kernels.", id));
        return static_cast<std::size_t>(named - variants.begin());
    }

    void add_problem()
    {
        if (m_file.description) {
            m_file.description->folder = lesson().folder;
            lesson().problem = std::make_shared<const problem::Described>(*m_file.description);
            return;
        }
        lesson().problem = problem::make_problem(m_file.problem);
        if (lesson().problem)
            return;
        const auto ids = problem::problem_ids();
        const auto near = text::nearest(m_file.problem, ids);
        fail_at(m_file.problem_line,
            near.empty() ? fmt::format("unknown problem `{}`. Use {}.", m_file.problem, text::alternatives(ids))
                         : fmt::format("unknown problem `{}`. Did you mean `{}`?", m_file.problem, near));
    }

    void add_defaults(const std::vector<FileDefault>& from, std::map<std::string, std::string, std::less<>>& to)
    {
        const auto& parameters = lesson().problem->parameters();
        auto settings = problem::Settings::initial(parameters);
        for (const auto& chosen : from) {
            if (auto accepted = settings.set(parameters, chosen.parameter, chosen.value); !accepted)
                fail_at(chosen.line, accepted.error().message);
            else
                to.insert_or_assign(chosen.parameter, chosen.value);
        }
    }

    void add_text(std::string& member, std::string_view file, std::string_view advice)
    {
        auto text = read_lesson_file(lesson().folder, file, advice);
        if (!text)
            fail(text.error());
        else
            member = std::move(*text);
    }

    void add_texts()
    {
        add_text(lesson().source, kSource, "this file contains the lesson's kernels");
        if (!lesson().source.empty())
            lesson().source_lines = lines_of(lesson().source);
        std::string host; // optional
        if (std::error_code error; std::filesystem::exists(lesson().folder / kHost, error))
            add_text(host, kHost, "remove the file, or write the host code into it");
        lesson().host_lines = lines_of(host);
        add_text(lesson().notes, kNotes, "this file contains the speaker's notes; one line is enough");
        add_text(lesson().ptx_text, kPtx,
            "build the project, or compile it with nvcc -ptx -arch=compute_75 -lineinfo -o kernels.ptx kernels.cu");
    }

    // Null and a reported mistake if it cannot be parsed.
    std::shared_ptr<const ptx::Module> parsed(const std::string& text, std::string_view file)
    {
        auto module = ptx::parse(text, shown_name(lesson().folder, file));
        if (!module) {
            fail(module.error());
            return nullptr;
        }
        return std::make_shared<const ptx::Module>(std::move(*module));
    }

    void add_modules()
    {
        if (!lesson().ptx_text.empty())
            lesson().module = parsed(lesson().ptx_text, kPtx);
        for (const auto& file : files_of_builds()) {
            Build build;
            build.name = file.substr(kBeforeBuild.size(), file.size() - kBeforeBuild.size() - kAfterBuild.size());
            add_text(build.ptx_text, file, "compile it again");
            if (build.ptx_text.empty())
                continue;
            build.module = parsed(build.ptx_text, file);
            if (build.module != nullptr)
                lesson().builds.push_back(std::move(build));
        }
    }

    static constexpr std::string_view kBeforeBuild = "kernels.";
    static constexpr std::string_view kAfterBuild = ".ptx";

    // Every kernels.NAME.ptx beside kernels.ptx.
    [[nodiscard]] std::vector<std::string> files_of_builds()
    {
        std::vector<std::string> files;
        std::error_code error;
        for (std::filesystem::directory_iterator at { lesson().folder, error }, end; !error && at != end; at.increment(error)) {
            auto file = at->path().filename().string();
            if (file.size() > kBeforeBuild.size() + kAfterBuild.size() && file.starts_with(kBeforeBuild)
                && file.ends_with(kAfterBuild))
                files.push_back(std::move(file));
        }
        std::sort(files.begin(), files.end());
        return files;
    }

    void fail_at(const std::vector<CueMistake>& mistakes)
    {
        for (const auto& mistake : mistakes)
            fail_at(mistake.line, mistake.sentence);
    }

    // Baselines and roles.
    void add_correspondences()
    {
        if (!m_result.mistakes.empty())
            return; // rejected variants cannot be referred to
        for (const auto& written : m_file.variants) {
            const auto resolved = resolve_baseline(lesson(), written);
            fail_at(resolved.mistakes);
            lesson().baselines.push_back(resolved.variant);
        }
        for (const auto& written : m_file.roles) {
            auto resolved = resolve_role(lesson(), written);
            fail_at(resolved.mistakes);
            lesson().roles.push_back(std::move(resolved.role));
        }
    }

    void add_cues()
    {
        if (!m_result.mistakes.empty())
            return; // rejected variants and defaults cannot be chosen
        for (const auto& written : m_file.cues) {
            auto resolved = resolve_cue(lesson(), written);
            fail_at(resolved.mistakes);
            lesson().cues.push_back(std::move(resolved.cue));
        }
    }

    void try_variants()
    {
        if (!m_result.mistakes.empty())
            return; // rejected defaults cannot be tried
        const auto smallest = smallest_settings(lesson());
        for (const auto& read : m_file.variants) {
            if (auto planned = try_description(read.variant, smallest); !planned) {
                // Other variants use the same invalid buffer.
                if (std::ranges::find(m_result.mistakes, planned.error().message) == m_result.mistakes.end())
                    fail(planned.error());
            } else if (auto fits = check_kernels(lesson(), read.variant, smallest); !fits) {
                fail_at(read.line, fits.error().message);
            }
        }
    }

    // Whether the lesson's own problem can make plans: the smallest one, and those of the initial settings. The location of such
    // an error is already part of its message.
    Result<void> try_description(const problem::Variant& variant, const problem::Settings& smallest)
    {
        const auto* const described = dynamic_cast<const problem::Described*>(lesson().problem.get());
        if (described == nullptr)
            return {};
        for (const auto& settings : { smallest, lesson().initial_settings(EngineKind::vm) })
            if (auto fits = described->check_contents(variant, settings); !fits)
                return fits;
        if (auto checkable = described->try_check(variant, smallest); !checkable)
            return checkable;
        for (const auto engine : { EngineKind::vm, EngineKind::gpu }) {
            if (auto outline = described->outline(variant, lesson().initial_settings(engine)); !outline)
                return outline.error();
        }
        return {};
    }

    const CueFigures& m_figures;
    LessonFile m_file;
    AssembledLesson m_result;
};

} // namespace

problem::Settings smallest_settings(const Lesson& lesson)
{
    const auto& parameters = lesson.problem->parameters();
    auto settings = lesson.initial_settings();
    for (const auto& parameter : parameters) {
        if (parameter.kind == problem::Parameter::Kind::integer)
            VERIFY(settings.set(parameters, parameter.id, fmt::format("{:.0f}", parameter.minimum)).ok());
    }
    return settings;
}

AssembledLesson assemble_lesson(const std::filesystem::path& folder, const CueFigures& figures)
{
    return Assembly { folder, figures }.run();
}

} // namespace warpstage::lesson
