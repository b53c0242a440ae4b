// With scripts that replace the tools and, if they are installed, with the real tools.
#include "core/sass/differences.h"
#include "core/sass/disassembly.h"
#include "tests/approved.h"
#include "tests/core/sass/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::sass::test {
namespace {

Result<Listing> disassemble_rows(const Toolkit& toolkit)
{
    const std::string ptx = fixture("sums.ptx");
    return disassemble(toolkit, { ptx, module_of_sums().find("rows")->name, "sums.cu", "sm_90" });
}

TEST(Disassembly, RunsBothTools)
{
    const Folder tools;
    const std::string make = "while [ \"$1\" != -o ]; do shift; done; echo made > \"$2\"";
    tools.put_script("ptxas", make);
    tools.put_script("nvdisasm", "grep -q made \"$3\" && cat " WARPSTAGE_FIXTURES "/sass/rows.sass");
    const auto listing = disassemble_rows(*find_toolkit({ tools.path() }));
    ASSERT_TRUE(listing.ok()) << listing.error().message;
    EXPECT_EQ(*listing, listing_of("rows"));
    tools.put_script("ptxas", make + "; echo 'ptxas info    : Used 25 registers, used 1 barriers' >&2");
    EXPECT_EQ(disassemble_rows(*find_toolkit({ tools.path() }))->registers, 25);
}

TEST(Disassembly, ErrorsOfAToolAreReported)
{
    const Folder tools;
    tools.put_script("ptxas", "echo \"ptxas fatal   : Value 'sm_13' is not defined for option 'gpu-name'\" >&2; exit 1");
    tools.put_script("nvdisasm", "");
    EXPECT_APPROVED(disassemble_rows(*find_toolkit({ tools.path() })).error().message);
    tools.put_script("ptxas", "");
    EXPECT_APPROVED(disassemble_rows(*find_toolkit({ tools.path() })).error().message);
    tools.put_script("nvdisasm", "kill -11 $$");
    EXPECT_FALSE(disassemble_rows(*find_toolkit({ tools.path() })).ok());
}

// A different version of the assembler may select other instructions, but the lessons rely on eight words of a row being
// combined.
TEST(Disassembly, WorksWithTheInstalledTools)
{
    const auto toolkit = find_toolkit();
    if (!toolkit)
        GTEST_SKIP() << toolkit.error().message;
    const auto listing = disassemble_rows(*toolkit);
    ASSERT_TRUE(listing.ok()) << listing.error().message;
    EXPECT_THAT(differences(ptx::Listing(*module_of_sums().find("rows")), *listing),
        testing::ElementsAre(testing::Field(&Difference::change, Change::joined)));
    EXPECT_GE(listing->registers, 8);
    EXPECT_LE(listing->registers, 255);
}

} // namespace
} // namespace warpstage::sass::test
