#include "app/cli/stage/hosts.h"

#include "app/cli/command_line.h"
#include "app/cli/stage/live_source.h"
#include "app/cli/standard_streams.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

namespace warpstage::cli {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(std::chrono::nanoseconds time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

// Frame times since the previous report. The first frame compiles and uploads and is excluded from the rate.
std::string rate_sentence(const std::vector<Clock::time_point>& ends)
{
    if (ends.size() < 2)
        return "1 frame";
    Clock::duration slowest { 0 };
    for (std::size_t i = 1; i < ends.size(); ++i)
        slowest = std::max(slowest, ends[i] - ends[i - 1]);
    return fmt::format("{} frames, {:.1f} frames per second, slowest frame {:.1f} ms", ends.size(),
        static_cast<double>(ends.size() - 1) * 1e3 / milliseconds(ends.back() - ends.front()), milliseconds(slowest));
}

std::string overlay_sentence(const stage::OverlayView::Cost& cost)
{
    return fmt::format("overlay, {} frames: {:.3f} ms per frame on average, {:.2f} ms in the slowest frame; {} views built",
        cost.frames, milliseconds(cost.all) / static_cast<double>(std::max<std::size_t>(cost.frames, 1)),
        milliseconds(cost.worst), cost.views);
}

Result<void> play(Hosted& hosted, std::uint64_t frame)
{
    hosted.stage.begin(hosted.application.session());
    for (const auto& scripted : hosted.keys) {
        if (scripted.frame != frame)
            continue;
        for (const stage::Event& event : stage::events_of(*stage::key_named(scripted.key)))
            hosted.stage.receive(event);
    }
    return hosted.script.before_frame(hosted.stage, hosted.application.session());
}

// The stage's interface for the console: the only connection between the two windows.
class ConsoleStage final : public console::StageWindow {
public:
    explicit ConsoleStage(Hosted& hosted)
        : m_hosted(hosted)
    {
    }

    console::StageState draw_frame() override
    {
        stage::Stage& stage = m_hosted.stage;
        if (stage.should_close())
            return console::StageState::closed;
        // The presentation must not stop: errors are printed on the terminal.
        if (const auto played = play(m_hosted, m_frame++); !played)
            warn(played.error().message);
        m_hosted.application.frame(stage, Clock::now());
        for (const std::string& sentence : m_hosted.opener.take_refused())
            warn(sentence);
        return stage.take_console_request() ? console::StageState::console_key : console::StageState::open;
    }
    void ask_for_picture(int width) override { m_hosted.stage.ask_for_miniature(width); }
    std::optional<console::StagePicture> take_picture() override
    {
        auto image = m_hosted.stage.take_miniature();
        if (!image)
            return std::nullopt;
        return console::StagePicture { image->width, image->height, std::move(image->rgba) };
    }
    [[nodiscard]] Place place() const override
    {
        const auto place = m_hosted.stage.place();
        return place ? Place { place->center_x, place->center_y } : Place {};
    }
    [[nodiscard]] draw::Theme theme() const override { return m_hosted.stage.settings().theme; }

private:
    Hosted& m_hosted;
    std::uint64_t m_frame = 0;
};

} // namespace

void draw_frames(Hosted& hosted, std::optional<std::uint64_t> frames, shell::Pace pace, Rest rest)
{
    constexpr std::chrono::nanoseconds kFrame { 1'000'000'000 / 60 };
    stage::Stage& stage = hosted.stage;
    auto now = Clock::now();
    std::vector<Clock::time_point> ends;
    const auto goes_on = [&](std::uint64_t frame) {
        return frames ? frame < *frames : !hosted.script.done();
    };
    for (std::uint64_t frame = 0; goes_on(frame) && !stage.should_close(); ++frame) {
        or_refuse(play(hosted, frame));
        now = pace == shell::Pace::repeatable ? now + kFrame : Clock::now();
        hosted.application.frame(stage, now);
        for (std::string& sentence : hosted.opener.take_refused())
            refuse(std::move(sentence));
        ends.push_back(Clock::now());
    }
    fmt::print("{} ({}): {}; {}\n", hosted.application.session().snapshot()->device->engine.name, stage.renderer().renderer,
        rate_sentence(ends), overlay_sentence(stage.overlay().cost()));
    std::fflush(stdout); // what follows may take some time
    if (rest == Rest::computed)
        hosted.application.last_frame(stage, now);
}

void run_windows(
    Hosted& hosted, editing::LiveEditing& editing, const console::ConsoleOptions& options, std::optional<bool> console)
{
    LiveSource source { editing, hosted.application.session() };
    console::ConsoleOptions with_editor = options;
    with_editor.editor = &source;
    with_editor.open_file = [&](std::filesystem::path file) {
        hosted.stage.open_file(std::move(file));
    };
    ConsoleStage beside(hosted);
    std::unique_ptr<console::Console> window;
    const auto place = hosted.stage.place();
    bool wanted = console.value_or(place && place->screens > 1 && console::Console::possible().ok());
    for (;;) {
        if (std::exchange(wanted, false)) {
            if (window == nullptr) {
                window = or_refuse(console::Console::open(with_editor, hosted.application.session(), beside));
                editing.prepare();
            }
            if (window->run() == console::Ended::program_left)
                return;
        }
        switch (beside.draw_frame()) {
        case console::StageState::open:
            break;
        case console::StageState::console_key:
            wanted = true;
            break;
        case console::StageState::closed:
            return;
        }
    }
}

} // namespace warpstage::cli
