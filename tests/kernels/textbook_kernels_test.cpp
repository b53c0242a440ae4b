// Kernels from textbooks, not written for warpstage, compared with references computed on the host. Each test program selects its
// device: the virtual machine, or the GPU of this computer.
#include "tests/kernels/machine_under_test.h"
#include "tests/kernels/textbook_run.h"

#include <gtest/gtest.h>

namespace warpstage::kernels::test {
namespace {

class TextbookKernel : public testing::TestWithParam<TextbookCase> { };

TEST_P(TextbookKernel, AgreesWithTheHost)
{
    const auto machine = machine_under_test();
    if (!machine)
        GTEST_SKIP() << machine.error().message;
    EXPECT_EQ(difference_after(GetParam(), **machine), "");
}

INSTANTIATE_TEST_SUITE_P(
    Textbook, TextbookKernel, testing::ValuesIn(textbook_cases()), [](const auto& textbook) { return textbook.param.name; });

} // namespace
} // namespace warpstage::kernels::test
