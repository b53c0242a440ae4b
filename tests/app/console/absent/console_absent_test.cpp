// A build with WARPSTAGE_CONSOLE=OFF: no console, and a sentence that says so.
#include "app/console/console.h"
#include "app/console/libraries.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::console {
namespace {

TEST(ConsoleAbsent, IsNotPossibleAndOneSentenceSaysWhy)
{
    const auto possible = Console::possible();
    ASSERT_FALSE(possible);
    EXPECT_APPROVED(possible.error().message);
}

TEST(ConsoleAbsent, NamesNoLibraryOfTheConsole)
{
    for (const auto& library : library_versions())
        EXPECT_EQ(library.find("QScintilla"), std::string::npos) << library;
}

} // namespace
} // namespace warpstage::console
