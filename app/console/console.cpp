#include "app/console/console.h"

#include "app/console/window/main_window.h"

#include <QApplication>
#include <QEventLoop>
#include <QGuiApplication>
#include <QScreen>
#include <QTimer>
#include <array>
#include <clocale>
#include <cstdlib>
#include <utility>

namespace warpstage::console {

namespace {

constexpr int kRefreshMilliseconds = 100; // presenters do not notice faster changes

bool has_display()
{
    for (const char* name : { "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM" }) {
        // The program never writes the environment.
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe)
        if (value != nullptr && *value != '\0')
            return true;
    }
    return false;
}

// Qt keeps references to these.
struct Application {
    std::array<char, 10> program { "warpstage" };
    std::array<char*, 2> words { program.data(), nullptr };
    int count = 1;
    std::unique_ptr<QApplication> application; // null if an application exists already

    Application()
    {
        if (QCoreApplication::instance() == nullptr) {
            application = std::make_unique<QApplication>(count, words.data());
            // Qt sets the user's locale for the whole program; files require the decimal point of the C locale.
            std::setlocale(LC_NUMERIC, "C"); // NOLINT(concurrency-mt-unsafe): no other thread formats numbers yet
        }
        QApplication::setApplicationName(QStringLiteral("warpstage"));
        QApplication::setOrganizationName(QStringLiteral("warpstage"));
        QApplication::setApplicationDisplayName(QStringLiteral("warpstage"));
        QGuiApplication::setDesktopFileName(QStringLiteral("warpstage"));
        QApplication::setQuitOnLastWindowClosed(false); // the stage continues without the console
    }
};

// A screen without the stage.
QScreen* screen_away_from(const StageWindow::Place& stage)
{
    const QScreen* const taken = QGuiApplication::screenAt({ stage.center_x, stage.center_y });
    for (QScreen* screen : QGuiApplication::screens()) {
        if (taken != nullptr && screen != taken)
            return screen;
    }
    return nullptr;
}

} // namespace

struct Console::Parts {
    Parts(const ConsoleOptions& options, session::Session& session, StageWindow& stage_window)
        : stage(stage_window)
        , window(options, session, stage_window)
    {
    }

    Application application; // before every widget
    StageWindow& stage;
    MainWindow window;
    bool shown_before = false;
};

Result<void> Console::possible()
{
    if (!has_display())
        return Error { warpstage::tr("The console requires a display. Start the program in a graphical session.") };
    return {};
}

Result<std::unique_ptr<Console>> Console::open(const ConsoleOptions& options, session::Session& session, StageWindow& stage)
{
    if (const auto possible_here = possible(); !possible_here)
        return possible_here.error();
    return std::unique_ptr<Console>(new Console(std::make_unique<Parts>(options, session, stage)));
}

Console::Console(std::unique_ptr<Parts> parts)
    : m_parts(std::move(parts))
{
}

Console::~Console() = default;

Ended Console::run()
{
    QEventLoop loop;
    auto ended = Ended::console_closed;
    const auto end = [&](Ended how) {
        ended = how;
        loop.quit();
    };
    MainWindow& window = m_parts->window;
    window.on_close([&](Ended how) { end(how); });

    // Fires whenever no event is pending, also in the event loop of a dialog.
    QTimer frames;
    QObject::connect(&frames, &QTimer::timeout, &frames, [&] {
        switch (m_parts->stage.draw_frame()) {
        case StageState::open:
            return;
        case StageState::console_key:
            window.close();
            return;
        case StageState::closed:
            end(Ended::program_left);
            return;
        }
    });
    QTimer refresh;
    QObject::connect(&refresh, &QTimer::timeout, &refresh, [&] { window.refresh(); });

    if (!std::exchange(m_parts->shown_before, true)) {
        if (const QScreen* screen = screen_away_from(m_parts->stage.place()))
            window.move_to_screen(*screen);
    }
    window.refresh();
    window.show();
    window.raise(); // the stage may cover the same screen
    window.activateWindow();
    frames.start(0);
    refresh.start(kRefreshMilliseconds);
    loop.exec();
    window.on_close({});
    window.hide();
    return ended;
}

} // namespace warpstage::console
