// wmma: the fragments of nvcuda::wmma, whose layout no document tells, and NVIDIA's way to multiply large matrices with them.
#include "tests/kernels/tensor/matrix_product.h"

#include <array>
#include <utility>

namespace warpstage::kernels::test {

namespace {

constexpr std::size_t kPadding = 16; // kPadding of wmma_shapes.cu

// Where a number lies in memory.
struct Lines {
    bool by_rows = true;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t padding = kPadding;

    [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const
    {
        return by_rows ? row * (columns + padding) + column : column * (rows + padding) + row;
    }
    [[nodiscard]] std::size_t size() const { return by_rows ? rows * (columns + padding) : columns * (rows + padding); }
};

struct WmmaLaunch {
    std::string kernel;
    std::string factor;
    std::string sum;
    Lines a_lines;
    Lines b_lines;
    Lines c_lines;
    Product product;
};

BitBuffer filled(const std::vector<int>& numbers, const std::string& format, const Lines& lines)
{
    BitBuffer buffer(lines.size(), bits_of(format));
    for (std::size_t row = 0; row < lines.rows; ++row) {
        for (std::size_t column = 0; column < lines.columns; ++column)
            buffer.put(lines.at(row, column), encoded(numbers[row * lines.columns + column], format));
    }
    return buffer;
}

std::string wrong_number(const WmmaLaunch& launch, const std::vector<std::byte>& d)
{
    const ProductShape& shape = launch.product.shape;
    for (std::size_t row = 0; row < shape.m; ++row) {
        for (std::size_t column = 0; column < shape.n; ++column) {
            const std::uint64_t found = BitBuffer::number(d, launch.c_lines.at(row, column), bits_of(launch.sum));
            const std::uint64_t expected = encoded(static_cast<int>(launch.product.result(row, column)), launch.sum);
            if (found != expected)
                return launch.kernel + ": the bits in row " + std::to_string(row) + " and column " + std::to_string(column)
                    + " are " + std::to_string(found) + " instead of " + std::to_string(expected);
        }
    }
    return {};
}

TextbookCase case_of(const std::string& name, const std::vector<WmmaLaunch>& launches)
{
    return { name, "wmma_shapes",
        [=] {
            problem::Plan plan;
            std::vector<problem::Work> step;
            for (const WmmaLaunch& launch : launches) {
                const auto d = add_buffer(plan, "d", std::vector<std::byte>(launch.c_lines.size() * bits_of(launch.sum) / 8));
                const auto a = add_buffer(plan, "a", filled(launch.product.a, launch.factor, launch.a_lines).bytes());
                const auto b = add_buffer(plan, "b", filled(launch.product.b, launch.factor, launch.b_lines).bytes());
                const auto c = add_buffer(plan, "c", filled(launch.product.c, launch.sum, launch.c_lines).bytes());
                step.push_back(problem::KernelLaunch { launch.kernel, { 1 }, { 32 }, 0, { d, a, b, c } });
            }
            plan.step = step;
            return plan;
        },
        [=](const Contents& contents) {
            for (std::size_t i = 0; i < launches.size(); ++i) {
                if (std::string wrong = wrong_number(launches[i], contents[4 * i]); !wrong.empty())
                    return wrong;
            }
            return std::string {};
        } };
}

Product random_product(const ProductShape& shape, const std::string& factor, const std::string& sum)
{
    return { shape, factors_of(factor, shape.m * shape.k, 50), factors_of(factor, shape.k * shape.n, 51),
        sums_of(sum, shape.m * shape.n, 52) };
}

// Every order in memory, from global and from shared memory.
TextbookCase orders(const std::string& factor, const std::string& sum, const std::vector<std::string>& shapes)
{
    std::vector<WmmaLaunch> launches;
    for (const std::string& word : shapes) {
        for (const std::string space : { "global", "shared" }) {
            for (const std::array<bool, 3>& by_rows : { std::array { true, true, true }, std::array { true, false, false },
                     std::array { false, true, true }, std::array { false, false, false } }) {
                const ProductShape shape = shape_of(word);
                std::string kernel = space;
                kernel.append("_").append(factor).append("_").append(sum).append("_").append(word).append("_");
                for (const bool rows : by_rows)
                    kernel += rows ? "ByRows" : "ByColumns";
                launches.push_back({ kernel, factor, sum, { by_rows[0], shape.m, shape.k }, { by_rows[1], shape.k, shape.n },
                    { by_rows[2], shape.m, shape.n }, random_product(shape, factor, sum) });
            }
        }
    }
    return case_of("Wmma_" + factor + "_" + sum, launches);
}

TextbookCase small_numbers()
{
    std::vector<WmmaLaunch> launches;
    for (const std::string operation : { "s4", "u4", "b1_xor", "b1_and" }) {
        const std::string factor = operation.substr(0, 2);
        const ProductShape shape { 8, 8, factor == "b1" ? std::size_t { 128 } : std::size_t { 32 } };
        WmmaLaunch launch { "small_" + operation, factor, "s32", { true, shape.m, shape.k, 0 }, { false, shape.k, shape.n, 0 },
            { true, shape.m, shape.n }, random_product(shape, factor, "s32") };
        launch.product.exclusive_or = operation == "b1_xor";
        launches.push_back(launch);
    }
    return case_of("Wmma_small", launches);
}

TextbookCase large_product(const std::string& kernel, const problem::KernelLaunch& launch)
{
    constexpr std::size_t kSide = 64;
    const Product product { { kSide, kSide, kSide }, random_integers(kSide * kSide, -3, 3, 53),
        random_integers(kSide * kSide, -3, 3, 54), random_integers(kSide * kSide, -99, 99, 55) };
    return { "WmmaGemm_" + kernel, "wmma_gemm",
        [=] {
            problem::Plan plan;
            const Lines rows { true, kSide, kSide, 0 };
            const auto a = add_buffer(plan, "a", filled(product.a, "f16", rows).bytes());
            const auto b = add_buffer(plan, "b", filled(product.b, "f16", { false, kSide, kSide, 0 }).bytes());
            const auto c = add_buffer(plan, "c", filled(product.c, "f32", rows).bytes());
            const auto d = add_buffer(plan, "d", std::vector<float>(kSide * kSide, 0.0F));
            problem::KernelLaunch here = launch;
            here.kernel = kernel;
            here.arguments.insert(here.arguments.begin(), { a, b, c, d });
            plan.step = { here };
            return plan;
        },
        [=](const Contents& contents) {
            constexpr double kAlpha = 2;
            constexpr double kBeta = -4;
            std::vector<float> expected;
            for (std::size_t row = 0; row < kSide; ++row) {
                for (std::size_t column = 0; column < kSide; ++column) {
                    const double c = product.c[row * kSide + column];
                    const auto sum = static_cast<double>(product.result(row, column)) - c;
                    expected.push_back(static_cast<float>(kAlpha * sum + kBeta * c));
                }
            }
            return first_difference(numbers_of<float>(contents[3]), expected);
        } };
}

} // namespace

std::vector<TextbookCase> wmma_cases()
{
    const std::vector<std::string> shapes { "m16n16k16", "m32n8k16", "m8n32k16" };
    const std::int32_t side = 64;
    return { orders("f16", "f32", shapes), orders("f16", "f16", shapes), orders("bf16", "f32", shapes),
        orders("s8", "s32", shapes), orders("u8", "s32", shapes), orders("tf32", "f32", { "m16n16k8" }),
        orders("f64", "f64", { "m8n8k4" }), small_numbers(),
        large_product("simpleGemm", { "", { 1, 2 }, { 128, 2 }, 0, { side, side, side, 2.0F, -4.0F } }),
        large_product("tiledGemm", { "", { 1, 1 }, { 128 }, 0, { side, side, 2.0F, -4.0F } }) };
}

} // namespace warpstage::kernels::test
