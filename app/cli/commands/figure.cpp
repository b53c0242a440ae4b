// `warpstage figure`: writes a figure of a lesson to a file, for a slide.
#include "app/cli/command.h"
#include "app/cli/figure/figure_details.h"
#include "app/cli/paragraph.h"
#include "app/figures/step_times.h"
#include "app/shell/publish/follow_code.h"
#include "app/shell/publish/publish_target.h"

#include <tuple>

namespace warpstage::cli {

namespace {

using views::Subject;

struct FigureOptions {
    bool list = false; // print the kinds and exit
    std::string kind;
    FigureDetails details;
    std::filesystem::path output;
};

void check_figure(const FigureOptions& options)
{
    const auto& request = options.details.request;
    // Bars show all variants, and a saved sweep names its variant.
    const auto* const view = views::find_view(options.kind);
    const bool of_nothing = view != nullptr && view->figure.prepare != nullptr && view->figure.need == views::Need::nothing;
    const bool no_lesson = of_nothing || (options.kind == "curves" && !request.from.empty());
    const bool no_variant = options.kind == "bars" || no_lesson;
    if (!options.list
        && (options.kind.empty() || (request.lesson.empty() && !no_lesson) || (request.variant.empty() && !no_variant)
            || options.output.empty()))
        refuse("`figure` requires KIND LESSON VARIANT and -o FILE, for example `figure banks reduction reduce2 -o banks.svg`. "
               "Run `warpstage figure --list` for the kinds.");
}

// Records a block of the other variant, for figures that compare two.
std::shared_ptr<const problem::Plan> record_other(Subject& subject, const Common& common, const FigureRequest& request)
{
    FigureRequest other = request;
    other.variant = request.asked.other_variant;
    const auto [other_subject, plan] = subject_of(common, other);
    subject.other = or_refuse(figures::record_block(other_subject, plan, launch_run_of(request)));
    return plan;
}

// Runs what this kind of figure needs.
Subject run_for(const views::View& view, const Common& common, const FigureRequest& request)
{
    Subject result;
    const views::Need need = view.figure.need;
    if (need == views::Need::bench || need == views::Need::sweep) {
        result.plotted = need == views::Need::bench ? bars_of(common, request) : curves_of(common, request);
        return result;
    }
    if (need == views::Need::nothing) {
        result.instruction = request.asked.instruction;
        result.lane = request.asked.lane;
        result.layout = request.asked.layout;
        result.architecture = request.architecture;
        if (!request.site.empty())
            result.follow_code = or_refuse(shell::follow_code_of(
                or_refuse(shell::follow_link(request.site, or_refuse(shell::parse_publish_target(request.publish, {}))))));
        return result;
    }
    std::shared_ptr<const problem::Plan> plan;
    // Times are estimated for the sizes of a GPU.
    std::tie(result, plan) =
        subject_of(common, request, need == views::Need::explained_time ? engine::EngineKind::gpu : engine::EngineKind::vm);
    if (need == views::Need::measurement) {
        result.measurement = or_refuse(figures::time_step(
            *engine_for(common), result, plan, or_refuse(arch::parse_architecture(request.architecture)).assumed_gpu()));
        return result;
    }
    const auto run = launch_run_of(request);
    if (figures::draws_one_launch(need)) {
        or_refuse(figures::run_launch(result, need, plan, run));
        if (need == views::Need::modeled_sm && !request.asked.other_variant.empty()) {
            const auto other = record_other(result, common, request);
            result.sm->other = figures::model_block(*result.other, *other, run).run;
        }
        return result;
    }
    if (request.asked.other_variant.empty())
        refuse(fmt::format("The figure `{}` requires `--with VARIANT`, another variant of the lesson.", view.id));
    result.recording = or_refuse(figures::record_block(result, plan, run));
    record_other(result, common, request);
    return result;
}

int draw_figure(const Common& common, const FigureOptions& options)
{
    constexpr std::size_t kKindColumn = 12;
    if (options.list) {
        for (const views::View& view : views::all_views())
            if (view.figure.prepare != nullptr)
                fmt::print("{}", hanging(view.id, view.figure.summary, kKindColumn, output_columns()));
        return kSuccess;
    }
    // Options are validated before anything runs.
    const views::View& view = *or_refuse(views::find_figure(options.kind));
    const auto& request = options.details.request;
    check_details(view, options.details, options.output);
    const auto subject = run_for(view, common, request);
    write_figure(view, subject, options.details, options.output);
    fmt::print("{}\n", options.output.string());
    return kSuccess;
}

} // namespace

void add_figure(CommandLine& line)
{
    auto& app = line.add("figure", "Write a figure of a lesson to a PNG, SVG or PDF file");
    auto& options =
        line.options_of(app, draw_figure, check_figure, [](const FigureOptions& figure) { return desktop_of(figure.output); });
    auto& request = options.details.request;
    auto& asked = request.asked;
    app.add_option("KIND", options.kind, "Kind of figure; `--list` prints all kinds");
    app.add_option("LESSON", request.lesson, "Id of the lesson");
    app.add_option("VARIANT", request.variant, "Id of the variant");
    app.add_option("-o,--output", options.output, "Output file, .png, .svg or .pdf");
    app.add_flag("--list", options.list, "List the kinds of figures and exit");
    add_figure_details(app, options.details);
    app.add_option("--instruction", asked.instruction,
        "Matrix instruction of the figure `fragments`, by its name in the PTX ISA or in CuTe, for example "
        "mma.m16n8k16.f32.f16.f16.f32, wgmma.m64n128k16.f32.f16.f16, ldmatrix.trans.x4");
    app.add_option("--lane", asked.lane, "Lane whose elements stand out in the figure `fragments`");
    app.add_option("--layout", asked.layout.layout,
        "Layout of the figure `layout`, in CuTe's notation, for example 'Sw<3,3,3> o 0 o (64,64):(64,1)', or a matrix descriptor "
        "of wgmma, a hexadecimal number");
    app.add_option("--layout-access", asked.layout.access,
        "Access of the figure `layout`, or a tensor copy (`tma.128B`) or matrix descriptor (`wgmma.k`); `warpstage layout "
        "--list` "
        "prints all (default: ldmatrix.x4)");
    app.add_option("--swizzle", asked.layout.swizzle, "Swizzle of element indices in the figure `layout`, B,M,S");
    app.add_option("--type", asked.layout.type, "Type of the elements in the figure `layout` (default: f16)");
    add_warp_width(app, request.run.warp_width, "Lanes per warp in the recorded run; a GPU has 32");
    app.add_option("--with", asked.other_variant, "Second variant, for figures that compare two variants");
    add_parsed(app, "--parameter", request.swept, parse_swept,
        "Parameter values for curves: NAME=FROM..TO[:STEP] or NAME=VALUE,VALUE,..., for example offset=0..32, stride=1..32:2, "
        "block=64,128");
    app.add_option(
        "--from", request.from, "Saved result to draw: output of `bench --json` for bars, output of `sweep --json` for curves");
    app.add_option("--site", request.site, "Address of a web edition, for the QR code that followers scan");
    app.add_option("--publish", request.publish, "File or address that the stage publishes to, for the same code");
    app.add_flag("--published", request.published,
        "Show published results next to the bars. Without a GPU: the lecture's table next to estimates for its GPU and sizes, "
        "or for those that `--arch` and `--set` select");
}

} // namespace warpstage::cli
