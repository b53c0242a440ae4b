// A recorded clip: frames as numbered PNG files in a folder of their own, and a video of them where ffmpeg is installed.
#pragma once

#include "app/stage/capture/outside_program.h"
#include "app/stage/capture/png.h"
#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace warpstage::stage {

class Clip {
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr int kFramesPerSecond = 30;

    // `folder` is made and must not be there yet; the video becomes its name with ".mp4". Errors: it cannot be made.
    [[nodiscard]] static Result<Clip> begin(const std::filesystem::path& folder);

    // Whether a frame is due: every thirtieth of a second, whatever the screen's rate.
    [[nodiscard]] bool wants_frame(Time now) const;
    // Errors as of write_png().
    [[nodiscard]] Result<void> add(const Image& frame, Time now);
    // Starts the encoder where there is one, and says what was made.
    [[nodiscard]] std::string finish();

    [[nodiscard]] std::size_t frames() const { return m_frames; }

private:
    explicit Clip(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {
    }

    std::filesystem::path m_folder;
    std::size_t m_frames = 0;
    std::optional<Time> m_next;
    std::optional<OutsideProgram> m_encoder;
};

} // namespace warpstage::stage
