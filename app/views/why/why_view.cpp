// The causes of the estimated time on the stage, and as a figure of the command line.
#include "app/views/frame/panel.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/why/why_figure.h"

namespace warpstage::views {

std::vector<session::Command> request_why(const session::Snapshot& model)
{
    return !model.why->requested ? std::vector<session::Command> { session::ExplainTime {} } : std::vector<session::Command> {};
}

DrawList why_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const session::WhySection& section = *model.why;
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    if (section.why == nullptr) {
        canvas.heading(inside, tr("Why"), "", {});
        const float head = canvas.heading_height();
        const std::string words = runs_on_host(model) ? no_warps_words(model)
            : !section.reason.empty()                 ? section.reason
                                                      : std::string { tr("estimating the time without each cause…") };
        canvas.empty_words({ inside.x, inside.y + head, inside.width, inside.height - head }, words);
        return canvas.finish();
    }
    const auto& lesson = model.setup->lesson;
    const WhyInput input { section.why, lesson == nullptr ? nullptr : &lesson->source_lines, model.selection->line, lesson.get(),
        section.can_try, section.trial.get(), section.measured };
    canvas.append(why_figure(input, inside.size(), scope.style), inside.corner());
    return canvas.finish();
}

Result<Exhibit> prepare_why(const Subject& subject)
{
    if (subject.why == nullptr)
        return Error { "The causes of the time have not been computed yet." };
    const timing::Why& why = *subject.why;
    CaptionInput caption;
    caption.kernel = why.kernel;
    caption.what = { subject.architecture };
    caption.what.insert(caption.what.end(), subject.settings.begin(), subject.settings.end());
    caption.source = trf("estimated for {} by the SM model from blocks that ran on the virtual machine", why.gpu);
    const std::shared_ptr<const lesson::Lesson> lesson = subject.lesson;
    return Exhibit { std::move(caption), [why = subject.why, trial = subject.trial, lesson](Size size, const Style& style) {
                        WhyInput input { why, lesson == nullptr ? nullptr : &lesson->source_lines, 0 };
                        input.trial = trial.get();
                        return why_figure(input, size, style);
                    } };
}

Result<void> choose_why(const session::Snapshot& model, Subject& subject)
{
    if (model.why->why == nullptr)
        return Error { "The causes of the time have not been computed yet." };
    subject.why = model.why->why;
    subject.trial = model.why->trial;
    return {};
}

} // namespace warpstage::views
