// Messages about faults in the languages of the program.
#include "app/views/frame/fault_words.h"
#include "core/base/words.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace warpstage::views {
namespace {

constexpr std::array kMessages {
    "Race on __shared__ memory: read by thread (31,0,0) at line 13 and write by thread (32,0,0) at line 12 access the word at "
    "offset 128 of `words` without __syncthreads() between them; block (16,0,0)",
    "Race on __shared__ memory: write by thread (16,0,0) at line 212 and read by thread (0,0,0) at line 213 access the word at "
    "offset 64 of `sdata` without __syncwarp() between them, and since Volta the lanes of a warp are not guaranteed to run in "
    "lock step; warp 0 of block (4096,0,0); also: race at line 213; also: race at lines 213 and 214",
    "Race on __global__ memory: read by thread (1,0,0) of block (0,0,0) at line 182 and write by thread (0,0,0) of block (1,0,0) "
    "at line 192 access the word at offset 4 of buffer `v` (16384 bytes), and the order of blocks is undefined: another kernel "
    "launch or a grid barrier must separate them",
    "Race on __shared__ memory: atomic access by thread (0,0,0) at line 5 and write by thread (32,0,0) at line 7 of other.cu "
    "access the word at offset 0; one access is atomic, the other one is not, and nothing orders them: make both atomic, or "
    "separate them with __syncthreads(); block (0,0,0)",
    "Race on __global__ memory: write by thread (0,0,0) of block (0,0,0) at line 165 and write by thread (0,0,0) of block "
    "(1,0,0) "
    "at line 165 access the word at offset 0 of buffer `total` (4 bytes), and the order of blocks is undefined: both read, "
    "change "
    "and write it without an atomic operation",
    "Race on __shared__ memory: writes by thread (0,0,0) and thread (1,0,0) at line 3 store different values to the word at "
    "offset "
    "0 of `s` in one instruction; warp 0 of block (0,0,0)",
    "Barrier in divergent code: 16 of the 32 active threads of warp 3 wait at __syncthreads() for the others, which are on "
    "another "
    "path; thread (96,0,0) of block (16,0,0), lane 0, line 36",
    "Deadlock, no warp can continue: 3 warps wait at barrier 0 for 128 threads, 96 arrived; thread (0,0,0) of block (0,0,0), "
    "lane "
    "0, line 9",
    "Invalid __global__ read of size 4 bytes at address 0x7f0000001000: 4 bytes past the end of buffer `x` (4096 bytes); thread "
    "(0,0,0) of block (4,0,0), lane 0, line 5",
    "Invalid __global__ write of size 1 byte at address 0x0: a null pointer; thread (0,0,0) of block (0,0,0), lane 0, PTX line "
    "40",
    "Invalid __shared__ read of size 4 bytes at address 0x402: the address is not a multiple of 4; thread (0,0,0) of block "
    "(0,0,0), lane 0, line 5",
    "Invalid __global__ read of size 4 bytes at address 0x9: not in any buffer; the nearest one is more than 16 MiB away; thread "
    "(0,0,0) of block (0,0,0), lane 0, line 5",
    "The block has exhausted its budget of 1000000 warp instructions; this loop probably never ends; thread (0,0,0) of block "
    "(0,0,0), lane 0, line 5",
    "Deadlock, block (0,0,0) cannot continue: warp 0 is in a loop in which nothing changes any more, and no other thread writes "
    "a "
    "value that ends it. Code for a compute capability below 7.0 runs the other lanes of the warp only after the loop: compile "
    "it "
    "for compute capability 7.5 or later; thread (0,0,0) of block (0,0,0), lane 0, line 9",
    "Unordered volatile accesses to __global__ memory: write by thread (0,0,0) of block (0,0,0) at line 3 and read by thread "
    "(0,0,0) of block (1,0,0) at line 5 access the word at offset 0 of buffer `flag` (4 bytes); volatile is no fence: call "
    "__threadfence() before the flag or lock is written and after it is read",
    "Invalid member mask 0xffffffff of shfl.sync.down.b32: lanes 0 to 3 and 9 are on another path, lane 12 has exited; thread "
    "(16,0,0) of block (0,0,0), lane 16, line 8",
    "Invalid member mask 0x0000ffff of shfl.sync.down.b32: lane 16 executes the instruction but is not a member; thread (16,0,0) "
    "of block (0,0,0), lane 16, line 8",
    "Uninitialized __shared__ memory read of size 4 bytes at address 0x80: no thread has written byte 128 of the block's shared "
    "memory; thread (0,0,0) of block (0,0,0), lane 0, line 7",
    "Uninitialized __global__ memory read of size 4 bytes at address 0x7f00: neither host nor kernel has written byte 128 of "
    "buffer `out` (4096 bytes); thread (0,0,0) of block (0,0,0), lane 0, line 7",
    "Invalid __shared__ read of size 4 bytes at address 0x80: 4 bytes past the end of the array `tile` (1024 bytes); thread "
    "(0,0,0) of block (0,0,0), lane 0, line 7",
    "Undefined value of shfl.sync.down.b32: it comes from lane 20, which does not take part (mask 0x0000ffff), and is used at "
    "line 9; thread (4,0,0) of block (0,0,0), lane 4, line 8",
};

class FaultWords : public ::testing::Test {
protected:
    void SetUp() override { words::set_catalogs(WARPSTAGE_ASSETS "/languages"); }
    void TearDown() override { words::set_language(*words::find_language("en")); }
};

TEST_F(FaultWords, AreThoseOfTheVirtualMachineInEnglish)
{
    for (const char* message : kMessages)
        EXPECT_EQ(fault_words(message), message);
}

// Each of these messages is translated completely: no English word remains.
TEST_F(FaultWords, AreTranslatedCompletely)
{
    for (const char* code : { "cs", "el", "es", "ja", "ko", "ru" }) {
        ASSERT_TRUE(words::set_language(*words::find_language(code)));
        for (const char* message : kMessages) {
            const std::string text = " " + fault_words(message) + " ";
            for (const std::string_view word : { " the ", " at ", " by ", " of ", " and ", " access ", " wait ", " between ",
                     " thread ", " past ", " lane ", " line ", " block ", "Invalid", "Race ", " must " })
                EXPECT_EQ(text.find(word), std::string::npos) << code << ": " << text << " contains" << word;
        }
    }
}

TEST_F(FaultWords, KeepTheValues)
{
    ASSERT_TRUE(words::set_language(*words::find_language("ru")));
    const std::string text = fault_words(kMessages.front());
    for (const std::string_view value : { "(31,0,0)", "13", "(32,0,0)", "12", "128", "`words`", "__syncthreads()", "(16,0,0)" })
        EXPECT_NE(text.find(value), std::string::npos) << value << " is not in: " << text;
}

TEST_F(FaultWords, ClausesThatAreNotInTheTableStayInEnglish)
{
    ASSERT_TRUE(words::set_language(*words::find_language("cs")));
    const std::string text = fault_words("The kernel did something new; thread (0,0,0) of block (0,0,0), lane 0, line 5");
    EXPECT_TRUE(text.starts_with("The kernel did something new; ")) << text;
    EXPECT_EQ(text.find("lane"), std::string::npos) << text;
    EXPECT_EQ(fault_words(""), "");
    EXPECT_EQ(fault_words("; ; "), "; ; ");
}

} // namespace
} // namespace warpstage::views
