#include "app/cli/run/job_figures.h"

#include "app/cli/command.h"
#include "app/export/export.h"
#include "core/arch/architecture.h"

namespace warpstage::cli {

namespace {

// The details of a figure as a command line of its own, so that names, ranges and messages are those of `warpstage figure`.
struct DetailParser {
    CLI::App app;

    explicit DetailParser(JobFigure& figure)
    {
        add_figure_details(app, figure.details);
        app.add_option("--launch", figure.launch, "Launch to record, counted from 1")->check(CLI::Range(1U, 1U << 20U));
    }

    [[nodiscard]] std::vector<std::string> names() const
    {
        std::vector<std::string> names;
        for (const auto* option : app.get_options())
            if (option->get_name() != "--help")
                names.push_back(fmt::format("`{}`", option->get_name().substr(2)));
        return names;
    }
};

Result<JobFigure> parse_figure(const std::string& text)
{
    const auto colon = text.find(':');
    const auto view = views::find_figure(text.substr(0, colon));
    if (!view)
        return view.error();
    if (!figures::draws_one_launch((*view)->figure.need))
        return Error { fmt::format(
            "`--figure {}`: this figure does not show one launch of a kernel. Use `warpstage figure {}`.", text, (*view)->id) };
    JobFigure figure { text, *view, 1, {} };
    DetailParser parser { figure };
    std::vector<std::string> words;
    for (const auto& detail :
        text::split(colon == std::string::npos ? std::string_view {} : std::string_view { text }.substr(colon + 1), ',')) {
        if (const auto word = text::trim(detail); !word.empty())
            words.push_back(fmt::format("--{}", word));
    }
    for (const auto& word : words) {
        const auto equals = word.find('=');
        if (equals == std::string::npos || parser.app.get_option_no_throw(word.substr(0, equals)) == nullptr)
            return Error { fmt::format(
                "`--figure {}`: use NAME=VALUE with {}, not `{}`.", text, text::alternatives(parser.names()), word.substr(2)) };
    }
    try {
        std::ranges::reverse(words); // the order that CLI11 takes
        parser.app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        return Error { fmt::format("`--figure {}`: {}", text, error.what()) };
    }
    return figure;
}

views::Subject subject_of(const kernel_run::KernelJob& job, const JobFigure& figure)
{
    const auto architecture = or_refuse(arch::parse_architecture(figure.details.request.architecture));
    const auto& launch = job.launch(figure.launch - 1);
    views::Subject subject = figure.details.request.asked;
    subject.lesson = job.source.lesson;
    subject.variant = job.kernel_name(figure.launch - 1);
    subject.settings = { "grid " + text::extent(launch.grid), "block " + text::extent(launch.block) };
    subject.traits = architecture.traits;
    subject.architecture = architecture.name();
    subject.gpu = architecture.gpu;
    return subject;
}

void write_figure_of(const kernel_run::KernelJob& job, const JobFigure& figure, const std::filesystem::path& file)
{
    auto plan = std::make_shared<problem::Plan>(*job.plan);
    plan->recorded_work = figure.launch - 1;
    auto subject = subject_of(job, figure);
    or_refuse(figures::run_launch(subject, figure.view->figure.need, plan, launch_run_of(figure.details.request)));
    write_figure(*figure.view, subject, figure.details, file);
}

} // namespace

void add_job_figures(CLI::App& app, JobFigureOptions& options)
{
    add_parsed_list(app, "--figure", options.figures, parse_figure,
        "Figure of a launch, KIND[:NAME=VALUE,...], written to the file of the next -o; may be repeated. KIND as for `warpstage "
        "figure`; NAME: launch, or an option of `warpstage figure` such as line, access, warp, block, arch, tile, theme; for "
        "example banks:line=12,warp=1");
    app.add_option("-o,--output", options.outputs, "File of a figure, .png, .svg or .pdf")->allow_extra_args(false);
}

void check_job_figures(const JobFigureOptions& options)
{
    if (options.figures.size() != options.outputs.size())
        refuse("Each `--figure` requires `-o FILE`, for example `--figure banks -o banks.svg`.");
    for (std::size_t i = 0; i < options.figures.size(); ++i)
        check_details(*options.figures[i].view, options.figures[i].details, options.outputs[i]);
}

Desktop desktop_of(const JobFigureOptions& options)
{
    const bool needed =
        std::ranges::any_of(options.outputs, [](const auto& file) { return desktop_of(file) == Desktop::needed; });
    return needed ? Desktop::needed : Desktop::unused;
}

std::vector<WrittenFigure> write_job_figures(
    const kernel_run::KernelJob& job, const JobFigureOptions& options, const FigureRequest& recorded)
{
    std::vector<WrittenFigure> written;
    for (std::size_t i = 0; i < options.figures.size(); ++i) {
        auto figure = options.figures[i];
        auto& run = figure.details.request.run;
        run.warp_width = recorded.run.warp_width;
        run.checks = recorded.run.checks;
        run.stop = recorded.run.stop;
        WrittenFigure result { figure.text, options.outputs[i] };
        try {
            if (figure.launch > job.launches())
                refuse(fmt::format("`--figure {}`: the last launch of this run is {}.", figure.text, job.launches()));
            write_figure_of(job, figure, result.file);
        } catch (const Refusal& refusal) {
            result.refusal = refusal.sentence;
        }
        written.push_back(std::move(result));
    }
    return written;
}

nlohmann::json figures_json(const std::vector<WrittenFigure>& figures)
{
    auto json = nlohmann::json::array();
    for (const auto& figure : figures) {
        json.push_back({ { "figure", figure.text }, { "file", figure.file.string() } });
        if (!figure.refusal.empty())
            json.back()["sentence"] = figure.refusal;
    }
    return json;
}

} // namespace warpstage::cli
