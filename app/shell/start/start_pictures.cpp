#include "app/shell/start/start_pictures.h"

#include "app/views/gallery/exhibit.h"
#include "core/analysis/recording/recording.h"
#include "core/arch/architecture.h"
#include "core/base/sides.h"
#include "core/session/run/program.h"
#include "core/session/scene/transfer_view.h"
#include "core/timing/sm_model.h"

#include <array>
#include <cmath>
#include <cstring>

namespace warpstage::shell {

namespace {

using Picture = stage::StartPicture;
using views::Subject;

constexpr float kHead = 34.0F; // heading of a figure

// A dot is its center, so that dots at the edge do not make the figure smaller; a text takes no space.
draw::Rect around(const draw::Item& item)
{
    if (std::holds_alternative<draw::Text>(item))
        return {};
    if (const auto* circle = std::get_if<draw::Circle>(&item))
        return { circle->center.x, circle->center.y, 0, 0 };
    return draw::bounds_of(item);
}

// A symbol of the legend directly precedes its text.
bool explains(const draw::Rect& mark, const draw::Text& words)
{
    const float behind = words.anchor.x - mark.right();
    return mark.width < 48.0F && mark.height < 20.0F && words.align == draw::Align::left && behind > -1.0F && behind < 16.0F
        && std::abs(words.anchor.y - mark.center().y) < 14.0F;
}

// Removes text, which is illegible at this size, and the legend; scales the rest to fit.
draw::DrawList without_words(const draw::DrawList& figure)
{
    const float lower = 0.6F * figure.size.height; // the parts it explains are above
    std::vector<draw::Text> words;
    for (const draw::Item& item : figure.items)
        if (const auto* text = std::get_if<draw::Text>(&item); text != nullptr && text->anchor.y > lower)
            words.push_back(*text);
    std::vector<float> keys; // heights of legend rows
    for (const draw::Item& item : figure.items)
        for (const draw::Text& text : words)
            if (!std::holds_alternative<draw::Text>(item) && explains(around(item), text))
                keys.push_back(text.anchor.y);
    draw::DrawList picture;
    std::optional<draw::Rect> whole;
    for (const draw::Item& item : figure.items) {
        const draw::Rect place = around(item);
        const bool key = place.y > lower && place.height < 20.0F
            && std::ranges::any_of(keys, [&](float y) { return std::abs(place.center().y - y) < 14.0F; });
        if (std::holds_alternative<draw::Text>(item) || place.bottom() < kHead || key)
            continue;
        picture.add(item);
        if (!whole) {
            whole = place;
            continue;
        }
        const draw::Rect old = *whole;
        whole = draw::Rect { std::min(old.x, place.x), std::min(old.y, place.y), 0, 0 };
        whole->width = std::max(old.right(), place.right()) - whole->x;
        whole->height = std::max(old.bottom(), place.bottom()) - whole->y;
    }
    if (!whole)
        return { figure.size };
    draw::DrawList moved { { std::max(whole->width, 1.0F), std::max(whole->height, 1.0F) } };
    moved.append(std::move(picture), { -whole->x, -whole->y });
    return moved;
}

Picture picture_of(views::Exhibit exhibit)
{
    return [exhibit = std::move(exhibit)](draw::Size size, const draw::Style& style) {
        return without_words(exhibit.draw(size, style));
    };
}

std::vector<float> floats_of(const problem::Buffer& buffer)
{
    std::vector<float> values(buffer.bytes / sizeof(float), 0.0F);
    if (!buffer.initial.empty())
        std::memcpy(values.data(), buffer.initial.data(), std::min(buffer.initial.size(), values.size() * sizeof(float)));
    return values;
}

// The initial positions of the bodies.
Picture picture_of_bodies(const problem::Plan& plan, const problem::ParticleScene& scene)
{
    std::vector<float> x = floats_of(plan.buffers[scene.x]);
    std::vector<float> y = floats_of(plan.buffers[scene.y]);
    // Almost all bodies: some are far away.
    std::vector<float> distances;
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
        distances.push_back(std::hypot(x[i], y[i]));
    float radius = scene.radius;
    if (!distances.empty()) {
        const auto most = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() * 97 / 100);
        std::nth_element(distances.begin(), most, distances.end());
        radius = *most;
    }
    return [x = std::move(x), y = std::move(y), radius](draw::Size size, const draw::Style& style) {
        constexpr std::size_t kMax = 1200;
        draw::DrawList picture { size };
        const float scale = 0.5F * size.height / std::max(radius, 1e-6F);
        const std::size_t step = std::max<std::size_t>(1, x.size() / kMax);
        for (std::size_t i = 0; i < std::min(x.size(), y.size()); i += step) {
            const draw::Point at { size.width / 2 + scale * x[i], size.height / 2 - scale * y[i] };
            if (at.x > 2 && at.x < size.width - 2 && at.y > 2 && at.y < size.height - 2)
                picture.add(draw::Circle { at, 2.2F, i / step % 5 == 0 ? style.orange : style.blue });
        }
        return picture;
    };
}

std::optional<views::TileShape> tile_of(const std::string& text)
{
    const auto sides = parse_sides(text);
    return sides ? std::optional(views::TileShape { sides->first, sides->second, 0 }) : std::nullopt;
}

// The inputs of the figure besides the recorded block.
void add_needs(Subject& subject, views::Need need, const problem::Plan& plan, const arch::Architecture& architecture,
    const std::stop_token& stop)
{
    if (need == views::Need::modeled_sm) {
        const auto* launch = session::recorded_launch(plan);
        const timing::SmSettings settings { architecture.traits, &architecture.assumed_gpu(), 0,
            launch == nullptr ? 1 : launch->grid.count() };
        subject.sm = views::SmSubject { std::string { settings.gpu->name }, 0,
            std::make_shared<const timing::SmRun>(timing::model_sm(*subject.recording, settings, stop)), nullptr };
    } else if (need == views::Need::measurement) {
        subject.measurement = views::Measurement {};
        if (std::holds_alternative<problem::TransferScene>(plan.scene))
            subject.measurement->transfers = session::possible_transfers(plan);
    }
}

} // namespace

Result<Picture> start_picture(const std::filesystem::path& folder, const std::stop_token& stop)
{
    // A copy, because problems cache their last input, which differs on the stage.
    auto loaded = lesson::load_lesson(folder);
    if (!loaded)
        return loaded.error();
    const auto lesson = std::make_shared<const lesson::Lesson>(*std::move(loaded));
    const lesson::Opening& opening = lesson->opening;
    const auto& variant = lesson->variants.at(opening.pictured);
    auto made = lesson->problem->plan(variant, lesson->initial_settings());
    if (!made)
        return made.error();
    const auto plan = std::make_shared<const problem::Plan>(*std::move(made));
    if (const auto* bodies = std::get_if<problem::ParticleScene>(&plan->scene); bodies != nullptr && opening.figure.empty())
        return picture_of_bodies(*plan, *bodies);
    const auto architecture = arch::parse_architecture("9.0");
    if (!architecture)
        return architecture.error();
    if (session::recorded_launch(*plan) == nullptr)
        return Error { "The variant has no kernel." };

    Subject subject;
    subject.lesson = lesson;
    subject.variant = variant.id;
    subject.traits = architecture->traits;
    subject.architecture = architecture->name();
    subject.tile = tile_of(opening.tile);
    auto recording = analysis::record(analysis::recording_request(lesson, variant.id, plan, *architecture->traits), stop);
    if (!recording)
        return recording.error();
    subject.recording = *recording;
    subject.block = subject.recording->block_size;
    for (const std::string_view figure : { std::string_view { opening.figure }, std::string_view { "banks" },
             std::string_view { "sectors" }, std::string_view { "lanes" } }) {
        const auto* view = views::find_view(figure);
        if (view == nullptr || view->figure.prepare == nullptr)
            continue;
        add_needs(subject, view->figure.need, *plan, *architecture, stop);
        if (auto exhibit = view->figure.prepare(subject))
            return picture_of(*std::move(exhibit));
    }
    return Error { "No figure is available for the variant." };
}

StartPictures::StartPictures(const std::vector<std::shared_ptr<const lesson::Lesson>>& lessons, Urgency urgency)
    : m_urgency(urgency)
    , m_worker([](const std::filesystem::path& folder, auto& progress) {
        auto picture = start_picture(folder, progress.stop());
        return picture ? *std::move(picture) : Picture {};
    })
{
    for (const auto& lesson : lessons)
        m_folders.push_back(lesson->folder);
}

std::optional<stage::MadePicture> StartPictures::next()
{
    std::optional<stage::MadePicture> made;
    if (auto answer = m_worker.take())
        made = stage::MadePicture { m_next++, std::move(answer->result) };
    if (m_next < m_folders.size() && !m_worker.pending())
        m_worker.request(m_folders[m_next], m_urgency);
    return made;
}

} // namespace warpstage::shell
