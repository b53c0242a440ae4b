// wgmma.mma_async in every format and shared-memory layout: the kernels of wgmma.cu are named by formats and source of a, and
// from the name comes what they must compute.
#include "tests/kernels/tensor/matrix_product.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>

namespace warpstage::kernels::test {

namespace {

constexpr std::size_t kThreads = 128;
constexpr std::size_t kImageBytes = 16384;
constexpr std::size_t kRowsOfWarp = 16;
constexpr std::size_t kColumns = 16;

// How a matrix lies in shared memory: the canonical layouts of PTX ISA, 9.7.15.5.1 "Shared memory matrix layout". Sizes in bytes.
struct Layout {
    std::size_t row_bytes = 16; // of eight rows that are swizzled together; 16: no swizzle
    bool along_k = true;
    std::size_t first = 0; // where the matrix begins in its first row

    // Of the number (side, k); side counts rows of a or columns of b.
    [[nodiscard]] std::size_t place(std::size_t side, std::size_t k, std::size_t bits) const
    {
        const std::size_t row = along_k ? side : k;
        const std::size_t within = first + (along_k ? k : side) * bits / 8;
        const std::size_t address =
            row / 8 * kAcross + within / row_bytes * (8 * row_bytes) + row % 8 * row_bytes + within % row_bytes;
        const std::size_t chunk = address / 16 % (row_bytes / 16) ^ address / 128 % (row_bytes / 16);
        return row_bytes == 16 ? address : address / row_bytes * row_bytes + chunk * 16 + address % 16;
    }
    [[nodiscard]] std::uint64_t descriptor() const
    {
        const std::uint64_t along = 8 * row_bytes; // from a row to its continuation
        const bool exchanged = row_bytes == 16 && !along_k;
        const std::uint64_t mode = row_bytes == 128 ? 1 : row_bytes == 64 ? 2 : row_bytes == 32 ? 3 : 0;
        return first / 16 | (exchanged ? kAcross : along) / 16 << 16U | (exchanged ? along : kAcross) / 16 << 32U | mode << 62U;
    }

private:
    static constexpr std::uint64_t kAcross = 1024; // from eight rows to the next ones; their continuations lie in between
};

struct WgmmaName {
    std::string d;
    std::string a;
    std::string b;
    bool along_k = true;
    bool minus = false;
    bool of_registers = false;
};

// "wgmma_f32_f16_f16_mn_shared"
WgmmaName parsed_wgmma(const std::string& kernel)
{
    std::istringstream words(kernel);
    std::array<std::string, 4> first;
    for (std::string& word : first)
        std::getline(words, word, '_');
    WgmmaName name { first[1], first[2], first[3] };
    for (std::string word; std::getline(words, word, '_');) {
        name.along_k = name.along_k && word != "mn";
        name.minus = name.minus || word == "minus";
        name.of_registers = name.of_registers || word == "registers";
    }
    return name;
}

std::vector<std::byte> image_of(
    const Layout& layout, const std::string& format, std::size_t sides, std::size_t depth, const std::vector<int>& numbers)
{
    std::vector<std::byte> image(kImageBytes, std::byte { 0xa5 });
    const std::size_t bits = bits_of(format);
    for (std::size_t side = 0; side < sides; ++side) {
        for (std::size_t k = 0; k < depth; ++k) {
            const std::uint64_t number = encoded(numbers[side * depth + k], format);
            std::memcpy(image.data() + layout.place(side, k, bits), &number, bits / 8);
        }
    }
    return image;
}

// The four registers of each thread: PTX ISA, 9.7.15.5.1.1, figures "register fragments for matrix A".
std::vector<std::byte> registers_of(const std::string& format, std::size_t depth, const std::vector<int>& numbers)
{
    std::vector<std::byte> image(kImageBytes);
    const std::size_t bytes = bits_of(format) / 8;
    const std::size_t together = 4 / bytes;
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
        for (std::size_t index = 0; index < 4; ++index) {
            const std::size_t row = thread / 32 * kRowsOfWarp + thread % 32 / 4 + index % 2 * 8;
            for (std::size_t part = 0; part < together; ++part) {
                const std::size_t k = thread % 4 * together + part + index / 2 * 4 * together;
                const std::uint64_t number = encoded(numbers[row * depth + k], format);
                std::memcpy(image.data() + thread * 16 + index * 4 + part * bytes, &number, bytes);
            }
        }
    }
    return image;
}

struct SumPlace {
    std::size_t row;
    std::size_t column;
};

// Of number i of a thread's d.
SumPlace place_of_sum(std::size_t thread, std::size_t i)
{
    return { thread / 32 * kRowsOfWarp + thread % 32 / 4 + i / 2 % 2 * 8, i / 4 * 8 + thread % 4 * 2 + i % 2 };
}

constexpr std::size_t kSumsOfThread = kRowsOfWarp * kColumns / 32;

TextbookCase wgmma_case(const std::string& kernel, const Layout& layout, bool keeps, const std::string& suffix)
{
    const WgmmaName name = parsed_wgmma(kernel);
    const std::size_t depth = 256 / bits_of(name.a);
    const auto a = factors_of(name.a, 64 * depth, 71);
    const auto b = factors_of(name.b, kColumns * depth, 72);
    const auto c = sums_of(name.d, 64 * kColumns, 73);
    Layout in_memory = layout;
    in_memory.along_k = name.along_k;
    const std::size_t bits = bits_of(name.d);
    return { "Wgmma_" + kernel.substr(6) + suffix, "wgmma.90a",
        [=] {
            problem::Plan plan;
            BitBuffer sums(kThreads * kSumsOfThread, bits);
            for (std::size_t i = 0; i < kThreads * kSumsOfThread; ++i) {
                const SumPlace at = place_of_sum(i / kSumsOfThread, i % kSumsOfThread);
                sums.put(i, encoded(c[at.row * kColumns + at.column], name.d));
            }
            const auto d = add_buffer(plan, "d", sums.bytes());
            const auto left = add_buffer(
                plan, "a", name.of_registers ? registers_of(name.a, depth, a) : image_of(in_memory, name.a, 64, depth, a));
            const auto right = add_buffer(plan, "b", image_of(in_memory, name.b, kColumns, depth, b));
            plan.step = { problem::KernelLaunch { kernel, { 1 }, { kThreads }, 0,
                { d, left, right, in_memory.descriptor(), in_memory.descriptor(), std::int32_t { keeps ? 1 : 0 } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<std::uint64_t> found;
            std::vector<std::uint64_t> expected;
            for (std::size_t i = 0; i < kThreads * kSumsOfThread; ++i) {
                const SumPlace at = place_of_sum(i / kSumsOfThread, i % kSumsOfThread);
                int sum = 0;
                for (std::size_t k = 0; k < depth; ++k)
                    sum += a[at.row * depth + k] * b[at.column * depth + k];
                const int whole = (keeps ? c[at.row * kColumns + at.column] : 0) + (name.minus ? -sum : sum);
                expected.push_back(encoded(whole, name.d));
                found.push_back(BitBuffer::number(contents[0], i, bits));
            }
            return first_difference(found, expected);
        } };
}

} // namespace

std::vector<TextbookCase> wgmma_cases()
{
    std::vector<TextbookCase> cases;
    // Every layout, and in swizzled rows of 64 and 128 bytes the second 32 bytes.
    for (const std::size_t row_bytes : { 16U, 32U, 64U, 128U }) {
        const Layout layout { row_bytes };
        const std::string suffix = row_bytes == 16 ? "_plain" : "_rows_of_" + std::to_string(row_bytes);
        for (const char* kernel : { "wgmma_f32_f16_f16_shared", "wgmma_f32_f16_f16_mn_shared", "wgmma_s32_s8_u8_shared" })
            cases.push_back(wgmma_case(kernel, layout, true, suffix));
        if (row_bytes > 32)
            cases.push_back(wgmma_case("wgmma_f32_f16_f16_shared", { row_bytes, true, 32 }, true, suffix + "_behind"));
    }
    for (const char* kernel : { "wgmma_f32_f16_f16_minus_shared", "wgmma_f32_bf16_bf16_shared", "wgmma_f32_tf32_tf32_shared",
             "wgmma_f32_e4m3_e5m2_shared", "wgmma_s32_u8_s8_shared", "wgmma_f16_f16_f16_shared", "wgmma_f16_e5m2_e4m3_shared",
             "wgmma_f32_f16_f16_registers", "wgmma_f32_f16_f16_mn_registers", "wgmma_f32_tf32_tf32_registers",
             "wgmma_s32_s8_u8_registers" }) {
        cases.push_back(wgmma_case(kernel, { 128 }, true, ""));
        cases.push_back(wgmma_case(kernel, { 128 }, false, "_alone"));
    }
    return cases;
}

} // namespace warpstage::kernels::test
