#include "app/views/timings/timings_figure.h"

namespace warpstage::views {

namespace {

using lesson::PublishedFigure;

// How many of its parameters have the displayed values.
std::size_t likeness(const PublishedFigure& figure, const session::Snapshot& snapshot)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(snapshot.setup->parameters, [&](const session::ParameterView& parameter) {
            const auto found = figure.parameters.find(parameter.id);
            return found != figure.parameters.end() && found->second == parameter.value;
        }));
}

std::string words_of(const PublishedFigure& figure)
{
    std::string words = figure.machine;
    for (const auto& [name, value] : figure.parameters)
        words += fmt::format(" · {} = {}", name, value);
    if (!figure.remark.empty())
        words += " · " + figure.remark;
    return words;
}

} // namespace

DrawList published_lines(const session::Snapshot& snapshot, Size size, const Style& style)
{
    Canvas canvas(size, style);
    if (snapshot.setup->published == nullptr || !snapshot.setup->lesson
        || snapshot.setup->variant >= snapshot.setup->variants.size())
        return canvas.finish();
    const std::string& id = snapshot.setup->variants[snapshot.setup->variant].id;
    auto figures = snapshot.setup->published->of(snapshot.setup->lesson->id, id);
    std::ranges::stable_sort(figures,
        [&](const PublishedFigure* a, const PublishedFigure* b) { return likeness(*a, snapshot) > likeness(*b, snapshot); });

    const float pitch = 1.35F * style.small;
    canvas.line({ 0, 0 }, { size.width, 0 }, style.border, canvas.units(1.0F));
    float y = pitch * 0.7F;
    const std::string source = figures.empty() ? tr("no published value for this variant") : figures.front()->source;
    const float title = room_for(tr("published"), Face::semibold, style.small) + canvas.units(10.0F);
    canvas.label({ 0, y }, tr("published"), { Face::semibold, style.small, style.purple, Align::left, title });
    canvas.label({ title, y }, source, note(style, size.width - title));
    for (const PublishedFigure* figure : figures) {
        y += pitch;
        if (y + pitch / 2 > size.height)
            break;
        const std::string value = figure->words();
        const float room = room_for(value, Face::mono, style.small);
        canvas.label({ size.width, y }, value, { Face::mono, style.small, style.text, Align::right, room });
        if (const float left = size.width - room - canvas.units(10.0F); left > canvas.units(60.0F))
            canvas.label({ 0, y }, words_of(*figure), note(style, left));
    }
    return canvas.finish();
}

} // namespace warpstage::views
