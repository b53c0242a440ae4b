// Searching: a word in a text, queens on a board, a stack machine.
#include "tests/kernels/textbook_case.h"

#include <string>

namespace warpstage::kernels::test {

namespace {

TextbookCase string_search()
{
    std::string text;
    for (int i = 0; i < 60; ++i)
        text += i % 7 == 3 ? "the warp waits, a lane wanders; " : "warps war on wards of warm water ";
    const std::string word = "warp";
    return { "StringSearch", "string_search",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "text", std::vector<char>(text.begin(), text.end()));
            const auto sought = add_buffer(plan, "word", std::vector<char>(word.begin(), word.end()));
            const auto first = add_buffer(plan, "first", std::vector<int> { 0x7fff'ffff });
            const auto count = add_buffer(plan, "count", std::vector<int> { 0 });
            const auto places = add_buffer(plan, "places", std::vector<std::uint32_t>(text.size() / 32 + 1, 0));
            plan.step = { problem::KernelLaunch { "find_word", { static_cast<std::uint32_t>(text.size() / 128 + 1) }, { 128 }, 0,
                { in, static_cast<std::int32_t>(text.size()), sought, static_cast<std::int32_t>(word.size()), first, count,
                    places } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<std::uint32_t> places(text.size() / 32 + 1, 0);
            int count = 0;
            for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
                ++count;
                places[at / 32] |= 1U << at % 32;
            }
            if (const auto difference = first_difference(numbers_of<int>(contents[2]), { static_cast<int>(text.find(word)) });
                !difference.empty())
                return "first: " + difference;
            if (const auto difference = first_difference(numbers_of<int>(contents[3]), { count }); !difference.empty())
                return "count: " + difference;
            return first_difference(numbers_of<std::uint32_t>(contents[4]), places);
        } };
}

TextbookCase queens()
{
    constexpr std::int32_t kBoard = 8;
    constexpr std::uint32_t kSolutions = 92; // Nauck 1850
    return { "Queens", "queens",
        [=] {
            problem::Plan plan;
            const auto solutions = add_buffer(plan, "solutions", std::vector<std::uint32_t> { 0 });
            plan.step = { problem::KernelLaunch { "queens", { kBoard }, { 32 }, 0, { kBoard, solutions } } };
            return plan;
        },
        [=](const Contents& contents) {
            return first_difference(numbers_of<std::uint32_t>(contents[0]), { kSolutions });
        } };
}

// The instructions of byte_code.cu.
enum Code : std::uint8_t { kPush, kAdd, kSubtract, kMultiply, kDuplicate, kSwap, kNegate, kAnd, kXor, kShift, kReturn };

// Four programs after a table of their offsets; the number in `reference` is the same program.
const std::vector<std::uint8_t> kPrograms { 4, 10, 18, 30, //
    kDuplicate, kMultiply, kPush, 7, kAdd, kReturn, // 0: x * x + 7
    kPush, 100, kSwap, kSubtract, kNegate, kDuplicate, kAdd, kReturn, // 1: -(100 - x) * 2
    kDuplicate, kPush, 15, kAnd, kPush, 3, kShift, kXor, kPush, 1, kAdd, kReturn, // 2: (x ^ (x & 15) << 3) + 1
    kNegate, kDuplicate, kDuplicate, kMultiply, kMultiply, kReturn }; // 3: (-x)^3

int reference(int program, int x)
{
    switch (program) {
    case 0:
        return x * x + 7;
    case 1:
        return -(100 - x) * 2;
    case 2:
        return (x ^ (x & 15) << 3) + 1;
    default:
        return -x * -x * -x;
    }
}

TextbookCase byte_code()
{
    constexpr int kThreads = 100;
    const auto input = random_integers(kThreads, 0, 500, 16);
    return { "ByteCode", "byte_code",
        [=] {
            problem::Plan plan;
            const auto program = add_buffer(plan, "program", kPrograms);
            const auto in = add_buffer(plan, "input", input);
            const auto out = add_buffer(plan, "output", std::vector<int>(kThreads, 0));
            plan.step = { problem::KernelLaunch {
                "interpret", { 2 }, { 64 }, 0, { program, in, out, std::int32_t { kThreads } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> expected;
            for (int i = 0; i < kThreads; ++i)
                expected.push_back(reference(i % 4, input[static_cast<std::size_t>(i)]));
            return first_difference(numbers_of<int>(contents[2]), expected);
        } };
}

} // namespace

std::vector<TextbookCase> search_cases()
{
    return { string_search(), queens(), byte_code() };
}

} // namespace warpstage::kernels::test
