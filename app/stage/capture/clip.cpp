#include "app/stage/capture/clip.h"

#include "app/stage/capture/picture_folder.h"

#include <array>
#include <cstdio>

namespace warpstage::stage {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::nanoseconds kPeriod { 1'000'000'000 / Clip::kFramesPerSecond };

} // namespace

Result<Clip> Clip::begin(const fs::path& folder)
{
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return Error { "The folder " + folder.string() + " cannot be made: " + failed.message() + "." };
    return Clip(folder);
}

bool Clip::wants_frame(Time now) const
{
    return !m_next || now >= *m_next;
}

Result<void> Clip::add(const Image& frame, Time now)
{
    // A slow frame is not made up for by several at once.
    m_next = m_next && now < *m_next + kPeriod ? *m_next + kPeriod : now + kPeriod;
    std::array<char, 32> name {};
    std::snprintf(name.data(), name.size(), "frame-%05zu.png", m_frames + 1);
    auto written = write_png(frame, m_folder / name.data());
    if (written)
        ++m_frames;
    return written;
}

std::string Clip::finish()
{
    const std::string frames = std::to_string(m_frames) + (m_frames == 1 ? " frame in " : " frames in ") + short_path(m_folder);
    const auto encoder = find_program("ffmpeg");
    if (!encoder)
        return "Saved " + frames + "; with ffmpeg installed there is a video as well";
    const fs::path video = m_folder.string() + ".mp4";
    // Encoders want even sides.
    auto started = OutsideProgram::start(*encoder,
        { "-n", "-framerate", std::to_string(kFramesPerSecond), "-i", (m_folder / "frame-%05d.png").string(), "-vf",
            "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", video.string() });
    if (!started)
        return started.error().message;
    m_encoder = *started;
    return "Saved " + frames + " and " + short_path(video);
}

} // namespace warpstage::stage
