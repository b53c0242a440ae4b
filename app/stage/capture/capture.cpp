#include "app/stage/capture/capture.h"

#include "app/stage/capture/figure_page.h"
#include "app/stage/capture/picture_folder.h"
#include "core/base/temporary_folder.h"

#include <fmt/format.h>

namespace warpstage::stage {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::nanoseconds kPeriod { 1'000'000'000 / Clip::kFramesPerSecond };

std::string cannot_create(const fs::path& folder, const std::error_code& reason)
{
    return trf("Cannot create the folder `{}`: {}.", folder.string(), reason.message());
}

} // namespace

Result<Clip> Clip::begin(const fs::path& folder)
{
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return Error { cannot_create(folder, failed) };
    return Clip(folder);
}

bool Clip::wants_frame(Time now) const
{
    return !m_next || now >= *m_next;
}

Result<void> Clip::add(const Image& frame, Time now)
{
    // After a slow frame the clip skips frames instead of adding several at once.
    m_next = m_next && now < *m_next + kPeriod ? *m_next + kPeriod : now + kPeriod;
    auto written = write_png(frame, m_folder / fmt::format("frame-{:05}.png", m_frames + 1));
    if (written)
        ++m_frames;
    return written;
}

std::string Clip::finish()
{
    const std::string frames = trnf("{} frame in {}", "{} frames in {}", m_frames, m_frames, short_path(m_folder));
    const fs::path video = m_folder.string() + ".mp4";
    // yuv420p requires an even width and height.
    auto started = OutsideProgram::start("ffmpeg",
        { "-n", "-framerate", std::to_string(kFramesPerSecond), "-i", (m_folder / "frame-%05d.png").string(), "-vf",
            "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", video.string() });
    if (!started)
        return trf("Saved {}. Install ffmpeg to get a video as well.", frames);
    m_encoder = *std::move(started);
    return trf("Saved {} and {}", frames, short_path(video));
}

fs::path Capture::folder() const
{
    return m_folder.empty() ? default_picture_folder() : m_folder;
}

Image Capture::image()
{
    VERIFY(m_state.snapshot != nullptr);
    if (m_renderer.size().width == 0 || m_renderer.size().height == 0 || m_renderer.graphics() == nullptr)
        return {};
    m_frame.repeat();
    return m_renderer.read_pixels();
}

Result<void> Capture::screenshot(const fs::path& path)
{
    const Image frame = image();
    if (m_renderer.graphics() == nullptr)
        return Error { trf("Screenshot `{}` not saved: the graphics driver is restarting.", path.string()) };
    if (frame.width == 0 || frame.height == 0)
        return Error { trf("Screenshot `{}` not saved: the window is minimized.", path.string()) };
    return write_png(frame, path);
}

void Capture::save_picture()
{
    constexpr std::array<std::string_view, 1> kEnding { ".png" };
    const fs::path path = new_figure_stem(folder(), subject_ids(*m_state.snapshot), kEnding, std::chrono::system_clock::now()) +=
        ".png";
    if (const auto saved = screenshot(path); !saved)
        return refuse(saved.error().message);
    report(trf("Saved {}", short_path(path)));
}

void Capture::save_figure(const views::View& below)
{
    if (!m_save_figure)
        return refuse(tr("Saving figures is not available. Press F12 to save a screenshot."));
    const auto figure = figure_page(below, *m_state.snapshot, m_state.overlay.window());
    if (!figure)
        return refuse(figure.error().message);
    std::error_code failed;
    fs::create_directories(folder(), failed);
    if (failed)
        return refuse(cannot_create(folder(), failed));
    constexpr std::array<std::string_view, 3> kEndings { ".png", ".svg", ".pdf" };
    const auto stem = new_figure_stem(folder(), figure->name, kEndings, std::chrono::system_clock::now());
    for (const std::string_view ending : kEndings) {
        const auto path = stem.string() + std::string(ending);
        if (auto saved = m_save_figure(figure->page, path, figure->title, figure->description); !saved)
            return refuse(saved.error().message);
    }
    report(trf("Saved {} as .png, .svg and .pdf", short_path(stem)));
}

void Capture::copy_picture()
{
    static const TemporaryFolder folder; // read by the other program before this process ends
    const auto path = folder.path() / "screenshot.png";
    if (const auto saved = screenshot(path); !saved)
        return refuse(saved.error().message);
    copy(path, tr("Screenshot copied to the clipboard."));
}

void Capture::copy_figure(const views::View& below)
{
    if (!m_save_figure)
        return refuse(tr("Copying figures is not available. Press Ctrl+C to copy a screenshot."));
    const auto figure = figure_page(below, *m_state.snapshot, m_state.overlay.window());
    if (!figure)
        return refuse(figure.error().message);
    static const TemporaryFolder copied; // read by the other program before this process ends
    const auto path = copied.path() / "figure.png";
    if (const auto saved = m_save_figure(figure->page, path, figure->title, figure->description); !saved)
        return refuse(saved.error().message);
    copy(path, tr("Figure copied to the clipboard."));
}

// A picture that another program pastes while this process runs.
void Capture::copy(const fs::path& path, const std::string& done)
{
    auto copying = copy_to_clipboard(path);
    if (!copying)
        return refuse(copying.error().message);
    m_copying = *std::move(copying);
    report(done);
}

void Capture::toggle_clip()
{
    if (m_clip) {
        report(m_clip->finish());
        m_clip.reset();
        return;
    }
    constexpr std::array<std::string_view, 2> kEndings { "", ".mp4" };
    const auto [lesson, variant] = subject_ids(*m_state.snapshot);
    const std::array<std::string, 4> parts { lesson, variant, "clip", m_state.snapshot->run->architecture };
    auto clip = Clip::begin(new_figure_stem(folder(), parts, kEndings, std::chrono::system_clock::now()));
    if (!clip)
        return refuse(clip.error().message);
    m_clip = *std::move(clip); // no message now: it would appear in the clip
}

void Capture::take_frame(Time now)
{
    if (m_copying && m_copying->ended())
        m_copying.reset();
    if (m_clip && m_clip->wants_frame(now))
        if (const auto added = m_clip->add(m_renderer.read_pixels(), now); !added) {
            refuse(added.error().message);
            m_clip.reset();
        }
    if (m_miniature_width > 0)
        m_renderer.graphics()->miniature.begin(m_renderer.target(), m_renderer.size(), std::exchange(m_miniature_width, 0));
}

} // namespace warpstage::stage
