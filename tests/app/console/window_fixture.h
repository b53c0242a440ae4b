// A console window with a stage that draws nothing; dialogs are answered automatically.
#pragma once

#include "app/console/window/main_window.h"
#include "tests/app/console/qt_environment.h"

#include <Qsci/qsciscintilla.h>
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QInputDialog>
#include <QMessageBox>
#include <QTimer>
#include <optional>

namespace warpstage::console::testing {

class StillStage final : public StageWindow {
public:
    [[nodiscard]] StageState draw_frame() override
    {
        ++frames;
        return frames < close_after ? StageState::open : how;
    }
    void ask_for_picture(int width) override { asked = width; }
    [[nodiscard]] std::optional<StagePicture> take_picture() override
    {
        if (asked == 0)
            return std::nullopt;
        asked = 0;
        return StagePicture { 4, 2, std::vector<std::uint8_t>(32, 200) };
    }
    [[nodiscard]] Place place() const override { return {}; }
    [[nodiscard]] draw::Theme theme() const override { return shown_theme; }

    int frames = 0;
    int close_after = 1000000;
    StageState how = StageState::closed;
    int asked = 0;
    draw::Theme shown_theme = draw::Theme::dark;
};

class WindowTest : public ::testing::Test {
protected:
    void SetUp() override
    {
        std::filesystem::create_directories(m_folder);
        m_options.catalog = shipped_lessons();
        m_options.data = m_folder;
        m_options.program = "warpstage 0.1.0";
        m_session = running_session("reduction", "reduce2", "1024");
        m_window = std::make_unique<MainWindow>(m_options, *m_session, m_stage);
        m_window->on_close([this](Ended how) { m_ended = how; });
        m_window->refresh();
        m_window->show();
        m_window->refresh();
        m_answerer.setInterval(20);
        QObject::connect(&m_answerer, &QTimer::timeout, &m_answerer, [this] { answer(); });
        m_answerer.start();
    }
    void TearDown() override
    {
        m_window.reset();
        std::filesystem::remove_all(m_folder);
    }

    // Answers dialogs and stores their texts.
    void answer()
    {
        QWidget* dialog = QApplication::activeModalWidget();
        if (dialog == nullptr)
            return;
        m_said.push_back(dialog->windowTitle());
        if (auto* message = dynamic_cast<QMessageBox*>(dialog))
            m_said.push_back(message->text());
        if (auto* input = dynamic_cast<QInputDialog*>(dialog)) {
            if (!m_typed.isEmpty())
                input->setTextValue(m_typed);
            input->accept();
            return;
        }
        dialog->close();
    }

    QAction* action(const QString& name)
    {
        auto* found = m_window->findChild<QAction*>(name);
        EXPECT_NE(found, nullptr) << name.toStdString();
        return found;
    }
    void trigger(const QString& name)
    {
        action(name)->trigger();
        tick(*m_session, 2);
        m_window->refresh();
    }
    std::shared_ptr<const session::Snapshot> snapshot() { return m_session->snapshot(); }

    std::filesystem::path m_folder = own_folder() / "window";
    ConsoleOptions m_options;
    std::unique_ptr<session::Session> m_session;
    StillStage m_stage;
    std::unique_ptr<MainWindow> m_window;
    std::optional<Ended> m_ended;
    QTimer m_answerer;
    QStringList m_said;
    QString m_typed;
};

} // namespace warpstage::console::testing
