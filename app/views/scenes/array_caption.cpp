// The caption of the scene of a block's shared memory: iteration, instruction, warp and the executed line; or why there is
// nothing to draw.
#include "app/views/frame/arrangement.h"
#include "app/views/frame/panel.h"
#include "core/analysis/block/source_lines.h"

namespace warpstage::views {

float array_caption_height(const Style& style)
{
    return 3.2F * style.body;
}

DrawList array_caption_view(const Scope& scope)
{
    const Style& style = scope.style;
    const Size size = scope.size;
    const session::ArrayFrame& frame = *scope.model.scene->array;
    Canvas canvas(size, style);
    if (frame.steps == 0) // a question hides the run, which is its answer
        return canvas.finish();
    canvas.tip(size.area(),
        { tr("Shared memory"),
            tr("One cell per element of the block's shared memory, at the current instruction of the recorded run."),
            trf("instruction {} of {}, iteration {}", frame.step + 1, frame.steps, frame.iteration),
            tr("Recorded on the virtual machine."), {} });
    const float first = 1.0F * style.body;
    // Each item has its own column, wide enough for its largest number, so that nothing moves while numbers change.
    float x = 0.0F;
    const auto column = [&](const std::string& name, const std::string& value, const std::string& widest) {
        const float name_width = room_for(name, Face::regular, style.small) + canvas.units(6.0F);
        const float value_width = room_for(widest, Face::mono, style.source);
        if (x + name_width + value_width > size.width)
            return;
        canvas.text({ x, first }, name, { Face::regular, style.small, style.secondary, Align::left, name_width });
        canvas.text({ x + name_width, first }, value, { Face::mono, style.source, style.text, Align::left, value_width });
        x += name_width + value_width + canvas.units(18.0F);
    };
    const std::string steps = grouped_count(frame.steps);
    column(tr("iteration"), std::to_string(frame.iteration), "00");
    // The scene shows the whole block in execution order; the panels beside it show the selected warp.
    const bool several = scope.model.run->recording != nullptr && scope.model.run->recording->trace.warps > 1;
    column(several ? tr("executing warp") : tr("warp"), std::to_string(frame.warp), "00");
    column(tr("instruction"), trf("{} of {}", grouped_count(frame.step + 1), steps), trf("{} of {}", steps, steps));
    if (several)
        column(tr("selected"), std::to_string(scope.model.selection->warp), "00");
    if (frame.line == 0)
        return canvas.finish();
    const float second = first + 1.4F * style.body;
    const std::string line = trf("line {}", frame.line);
    const float line_width = room_for(trf("line {}", "000"), Face::regular, style.small);
    canvas.text({ 0, second }, line, { Face::regular, style.small, style.orange, Align::left, line_width });
    const std::string code =
        scope.model.setup->lesson ? analysis::source_line(scope.model.setup->lesson->source_lines, frame.line) : std::string {};
    const float left = line_width + canvas.units(8.0F);
    const float room = size.width - left;
    if (room > canvas.units(40.0F))
        canvas.text({ left, second }, code,
            { Face::mono, fitting_size(code, Face::mono, room, { style.source, style.small, style.smallest }), style.text,
                Align::left, room });
    return canvas.finish();
}

// A fault, such as an access outside all buffers, ends the block before the access is recorded.
bool stopped_early(const session::Snapshot& model)
{
    return model.run->recording != nullptr && model.run->recording->trap && model.run->accesses.empty();
}

// In place of a scene that would answer the question.
DrawList hidden_scene_view(const Scope& scope)
{
    const Style& style = scope.style;
    Canvas canvas(scope.size, style);
    const Point middle = scope.size.area().center();
    if (scope.size.height > 2 * style.title) {
        canvas.text(middle, "?", { Face::semibold, style.title, style.orange, Align::center, scope.size.width });
        canvas.text({ middle.x, middle.y + 1.5F * style.small }, tr("→ reveals the answer"),
            { Face::regular, style.small, style.secondary, Align::center, scope.size.width });
    }
    return canvas.finish();
}

// Shown in the scene's place while there is nothing to draw.
DrawList no_scene_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    Canvas canvas(scope.size, scope.style);
    canvas.empty_words(scope.size.area(),
        runs_on_host(model) ? tr("this variant runs on the host: no shared memory to show")
            : stopped_early(model) || (model.run->recording != nullptr && model.run->recording->trap)
            ? tr("the block stopped before its first access was recorded")
            : model.run->recording != nullptr ? tr("the recorded block does not access shared memory")
                                              : no_recording_words(model));
    return canvas.finish();
}

} // namespace warpstage::views
