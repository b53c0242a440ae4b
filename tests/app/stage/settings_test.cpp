#include "app/stage/context/motion_preference.h"
#include "app/stage/stage_settings.h"
#include "tests/app/views/view_of.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace warpstage::stage {
namespace {

namespace fs = std::filesystem;

class Settings : public testing::Test {
protected:
    void SetUp() override { fs::create_directories(m_folder); }
    void TearDown() override { fs::remove_all(m_folder); }

    fs::path m_folder = fs::temp_directory_path() / ("warpstage-settings-" + std::to_string(::getpid()));
    fs::path m_file = m_folder / "warpstage" / "stage.txt";
};

TEST_F(Settings, SavedSettingsAreRead)
{
    const StageSettings chosen { 2.5F, draw::Theme::high_contrast, views::Display::maximized, &views::view_of("source"), true,
        true };
    ASSERT_TRUE(save_settings(chosen, m_file)) << "the folder is created";
    EXPECT_EQ(load_settings(m_file), chosen);
}

TEST_F(Settings, NamesOfOlderVersionsAreRead)
{
    fs::create_directories(m_file.parent_path());
    for (const auto& [word, id] :
        { std::pair { "access", "banks" }, std::pair { "lanes", "lanes" }, std::pair { "timings", "variants" },
            std::pair { "source", "source" }, std::pair { "timeline", "timeline" }, std::pair { "comparison", "compare" } }) {
        std::ofstream(m_file) << "view = picture\npicture = " << word << "\n";
        const StageSettings settings = load_settings(m_file);
        EXPECT_EQ(settings.display, views::Display::maximized);
        EXPECT_EQ(settings.maximized->id, id);
    }
    std::ofstream(m_file) << "letters = 150\n";
    EXPECT_EQ(load_settings(m_file).text_size, 1.5F);
    std::ofstream(m_file) << "view = picture\npicture = tour\n";
    EXPECT_EQ(load_settings(m_file).maximized->id, "banks") << "a view that is not a figure";
}

TEST_F(Settings, MissingOrInvalidFilesGiveTheDefaults)
{
    EXPECT_EQ(load_settings(m_file), StageSettings {});
    fs::create_directories(m_file.parent_path());
    std::ofstream(m_file) << "letters = 170\ntheme = pink\nview\n= \ntext-size = 150x\nfuture = 1\ntour = seen\n";
    StageSettings seen;
    seen.tour_seen = true;
    EXPECT_EQ(load_settings(m_file), seen);
}

TEST_F(Settings, AnImpossibleFolderIsReported)
{
    std::ofstream(m_folder / "warpstage") << "in the way";
    const auto saved = save_settings({}, m_file);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().message,
        "Cannot save the settings to `" + m_file.string() + "`. The next start uses the previous settings.");
}

TEST_F(Settings, ThePreferenceOfTheDesktopIsRead)
{
    EXPECT_FALSE(animations_are_off(m_folder)) << "no files";
    fs::create_directories(m_folder / "gtk-4.0");
    std::ofstream(m_folder / "gtk-4.0" / "settings.ini") << "[Settings]\ngtk-enable-animations=false\n";
    EXPECT_TRUE(animations_are_off(m_folder));
    std::ofstream(m_folder / "gtk-4.0" / "settings.ini") << "[Settings]\ngtk-enable-animations=1\n";
    EXPECT_FALSE(animations_are_off(m_folder));
    fs::remove_all(m_folder / "gtk-4.0");
    std::ofstream(m_folder / "kdeglobals") << "[KDE]\nAnimationDurationFactor=0\n";
    EXPECT_TRUE(animations_are_off(m_folder));
}

TEST(TextSize, ChangesFromOneToThreeInSteps)
{
    float size = 1.0F;
    int steps = 0;
    for (; larger_text_size(size) > size; ++steps)
        size = larger_text_size(size);
    EXPECT_EQ(size, 3.0F);
    EXPECT_EQ(steps, 6);
    for (; smaller_text_size(size) < size; --steps)
        size = smaller_text_size(size);
    EXPECT_EQ(size, 1.0F);
    EXPECT_EQ(steps, 0);
}

} // namespace
} // namespace warpstage::stage
