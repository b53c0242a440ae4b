// Measures the cost of an open console for the stage: both draw on one thread, so it is the CPU time of the thread between the
// end of a frame and the start of the next one. Widgets are painted into memory; the stage is a session with frames at 60 per
// second.
#include "app/console/console.h"
#include "core/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace warpstage::console {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double thread_milliseconds()
{
    std::timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

class CountedStage final : public StageWindow {
public:
    CountedStage(session::Session& session, std::size_t frames)
        : m_session(session)
        , m_frames(frames)
    {
    }

    [[nodiscard]] StageState draw_frame() override
    {
        // Qt requests a frame whenever it is idle. A window would wait for the screen here.
        const double now = thread_milliseconds();
        if (m_left)
            m_between.push_back(now - *m_left);
        constexpr auto kFrame = std::chrono::microseconds(16667);
        std::this_thread::sleep_until(m_next);
        m_next = std::max(m_next + kFrame, Clock::now());
        m_session.tick(Clock::now());
        m_left = thread_milliseconds();
        return m_between.size() < m_frames ? StageState::open : StageState::closed;
    }
    void ask_for_picture(int width) override { m_asked = static_cast<std::uint32_t>(width); }
    [[nodiscard]] std::optional<StagePicture> take_picture() override
    {
        if (m_asked == 0)
            return std::nullopt;
        const std::uint32_t width = std::exchange(m_asked, 0U);
        const std::uint32_t height = width * 9 / 16;
        return StagePicture { width, height, std::vector<std::uint8_t>(std::size_t { 4 } * width * height, ++m_shade) };
    }
    [[nodiscard]] Place place() const override { return {}; }

    // Without the first second, in which the window is created and shown.
    [[nodiscard]] std::vector<double> between() const
    {
        return { m_between.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(m_between.size(), 60)), m_between.end() };
    }

private:
    session::Session& m_session;
    std::size_t m_frames;
    std::vector<double> m_between; // milliseconds
    std::optional<double> m_left;
    Clock::time_point m_next = Clock::now();
    std::uint32_t m_asked = 0;
    std::uint8_t m_shade = 0;
};

Result<void> measure(const std::shared_ptr<const lesson::Catalog>& catalog, const fs::path& folder, const std::string& lesson)
{
    session::SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = lesson;
    auto session = session::Session::create(catalog, options);
    if (!session)
        return session.error();
    if ((*session)->snapshot()->setup->variants.size() > 1)
        (*session)->submit(
            session::SelectVariant { 1 }); // in some lessons the first variant runs on the host and records nothing
    constexpr std::size_t kFrames = 660;
    CountedStage stage { **session, kFrames };
    ConsoleOptions console_options;
    console_options.catalog = catalog;
    console_options.data = folder;
    console_options.program = "bench_console";
    auto console = Console::open(console_options, **session, stage);
    if (!console)
        return console.error();
    static_cast<void>((*console)->run());
    auto costs = stage.between();
    std::ranges::sort(costs);
    double sum = 0.0;
    for (const double cost : costs)
        sum += cost;
    fmt::print("{:12} {:8.3f} {:8.3f} {:8.3f} {:8.3f}\n", lesson, sum / static_cast<double>(costs.size()),
        costs[costs.size() / 2], costs[costs.size() * 99 / 100], costs.back());
    std::fflush(stdout);
    return {};
}

} // namespace

} // namespace warpstage::console

int main(int count, char** words)
{
    using namespace warpstage;
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / "warpstage-bench-console";
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    // Before any thread or widget exists. An explicitly set platform is kept: painting into a window costs more.
    setenv("QT_QPA_PLATFORM", "offscreen", 0); // NOLINT(concurrency-mt-unsafe)
    setenv("XDG_CONFIG_HOME", folder.c_str(), 1); // NOLINT(concurrency-mt-unsafe): no user settings
    const std::vector<fs::path> roots { fs::path(WARPSTAGE_ASSETS) / "lessons" };
    const auto catalog = std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots));
    std::vector<std::string> lessons { words + 1, words + count };
    if (lessons.empty())
        lessons = { "nbody", "transpose", "reduction" };
    fmt::print("the console's milliseconds of the stage's thread, a frame of 1/60 s\n{:12} {:>8} {:>8} {:>8} {:>8}\n", "lesson",
        "mean", "median", "99 %", "worst");
    int status = 0;
    for (const auto& lesson : lessons) {
        if (const auto measured = console::measure(catalog, folder, lesson); !measured) {
            fmt::print(stderr, "bench_console: {}\n", measured.error().message);
            status = 1;
        }
    }
    fs::remove_all(folder, ignored);
    return status;
}
