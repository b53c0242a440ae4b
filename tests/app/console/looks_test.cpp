// The window in the desktop's colours and letters. With WARPSTAGE_CONSOLE_PICTURES=FOLDER the pictures are kept, to be looked at.
#include "app/console/console.h"
#include "app/console/main_window.h"
#include "tests/app/console/qt_environment.h"

#include <Qsci/qsciscintilla.h>
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QPalette>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

namespace warpstage::console {
namespace {

class QuietStage final : public StageWindow {
public:
    [[nodiscard]] StageState draw_frame() override { return StageState::open; }
    void ask_for_picture(int /*width*/) override { }
    [[nodiscard]] std::optional<StagePicture> take_picture() override { return std::nullopt; }
    [[nodiscard]] Place place() const override { return {}; }
};

class StaticEditor final : public SourceEditor {
public:
    void source_edited(EditedSource /*edited*/) override { }
    [[nodiscard]] std::shared_ptr<const SourceState> source_state() const override { return state; }

    std::shared_ptr<const SourceState> state;
};

QPalette dark_palette()
{
    QPalette palette(QColor(0x2b, 0x2d, 0x31), QColor(0x1e, 0x1f, 0x22));
    palette.setColor(QPalette::Base, QColor(0x1b, 0x1c, 0x1f));
    palette.setColor(QPalette::AlternateBase, QColor(0x24, 0x26, 0x2a));
    for (const auto role : { QPalette::Text, QPalette::WindowText, QPalette::ButtonText })
        palette.setColor(role, QColor(0xe6, 0xed, 0xf3));
    palette.setColor(QPalette::PlaceholderText, QColor(0x93, 0xa1, 0xb3));
    palette.setColor(QPalette::Highlight, QColor(0x2f, 0x65, 0xca));
    return palette;
}

class Looks : public ::testing::Test {
protected:
    void SetUp() override
    {
        std::filesystem::create_directories(m_options.data);
        m_options.catalog = testing::shipped_lessons();
        m_options.program = "warpstage 0.1.0";
        m_options.editor = &m_editor;
        m_session = testing::running_session("reduction", "reduce2", "1024");
        auto state = std::make_shared<SourceState>();
        state->lesson = "reduction";
        state->headline = "kernels.cu does not compile in line 7: " + std::string(5000, 'x');
        state->severity = session::Severity::fault;
        state->messages = { { 7, session::Severity::fault, "expected a `;`" }, { 9, session::Severity::information, "a note" } };
        m_editor.state = state;
    }
    void TearDown() override
    {
        m_window.reset();
        QApplication::setPalette(m_palette);
        QApplication::setFont(m_letters);
    }

    MainWindow& open(const QPalette& palette, double scale)
    {
        QApplication::setPalette(palette);
        QFont letters = m_letters;
        letters.setPointSizeF(letters.pointSizeF() * scale);
        QApplication::setFont(letters);
        m_window = std::make_unique<MainWindow>(m_options, *m_session, m_stage);
        m_window->resize(1280, 800);
        m_window->refresh();
        m_window->show();
        m_window->refresh();
        return *m_window;
    }
    void keep(const QString& name)
    {
        for (const char* page : { "show_notes", "show_source" }) {
            m_window->findChild<QAction*>(page)->trigger();
            m_window->refresh();
            QApplication::processEvents();
            const char* folder = std::getenv("WARPSTAGE_CONSOLE_PICTURES"); // NOLINT(concurrency-mt-unsafe)
            if (folder == nullptr)
                continue;
            EXPECT_TRUE(m_window->grab().save(QStringLiteral("%1/%2-%3.png").arg(QString::fromUtf8(folder), name, page)));
        }
    }

    QPalette m_palette = QApplication::palette();
    QFont m_letters = QApplication::font();
    StaticEditor m_editor;
    QuietStage m_stage;
    ConsoleOptions m_options { .catalog = nullptr,
        .data = testing::own_folder() / "looks",
        .program = {},
        .arguments = {},
        .opened = {},
        .editor = nullptr };
    std::unique_ptr<session::Session> m_session;
    std::unique_ptr<MainWindow> m_window;
};

TEST_F(Looks, LightAndDarkFollowTheDesktop)
{
    EXPECT_GT(open(m_palette, 1.0).source().editor_widget().paper().lightness(), 200);
    keep("light");
    EXPECT_LT(open(dark_palette(), 1.0).source().editor_widget().paper().lightness(), 60);
    keep("dark");
    QApplication::setPalette(m_palette);
    QApplication::processEvents();
    EXPECT_GT(m_window->source().editor_widget().paper().lightness(), 200) << "it changes while the window is open";
}

// The smallest screen of a lecture hall's laptop, also for who needs large letters.
TEST_F(Looks, FitsOnASmallScreen)
{
    for (const double scale : { 1.0, 1.5 }) {
        const auto& window = open(m_palette, scale);
        EXPECT_LE(window.minimumSizeHint().width(), 1280) << scale;
        EXPECT_LE(window.minimumSizeHint().height(), 720) << scale;
        EXPECT_EQ(window.size(), QSize(1280, 800)) << scale;
        keep(QStringLiteral("letters-%1").arg(scale));
    }
}

} // namespace
} // namespace warpstage::console
