#include "app/fonts/font_files.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace warpstage::fonts {
namespace {

namespace fs = std::filesystem;

// The fonts that the build copies from the installed packages.
const fs::path kShipped = fs::path(WARPSTAGE_ASSETS) / "fonts";

TEST(Fonts, FontsOfTheProgramComeFirst)
{
    if (!fs::exists(kShipped / "JetBrainsMono-Regular.ttf"))
        GTEST_SKIP() << "The build computer has no fonts.";
    const FontFiles files = find_fonts(kShipped);
    EXPECT_TRUE(files.warnings.empty());
    for (const auto& face : files.faces) {
        ASSERT_TRUE(face);
        EXPECT_EQ(face->path.parent_path(), kShipped);
        EXPECT_EQ(face->size, 1.0F);
    }
    EXPECT_NE(files.faces[0]->path, files.faces[1]->path);
}

TEST(Fonts, TheFolderIsBesideTheProgramOrNamed)
{
    if (!fs::exists(kShipped / "JetBrainsMono-Regular.ttf"))
        GTEST_SKIP() << "The build computer has no fonts.";
    ASSERT_EQ(::setenv("WARPSTAGE_ASSETS", WARPSTAGE_ASSETS, 1), 0);
    EXPECT_EQ(shipped_folder(), kShipped);
    ASSERT_EQ(::setenv("WARPSTAGE_ASSETS", "/nowhere", 1), 0);
    EXPECT_NE(shipped_folder(), kShipped) << "this program is elsewhere";
    ::unsetenv("WARPSTAGE_ASSETS");
}

// A missing face is replaced and a warning is added.
TEST(Fonts, AnEmptyFolderFallsBackToSystemFonts)
{
    const FontFiles files = find_fonts("/nowhere");
    for (std::size_t i = 0; i < kFaces; ++i)
        EXPECT_TRUE(files.faces.at(i) || !files.warnings.empty()) << i;
}

TEST(Fonts, EveryCharacterHasAScriptAndAPackage)
{
    EXPECT_EQ(script_of(0x10d).name, "Latin");
    EXPECT_EQ(script_of(0x3bb).name, "Greek");
    EXPECT_EQ(script_of(0x416).name, "Cyrillic");
    for (const char32_t character : { U'中', U'の', U'한' })
        EXPECT_EQ(script_of(character).package, "fonts-noto-cjk");
    EXPECT_EQ(script_of(0x5d0).package, "fonts-noto-core");
    for (char32_t character = 0; character < 0x20000; character += 7)
        EXPECT_FALSE(script_of(character).package.empty());
    EXPECT_APPROVED(missing_sentence(script_of(0x4e2d)));
}

TEST(Fonts, CoverageReturnsAFileAndIsRepeatable)
{
    OtherFonts others;
    for (const char32_t character : { char32_t { 0x10d }, char32_t { 0x416 }, char32_t { 0x4e2d }, char32_t { 0x10ffff } })
        for (const draw::Face face : { draw::Face::regular, draw::Face::semibold, draw::Face::mono }) {
            const FontFile* found = others.find(face, character);
            EXPECT_EQ(others.find(face, character), found);
            if (found != nullptr) {
                EXPECT_TRUE(fs::is_regular_file(found->path)) << found->path;
            }
        }
    EXPECT_EQ(others.find(draw::Face::regular, 0x10ffff), nullptr) << "not a character";
}

} // namespace
} // namespace warpstage::fonts
