#include "app/views/scenes/scene_words.h"

#include "app/views/scenes/wrong_element_mark.h"
#include "core/base/verify.h"

namespace warpstage::views {

namespace {

constexpr float kSwatch = 11.0F; // at scale 1

std::string words_of(const session::ParticleFrame& frame, Coloring coloring, std::uint64_t recorded_block)
{
    switch (coloring) {
    case Coloring::speed:
        return tr("color: speed, slow to fast");
    case Coloring::block:
        return trf("color: block of {} bodies; recorded block: {}", std::size_t { frame.threads } * frame.bodies_a_thread,
            recorded_block);
    case Coloring::thread:
        return trf("hue: warp, shade: lane; recorded block: {}", recorded_block);
    }
    VERIFY_NOT_REACHED();
}

Rect common_part(Rect a, Rect b)
{
    const float left = std::max(a.x, b.x);
    const float top = std::max(a.y, b.y);
    return { left, top, std::max(0.0F, std::min(a.right(), b.right()) - left),
        std::max(0.0F, std::min(a.bottom(), b.bottom()) - top) };
}

std::string words_of(const session::MatrixFrame& frame)
{
    if (frame.values.empty())
        return tr("computing …");
    const std::string size = fmt::format("{}: {} × {}", frame.name, frame.rows, frame.columns);
    return frame.reduction == 1 ? size
                                : trf("{}; each point is the mean of {} × {} elements", size, frame.reduction, frame.reduction);
}

void mark_wrong_element(
    Canvas& canvas, const session::MatrixFrame& frame, Rect image, Rect scene, const session::WrongElement& element)
{
    const auto at = place_in(frame, element);
    if (!at)
        return;
    const float unit = image.width / static_cast<float>(frame.columns);
    const Rect place { image.x + unit * static_cast<float>(at->column), image.y + unit * static_cast<float>(at->row), unit,
        unit };
    if (scene.contains({ place.x + unit / 2, place.y + unit / 2 }))
        label_wrong(canvas, place, scene, wrong_element_words(element));
    else
        label_wrong(canvas, scene, wrong_element_words(element));
}

} // namespace

Coloring next_coloring(Coloring coloring)
{
    return static_cast<Coloring>((static_cast<int>(coloring) + 1) % 3);
}

std::array<Color, 4> speed_colors(Theme theme)
{
    if (is_dark(theme))
        return { { { 0x1f, 0x48, 0xc4 }, { 0x3f, 0xa4, 0xf0 }, { 0xf7, 0xd9, 0x6b }, { 0xf0, 0x6a, 0x1d } } };
    return { { { 0x9c, 0xc4, 0xe4 }, { 0x1f, 0x78, 0xb4 }, { 0x2a, 0x2f, 0x45 }, { 0xb5, 0x5f, 0x00 } } };
}

std::array<Color, 6> worker_colors(Theme theme)
{
    if (is_dark(theme))
        return { { { 0x56, 0xb4, 0xe9 }, { 0xe6, 0x9f, 0x00 }, { 0x2f, 0xbf, 0x94 }, { 0xcc, 0x79, 0xa7 }, { 0xf0, 0xe4, 0x42 },
            { 0xe4, 0x57, 0x2e } } };
    return { { { 0x1f, 0x78, 0xb4 }, { 0xb5, 0x74, 0x00 }, { 0x00, 0x7a, 0x5a }, { 0x9c, 0x3f, 0x74 }, { 0x7a, 0x70, 0x00 },
        { 0xb8, 0x3a, 0x14 } } };
}

DrawList particle_legend(const session::ParticleFrame& frame, Coloring coloring, std::size_t every, std::uint64_t recorded_block,
    Rect scene, const Style& style)
{
    DrawList list { { scene.right(), scene.bottom() }, {} };
    const float swatch = kSwatch * style.scale;
    const float baseline = scene.bottom() - 0.4F * style.smallest;
    float x = scene.x + 0.5F * style.margin;
    const auto add = [&](Color color) {
        list.add(Box { { x, baseline - swatch + style.scale, swatch, swatch }, color, {}, 1.0F, 0.0F });
        x += swatch;
    };
    if (coloring == Coloring::speed) {
        const auto ramp = speed_colors(style.theme);
        for (int i = 0; i < 8; ++i)
            add(ramp_color(ramp, i / 7.0));
    } else {
        for (const Color& color : worker_colors(style.theme))
            add(color);
    }
    x += 0.5F * style.margin;
    std::string text = words_of(frame, coloring, recorded_block);
    if (every > 1)
        text += trf(" · one in {} bodies drawn", every);
    list.add(Text { { x, baseline }, std::move(text), Face::regular, style.smallest, style.secondary, Align::left,
        std::max(1.0F, scene.right() - x - 0.5F * style.margin) });
    return list;
}

DrawList wrong_body_picture(const session::WrongElement& element, const std::optional<Point>& at, Rect scene, const Style& style)
{
    Canvas canvas({ scene.right(), scene.bottom() }, style);
    const std::string words = wrong_element_words(element);
    if (at && scene.contains(*at))
        label_wrong(canvas, { at->x, at->y, 0.0F, 0.0F }, scene, words);
    else
        label_wrong(canvas, scene, words); // it has left the picture
    return canvas.finish();
}

DrawList matrix_caption(
    const session::MatrixFrame& frame, Rect image, const session::WrongElement* wrong, Rect scene, const Style& style)
{
    Canvas canvas({ scene.right(), scene.bottom() }, style);
    DrawList list { { scene.right(), scene.bottom() } };
    if (!frame.values.empty())
        list.add(Box { common_part(image, scene), {}, style.border, std::max(1.0F, style.scale), 0.0F });
    if (wrong != nullptr && !frame.values.empty())
        mark_wrong_element(canvas, frame, image, scene, *wrong);
    list.append(canvas.finish(), {});
    list.add(Text { { scene.x + scene.width / 2, scene.bottom() - style.margin }, words_of(frame), Face::regular, style.small,
        style.secondary, Align::center, scene.width - 2 * style.margin });
    return list;
}

} // namespace warpstage::views
