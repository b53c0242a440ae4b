#include "tests/app/draw/geometry.h"

#include "app/draw/text_metrics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::draw::testing {

namespace {

std::string describe(const Item& item)
{
    const Rect rect = bounds_of(item);
    const auto* text = std::get_if<Text>(&item);
    return fmt::format("{} at {:.1f}, {:.1f}, {:.1f} x {:.1f}", text == nullptr ? "shape" : "\"" + text->text + "\"", rect.x,
        rect.y, rect.width, rect.height);
}

} // namespace

bool overlap(Rect a, Rect b)
{
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

std::vector<Text> texts_of(const DrawList& picture)
{
    std::vector<Text> texts;
    for (const Item& item : picture.items)
        if (const auto* text = std::get_if<Text>(&item))
            texts.push_back(*text);
    return texts;
}

bool says(const DrawList& picture, std::string_view words)
{
    const std::vector<Text> texts = texts_of(picture);
    return std::any_of(texts.begin(), texts.end(), [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

Text text_with(const DrawList& picture, std::string_view words)
{
    for (const Text& text : texts_of(picture))
        if (text.text.find(words) != std::string::npos)
            return text;
    ADD_FAILURE() << "no text contains \"" << words << "\"";
    return {};
}

std::size_t count_color(const DrawList& picture, Color color)
{
    const auto has = [&](const Item& item) {
        if (const auto* box = std::get_if<Box>(&item))
            return box->fill == color || box->outline == color;
        if (const auto* line = std::get_if<Line>(&item))
            return line->color == color;
        if (const auto* polyline = std::get_if<Polyline>(&item))
            return polyline->color.with_alpha(255) == color;
        if (const auto* polygon = std::get_if<Polygon>(&item))
            return polygon->color == color;
        if (const auto* circle = std::get_if<Circle>(&item))
            return circle->color == color;
        return false;
    };
    return static_cast<std::size_t>(std::count_if(picture.items.begin(), picture.items.end(), has));
}

std::vector<std::string> outside_items(const DrawList& picture)
{
    std::vector<std::string> wrong;
    const Rect all { 0, 0, picture.size.width, picture.size.height };
    for (const Item& item : picture.items)
        if (!inside(bounds_of(item), all, 1.0F))
            wrong.push_back(fmt::format("{} is outside of {:.1f} x {:.1f}", describe(item), all.width, all.height));
    return wrong;
}

std::vector<std::string> colliding_texts(const DrawList& picture)
{
    std::vector<std::string> wrong;
    const std::vector<Text> texts = texts_of(picture);
    // Half a unit is no overlap; and descenders may come close to the capitals of the next line.
    const auto core = [](const Text& text) {
        const Rect rect = drawn_rect(text);
        return Rect { rect.x + 0.5F, rect.y, rect.width - 1.0F, rect.height - 0.15F * text.size };
    };
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t k = i + 1; k < texts.size(); ++k)
            if (overlap(core(texts[i]), core(texts[k])))
                wrong.push_back(describe(texts[i]) + " overlaps " + describe(texts[k]));
    return wrong;
}

std::vector<Tip> tips_of(const DrawList& list)
{
    std::vector<Tip> tips;
    for (const Target& target : list.targets)
        if (const Tip* tip = target.tip())
            tips.push_back(*tip);
    return tips;
}

} // namespace warpstage::draw::testing
