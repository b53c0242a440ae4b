#include "app/web/web_stage.h"

#include "app/draw/text_metrics.h"
#include "app/export/formats.h"
#include "app/shell/files/recorded.h"
#include "app/shell/start/start_choices.h"
#include "app/shell/start/start_pictures.h"
#include "app/stage/input/key_table.h"
#include "app/views/frame/hall.h"
#include "app/views/frame/marker.h"
#include "app/views/frame/spoken.h"
#include "core/timing/estimate.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace warpstage::web {

namespace {

constexpr std::uint64_t kMaxBufferBytes = std::uint64_t { 256 } << 20; // of a capture; a page has at most 4 GiB

class MessageLayers final : public stage::LayerPainter {
public:
    explicit MessageLayers(Message& message)
        : m_message(message)
    {
    }
    void resize(std::size_t layers) override
    {
        m_message.begin(Part::layers);
        m_message.add(static_cast<std::uint32_t>(layers));
    }
    void set(std::size_t layer, const draw::DrawList& picture) override
    {
        m_message.begin(Part::layer);
        m_message.add(static_cast<std::uint32_t>(layer));
        m_message.add(picture);
    }
    [[nodiscard]] float width_of(const draw::Text& text) const override { return draw::drawn_width(text); }

private:
    Message& m_message;
};

std::string first_of(const lesson::Catalog& catalog)
{
    return catalog.lessons().empty() ? std::string {} : catalog.lessons().front()->id;
}

} // namespace

void PageScreen::set_content_scale(float scale)
{
    m_size.content_scale = std::clamp(scale, 0.5F, 4.0F);
}

bool PageScreen::adopt(const stage::Look& look)
{
    const draw::Style before = std::exchange(m_style, style_of(look, m_size));
    return before.scale != m_style.scale || before.smallest != m_style.smallest || before.theme != m_style.theme
        || before.least_target != m_style.least_target;
}

void PageCaptures::save_figure(const views::View& below)
{
    auto made = stage::figure_page(below, *m_state.snapshot, m_state.overlay.window());
    if (!made)
        return say(made.error().message);
    const std::string name = stage::file_stem(made->name);
    PageTask task { kSaveFigure };
    task.texts = { { "name", name }, { "svg", exporter::to_svg(made->page, { made->title, made->description }) } };
    task.picture = made->page;
    m_window.request(std::move(task));
    m_state.overlay.say(trf("Downloading {} as .svg and .png", name), session::Severity::information);
}

Result<std::unique_ptr<WebStage>> WebStage::open(
    const std::filesystem::path& assets, std::string_view link, const stage::LookSize& size, Motion motion)
{
    auto opening = session::parse_link(link);
    if (!opening)
        return opening.error();
    const std::vector<std::filesystem::path> roots { assets / "lessons" };
    const auto catalog = std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots, views::cue_figures()));
    session::SessionOptions options;
    options.lesson = opening->lesson.empty() ? first_of(*catalog) : opening->lesson;
    options.variant = opening->variant;
    options.estimate = timing::estimate_step;
    options.share_of_steps = 0.1;
    if (auto published = lesson::PublishedFigures::load(assets / "published.toml"))
        options.published = std::make_shared<const lesson::PublishedFigures>(*std::move(published));
    auto session = session::Session::create(catalog, options);
    if (!session)
        return session.error();
    stage::StageOptions stage_options;
    stage_options.reduced_motion = motion == Motion::reduced;
    const auto choices = shell::lesson_choices(*catalog, options.lesson);
    choices->next_picture = [pictures = std::make_shared<shell::StartPictures>(catalog->lessons(), Urgency::behind_drawing)] {
        return pictures->next();
    };
    stage_options.start = choices;
    std::unique_ptr<WebStage> stage(new WebStage(catalog, *std::move(session), stage_options, size));
    stage->following().go(*std::move(opening));
    return stage;
}

WebStage::WebStage(std::shared_ptr<const lesson::Catalog> catalog, std::unique_ptr<session::Session> session,
    const stage::StageOptions& options, const stage::LookSize& size)
    : m_catalog(std::move(catalog))
    , m_application(m_catalog, std::move(session), shell::Pace::immediate)
    , m_state { nullptr, stage::OverlayView(views::Display::panels, stage::key_words()), {} }
    , m_scene(m_state, m_screen)
    , m_parts(m_state, m_screen, &m_window, m_scene, options)
    , m_captures(m_state, m_window)
{
    m_parts.captures = &m_captures;
    m_screen.set_content_scale(size.content_scale);
    m_screen.resize(size.points);
    m_screen.set_touch(size.touch);
    adopt_style();
}

Result<void> WebStage::show_file(const std::filesystem::path& path)
{
    auto replay = shell::replay_of(path, *m_catalog, path.filename().string());
    if (!replay)
        return replay.error();
    show(*std::move(replay));
    return {};
}

Result<void> WebStage::show_capture(const std::filesystem::path& folder, const std::string& file)
{
    auto lesson = shell::lesson_of_capture(folder, file, kMaxBufferBytes);
    if (!lesson)
        return lesson.error();
    show(session::ShowLesson { std::make_shared<const lesson::Lesson>(*std::move(lesson)) });
    return {};
}

void WebStage::show(session::Command command)
{
    following().leave();
    m_application.session().submit(std::move(command));
}

void WebStage::resize(draw::Size points, float content_scale)
{
    m_screen.set_content_scale(content_scale);
    m_screen.resize(points);
    invalidate();
}

void WebStage::invalidate()
{
    m_state.overlay.invalidate();
    m_scene.invalidate();
    m_frame.reset();
}

void WebStage::adopt_style()
{
    if (m_screen.adopt(m_parts.presentation.look(m_screen.look_size())))
        invalidate();
}

std::span<const std::uint32_t> WebStage::frame(Time now)
{
    m_message.clear();
    m_application.frame(*this, now);
    m_message.begin(Part::end);
    return m_message.words();
}

void WebStage::draw(std::shared_ptr<const session::Snapshot> shown, Time now)
{
    const stage::Seconds elapsed = begin_frame(m_parts, std::move(shown), now);
    adopt_style();
    if (!m_parts.presentation.blank()) {
        MessageLayers layers(m_message);
        m_state.overlay.update(
            m_state.snapshot, m_screen.points(), m_parts.clock.frames_per_second(), now, m_screen.style(), layers);
        m_scene.camera().advance(elapsed);
        m_scene.write(m_message, elapsed);
        write_marker(now);
    }
    write_frame();
}

std::string WebStage::typing() const
{
    const auto field = m_parts.lists.field();
    if (!field)
        return {};
    return nlohmann::json {
        { "label", field->label }, { "text", field->text }, { "value", field->value }, { "number", field->number }
    }.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string WebStage::state()
{
    if (m_state.snapshot == nullptr)
        return "{}";
    const session::Snapshot& shown = *m_state.snapshot;
    const auto& setup = *shown.setup;
    nlohmann::json state { { "lesson", setup.lesson->id }, { "variant", setup.variants[setup.variant].id },
        { "step", shown.timing->steps }, { "playing", shown.timing->playing },
        { "framesPerSecond", m_parts.clock.frames_per_second() }, { "mode", name_of(mode_of(m_parts)) },
        { "tab", static_cast<std::uint32_t>(m_state.overlay.window().tab) },
        { "magnification", m_scene.camera().magnification() }, { "recorded", shown.run->recording != nullptr } };
    if (shown.cue->index)
        state["cue"] = *shown.cue->index;
    state["spoken"] = views::spoken_words(shown);
    state["language"] = words::language().code;
    state["link"] = to_text(session::link_of(*m_application.session().snapshot()));
    if (const views::View* sheet = m_state.overlay.sheet())
        state["sheet"] = sheet->id;
    state["replayed"] = shown.setup->replayed != nullptr;
    state["edited"] = setup.lesson->origin.edited;
    state["serial"] = m_application.following().serial();
    state["following"] = m_application.following().follows();
    const auto& timing = shown.timing->of(setup.variant);
    if (timing.emulated && timing.timing.samples > 0)
        state["stepMilliseconds"] = std::chrono::duration<double, std::milli>(timing.timing.median).count();
    return state.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); // a link may contain any bytes
}

void WebStage::write_frame()
{
    const draw::Style& style = m_screen.style();
    const Frame now { style.background, m_state.overlay.scene(), draw::is_dark(style.theme), m_parts.presentation.blank(),
        m_window.pointer() };
    if (m_frame == now)
        return;
    m_frame = now;
    m_message.begin(Part::frame);
    m_message.add(now.background);
    m_message.add(now.dark);
    m_message.add(now.blank);
    m_message.add(static_cast<std::uint32_t>(now.pointer));
    m_message.add(now.scene);
}

void WebStage::write_marker(Time now)
{
    stage::Marker& marker = m_parts.presentation.marker();
    const bool shown = marker.anything();
    if (!shown && !m_marker_shown)
        return;
    m_marker_shown = shown;
    m_message.begin(Part::marker);
    m_message.add(shown ? views::marker_picture(marker.state(now, m_screen.points()), m_screen.style()) : draw::DrawList {});
}

} // namespace warpstage::web
