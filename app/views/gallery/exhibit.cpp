#include "app/views/gallery/exhibit.h"

#include "app/views/frame/fault_words.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/frame/tip.h"
#include "core/analysis/block/source_lines.h"
#include "core/base/verify.h"
#include "core/timing/limiter_words.h"

namespace warpstage::views {

namespace {

constexpr float kMargin = 20.0F;
constexpr float kCaptionGap = 12.0F;

// Block and grid size, and every parameter that differs from the lesson's default.
std::vector<std::string> settings_of(const session::Snapshot& model)
{
    std::vector<std::string> words;
    if (model.setup->parameters.empty() || model.setup->lesson->problem == nullptr) // kernels outside lessons have neither
        return words;
    const auto initial = model.setup->lesson->initial_settings(model.device->engine.kind);
    for (const session::ParameterView& parameter : model.setup->parameters) {
        using Role = problem::Parameter::Role;
        const bool size = parameter.role == Role::problem_size || parameter.role == Role::block_size;
        if (size || parameter.value != initial.text(parameter.id))
            words.push_back(fmt::format("{} = {}", parameter.id, parameter.value));
    }
    return words;
}

// A copy whose report is for the current architecture, as figures need it.
std::shared_ptr<const session::Recording> judged(
    const session::Recording& recording, const std::shared_ptr<const session::Assessment>& assessment)
{
    auto copy = std::make_shared<session::Recording>(recording);
    if (assessment)
        copy->report = assessment->report;
    return copy;
}

Result<Subject> subject_of(const session::Snapshot& model)
{
    if (!model.setup->lesson || model.setup->variant >= model.setup->variants.size())
        return Error { "Nothing to save yet." };
    Subject subject;
    subject.lesson = model.setup->lesson;
    subject.variant = model.setup->variants[model.setup->variant].id;
    subject.settings = settings_of(model);
    subject.traits = model.run->traits;
    subject.architecture = model.run->architecture;
    subject.gpu = arch::find_gpu(subject.architecture.substr(0, subject.architecture.find(" (")));
    if (const arch::Gpu* device = arch::find_gpu(model.device->engine.name);
        subject.gpu == nullptr && device != nullptr && device->capability == subject.traits->capability)
        subject.gpu = device;
    return subject;
}

// Replaces the virtual machine's own times.
Measurement estimated_measurement(const session::Snapshot& model, const timing::StepEstimate& step)
{
    Measurement measurement { model.device->engine, {}, { step.time, step.time, step.time, 1 }, model.estimates->merit,
        model.timing->merit_unit, {} };
    measurement.estimated_for = model.estimates->gpu;
    for (const timing::WorkEstimate& work : step.works) {
        measurement.works.push_back({ work.name, false, { work.time, work.time, work.time, 1 } });
        measurement.limiters.push_back(timing::limiter_words(work.limiter, work.pipe));
    }
    if (model.scene->transfers != nullptr)
        measurement.transfers = *model.scene->transfers;
    return measurement;
}

// The subject of the view's figure. Errors: it is not available yet.
Result<void> fill(Subject& subject, const View& view, const session::Snapshot& model)
{
    if (view.figure.need == Need::measurement) {
        if (const auto step = model.estimates->of(model.setup->variant).step;
            step != nullptr && model.timing->of(model.setup->variant).emulated) {
            subject.measurement = estimated_measurement(model, *step);
            return {};
        }
        const auto timing = model.timing->of(model.setup->variant).timing;
        if (timing.samples == 0)
            return Error { "No timings to save yet." };
        subject.measurement =
            Measurement { model.device->engine, model.timing->works, timing, model.timing->merit, model.timing->merit_unit, {} };
        if (model.scene->transfers != nullptr)
            subject.measurement->transfers = *model.scene->transfers;
        return {};
    }
    const Need need = view.figure.need;
    if (need == Need::modeled_sm || need == Need::explained_time || need == Need::heat_map || need == Need::waves
        || need == Need::rounding)
        return {}; // chosen together with what was modeled
    if (!model.run->recording)
        return Error { "No recorded block to draw a figure of." };
    subject.recording = judged(*model.run->recording, model.run->assessment);
    subject.block = model.run->recording->block_size;
    if (const auto& partitions = model.run->partitions; partitions != nullptr && *partitions)
        subject.partitions = { partitions, &**partitions };
    if (view.figure.need != Need::two_recordings)
        return {};
    if (!model.run->compared || !model.run->compared->recording)
        return Error { "No second variant to compare with yet." };
    // The variant that was shown first is on the left.
    subject.other = std::exchange(subject.recording, judged(*model.run->compared->recording, model.run->compared->assessment));
    return {};
}

} // namespace

DrawList compose_page(const Exhibit& exhibit, Size size, const Style& style)
{
    VERIFY(size.width >= kSmallestPageWidth * style.scale && size.height >= kSmallestPageHeight * style.scale);
    Canvas canvas(size, style);
    canvas.fill(size.area(), style.panel);
    const Rect inside = size.area().inset(canvas.units(kMargin));
    const float caption = caption_height(exhibit.caption, inside.width, style);
    const float picture = inside.height - caption - canvas.units(kCaptionGap);
    canvas.append(exhibit.draw({ inside.width, picture }, style), inside.corner());
    canvas.append(caption_figure(exhibit.caption, { inside.width, caption }, style), { inside.x, inside.bottom() - caption });
    return canvas.finish();
}

CaptionInput recorded_caption(const Subject& subject, const std::string& part, std::uint32_t line)
{
    const session::Recording& recording = *subject.recording;
    CaptionInput caption;
    caption.kernel = recording.kernel;
    caption.line = line;
    if (line != 0)
        caption.code = analysis::source_line(subject.lesson->source_lines, line);
    caption.what.push_back(trf("block {}", recording.trace.block));
    if (!part.empty())
        caption.what.push_back(part);
    caption.what.push_back(
        subject.architecture + (subject.traits->rules_assumed ? tr(" (access rules assumed as for CC 9.0)") : ""));
    if (const std::string width = warp_width_words(recording.trace.warp_width); !width.empty())
        caption.what.push_back(width);
    caption.what.insert(caption.what.end(), subject.settings.begin(), subject.settings.end());
    caption.source = tr("computed for this architecture from a run on the virtual machine");
    if (recording.trap)
        caption.source += tr(", which ended in a fault: ") + fault_words(recording.trap->message);
    return caption;
}

std::string request_words(const ChosenRequest& request)
{
    return trf("warp {}, request {} of {}", request.warp, request.occurrence + 1, request.occurrences);
}

CaptionInput request_caption(const Subject& subject, const ChosenRequest& request)
{
    CaptionInput caption = recorded_caption(subject, request_words(request), request.line);
    const std::string& instruction = subject.recording->listing.instruction(request.pc).text;
    const auto memory = request.access->space == ptx::StateSpace::shared ? analysis::Memory::shared : analysis::Memory::global;
    const auto access = analysis::number_of_access(*subject.recording, memory, request.pc);
    caption.what.insert(caption.what.begin(),
        { instruction.substr(0, instruction.find(' ')), trf("access {} of {}", access.number, access.count) });
    return caption;
}

// A panel that is no figure of the command line, as the stage draws it.
Result<Exhibit> panel_exhibit(const View& view, const session::Snapshot& model, const Subject& subject)
{
    if (view.build == nullptr)
        return Error { tr("This scene is drawn in the window only. Save the window as a picture: F12.") };
    CaptionInput caption;
    caption.kernel = model.setup->lesson->shown(model.setup->lesson->title);
    caption.what = subject.settings;
    caption.source = time_source(*model.device);
    return Exhibit { std::move(caption), [&view, model](Size size, const Style& style) {
                        return build(view, model, { size }, size, style);
                    } };
}

Result<Exhibit> exhibit_of(const View& view, const session::Snapshot& model, const WindowState& window)
{
    auto subject = subject_of(model);
    if (!subject)
        return subject.error();
    subject->axis = window.pipeline_axis;
    if (view.figure.prepare == nullptr)
        return panel_exhibit(view, model, *subject);
    if (const auto filled = fill(*subject, view, model); !filled)
        return filled.error();
    if (view.figure.choose != nullptr)
        if (const auto chosen = view.figure.choose(model, *subject); !chosen)
            return chosen.error();
    return view.figure.prepare(*subject);
}

Result<Exhibit> prepare_plotted(const Subject& subject)
{
    if (!subject.plotted)
        return Error { "No result to draw: run the variant or pass `--from FILE`." };
    return *subject.plotted;
}

} // namespace warpstage::views
