// Extracts the text of one kernel from a module.
#include "core/ptx/kernel_text.h"
#include "core/ptx/parser.h"

#include <gtest/gtest.h>

namespace warpstage::ptx {
namespace {

const std::string kModuleHead = ".version 7.0\n.target sm_75\n.address_size 64\n";
const std::string kFunction = ".func helper()\n{\n\tret;\n}\n";
const std::string kFirst = ".visible .entry first(\n\t.param .u64 first_param_0\n)\n{\n\tcall helper;\n\tret;\n}\n";
const std::string kSecond = ".weak .entry second()\n{\n\tret;\n}\n";

std::optional<std::string> cut(const std::string& text, const std::string& kernel)
{
    const auto module = parse(text, "kernels.ptx");
    EXPECT_TRUE(module.ok()) << module.error().message;
    return text_of_kernel(text, *module, kernel);
}

TEST(KernelText, OtherKernelsAreRemoved)
{
    const auto text = kModuleHead + kFunction + kFirst + kSecond;
    EXPECT_EQ(cut(text, "first"), kModuleHead + kFunction + kFirst);
    EXPECT_EQ(cut(text, "second"), kModuleHead + kFunction + kSecond);
}

TEST(KernelText, TheExtractedTextIsAModule)
{
    const auto text = cut(kModuleHead + kFunction + kFirst + kSecond, "first");
    ASSERT_TRUE(text);
    const auto module = parse(*text, "kernels.ptx");
    ASSERT_TRUE(module.ok());
    EXPECT_NE(module->find("first"), nullptr);
    EXPECT_EQ(module->find("second"), nullptr);
}

TEST(KernelText, KernelsThatShareMemoryStayTogether)
{
    EXPECT_EQ(cut(kModuleHead + ".global .u32 counter;\n" + kSecond, "second"), std::nullopt);
    EXPECT_TRUE(cut(kModuleHead + ".shared .align 4 .b8 rows[1024];\n" + kSecond, "second"));
}

TEST(KernelText, AnUnknownKernelIsNotFound)
{
    EXPECT_EQ(cut(kModuleHead + kSecond, "third"), std::nullopt);
}

TEST(KernelText, AnotherLayoutIsNotChanged)
{
    EXPECT_EQ(cut(kModuleHead + ".visible .entry first() { ret; }\n" + kSecond, "second"), std::nullopt);
    EXPECT_EQ(cut(kModuleHead + ".visible\n.entry first()\n{ ret; }\n  .entry second() {\n\tret;\n}\n", "second"), std::nullopt);
}

} // namespace
} // namespace warpstage::ptx
