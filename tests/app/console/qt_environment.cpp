#include "tests/app/console/qt_environment.h"

#include "core/timing/estimate.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <QApplication>
#include <array>
#include <cstdlib>
#include <vector>

namespace warpstage::console::testing {

namespace {

namespace fs = std::filesystem;

class QtEnvironment : public ::testing::Environment {
public:
    void SetUp() override
    {
        fs::create_directories(own_folder());
        setenv("XDG_CONFIG_HOME", own_folder().c_str(), 1); // folder of QSettings
        setenv("QT_QPA_PLATFORM", "offscreen", 1);
        m_application = std::make_unique<QApplication>(m_count, m_words.data());
        QApplication::setApplicationName("warpstage");
        QApplication::setOrganizationName("warpstage");
        QApplication::setQuitOnLastWindowClosed(false);
    }
    void TearDown() override
    {
        m_application.reset();
        std::error_code ignored;
        fs::remove_all(own_folder(), ignored);
    }

private:
    std::array<char, 5> m_program { "test" };
    std::array<char*, 2> m_words { m_program.data(), nullptr };
    int m_count = 1;
    std::unique_ptr<QApplication> m_application;
};

[[maybe_unused]] const auto* const kEnvironment = ::testing::AddGlobalTestEnvironment(new QtEnvironment);

} // namespace

const fs::path& own_folder()
{
    static const fs::path folder = fs::temp_directory_path() / ("warpstage-console-" + std::to_string(::getpid()));
    return folder;
}

std::shared_ptr<const lesson::Catalog> shipped_lessons()
{
    static const auto catalog = [] {
        const std::vector<fs::path> roots { fs::path(WARPSTAGE_ASSETS) / "lessons" };
        return std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots));
    }();
    return catalog;
}

void tick(session::Session& session, int times)
{
    for (int i = 0; i < times; ++i) {
        session.tick(std::chrono::steady_clock::now());
        session.settle();
    }
    session.tick(std::chrono::steady_clock::now());
}

std::unique_ptr<session::Session> running_session(const std::string& lesson, const std::string& variant, const std::string& n)
{
    session::SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = lesson;
    options.variant = variant;
    options.estimate = timing::estimate_step;
    if (!n.empty())
        options.parameters = { { "n", n } };
    auto session = session::Session::create(shipped_lessons(), options);
    EXPECT_TRUE(session) << session.error().message;
    tick(**session, 4);
    return *std::move(session);
}

} // namespace warpstage::console::testing
