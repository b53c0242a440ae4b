// mma.sync and mma.sp in every shape and format: the kernels of mma_shapes.cu are named by shape and formats, and from the name
// comes what they must compute.
#include "tests/kernels/tensor/matrix_product.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace warpstage::kernels::test {

namespace {

constexpr std::size_t kLanes = 32;

// "mma_sp_m16n8k16_f16_f16_f32_0" or "mma_m8n8k128_b1_b1_s32_xor".
struct MmaName {
    std::string kernel;
    bool sparse = false;
    ProductShape shape;
    std::string a;
    std::string b;
    std::string sum;
    std::string last; // selector or operation
};

MmaName parsed(const std::string& kernel)
{
    std::istringstream words(kernel);
    std::string word;
    const auto next = [&] {
        word.clear();
        std::getline(words, word, '_');
        return word;
    };
    MmaName name;
    name.kernel = kernel;
    next();
    name.sparse = next() == "sp";
    name.shape = shape_of(name.sparse ? next() : word);
    name.a = next();
    name.b = next();
    name.sum = next();
    name.last = next();
    return name;
}

// Bits of a number in the buffers of mma_shapes.cu.
std::size_t word_bits(const std::string& format)
{
    return format == "f64" ? 64 : 32;
}

std::vector<std::byte> words_of(const std::vector<int>& numbers, const std::string& format)
{
    BitBuffer buffer(numbers.size(), word_bits(format));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        buffer.put(i, encoded(numbers[i], format));
    return buffer.bytes();
}

std::vector<int> transposed(const std::vector<int>& matrix, std::size_t rows, std::size_t columns)
{
    std::vector<int> result;
    for (std::size_t column = 0; column < columns; ++column) {
        for (std::size_t row = 0; row < rows; ++row)
            result.push_back(matrix[row * columns + column]);
    }
    return result;
}

// Half of a's numbers, and where they belong (PTX ISA, "Sparse matrix storage").
struct SparseMatrix {
    std::vector<int> stored;
    std::vector<std::uint32_t> metadata; // by lane
};

// Makes a sparse: of each group of neighbors only some stay, chosen by the numbers themselves.
SparseMatrix make_sparse(const MmaName& name, std::vector<int>& a)
{
    const std::size_t bits = bits_of(name.a);
    const std::size_t group_size = bits == 32 ? 2 : bits == 4 ? 8 : 4;
    const std::size_t piece = bits == 4 ? 2 : 1;
    const std::size_t groups = name.shape.k / group_size;
    const std::size_t giving = groups / 4; // lanes of each four
    const std::size_t first = std::stoul(name.last) * giving;
    constexpr std::array<std::array<std::size_t, 2>, 6> kPairs { { { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 2 }, { 1, 3 }, { 2, 3 } } };
    const auto choices = random_integers(name.shape.m * groups, 0, 5, 60);
    SparseMatrix sparse { {}, std::vector<std::uint32_t>(kLanes) };
    for (std::size_t row = 0; row < name.shape.m; ++row) {
        for (std::size_t group = 0; group < groups; ++group) {
            const auto choice = static_cast<std::size_t>(choices[row * groups + group]);
            const bool single = group_size == 2;
            std::vector<std::size_t> kept { kPairs[choice][0], kPairs[choice][1] };
            std::uint32_t nibble = static_cast<std::uint32_t>(kept[0] | kept[1] << 2);
            if (single) {
                kept = { choice % 2 };
                nibble = choice % 2 == 0 ? 0b0100 : 0b1110;
            }
            int* const numbers = a.data() + row * name.shape.k + group * group_size;
            for (std::size_t i = 0; i < group_size; ++i) {
                if (std::find(kept.begin(), kept.end(), i / piece) == kept.end())
                    numbers[i] = 0;
                else
                    sparse.stored.push_back(numbers[i]);
            }
            // 16 and 32 bits: a lane has four groups of two rows. 8 and 4 bits: eight groups of one row.
            const bool narrow = bits <= 8;
            const std::size_t lane = row % 8 * 4 + first + (narrow ? group / 8 * 2 + row / 8 : group / 4);
            const std::size_t at = narrow ? group % 8 : row / 8 * 4 + group % 4;
            sparse.metadata[lane] |= nibble << (4 * at);
        }
    }
    return sparse;
}

std::string wrong_sum(
    const std::string& kernel, const std::vector<std::byte>& d, std::size_t index, long long expected, const std::string& format)
{
    const std::uint64_t found = BitBuffer::number(d, index, word_bits(format));
    const std::uint64_t right = encoded(static_cast<int>(expected), format);
    if (found == right)
        return {};
    return kernel + ": the bits of sum " + std::to_string(index) + " are " + std::to_string(found) + " instead of "
        + std::to_string(right);
}

TextbookCase product_case(const std::string& kernel, const std::string& file)
{
    const MmaName name = parsed(kernel);
    const ProductShape& shape = name.shape;
    Product product { shape, factors_of(name.a, shape.m * shape.k, 61), factors_of(name.b, shape.k * shape.n, 62),
        sums_of(name.sum, shape.m * shape.n, 63), name.last == "xor" };
    const SparseMatrix sparse = name.sparse ? make_sparse(name, product.a) : SparseMatrix {};
    return { kernel, file,
        [=] {
            problem::Plan plan;
            const auto d = add_buffer(plan, "d", std::vector<std::byte>(product.c.size() * word_bits(name.sum) / 8));
            const auto a = add_buffer(plan, "a", words_of(name.sparse ? sparse.stored : product.a, name.a));
            const auto b = add_buffer(plan, "b", words_of(transposed(product.b, shape.k, shape.n), name.b));
            const auto c = add_buffer(plan, "c", words_of(product.c, name.sum));
            problem::KernelLaunch launch { name.kernel, { 1 }, { kLanes }, 0, { d, a, b, c } };
            if (name.sparse)
                launch.arguments.emplace_back(add_buffer(plan, "metadata", sparse.metadata));
            plan.step = { launch };
            return plan;
        },
        [=](const Contents& contents) {
            std::string wrong;
            for (std::size_t i = 0; i < product.c.size() && wrong.empty(); ++i)
                wrong = wrong_sum(name.kernel, contents[0], i, product.result(i / shape.n, i % shape.n), name.sum);
            return wrong;
        } };
}

// m8n8k4 of f16: four products at once.
TextbookCase group_case(const std::string& orders, const std::string& sum)
{
    constexpr std::size_t kGroups = 4;
    const std::string kernel = "mma_m8n8k4_" + orders + "_" + sum;
    std::vector<Product> products;
    std::vector<int> all_a;
    std::vector<int> all_b;
    std::vector<int> all_c;
    for (std::size_t group = 0; group < kGroups; ++group) {
        Product product { { 8, 8, 4 }, factors_of("f16", 32, 64 + group), factors_of("f16", 32, 68 + group),
            sums_of(sum, 64, 72 + group), false };
        all_a.insert(all_a.end(), product.a.begin(), product.a.end());
        all_b.insert(all_b.end(), product.b.begin(), product.b.end());
        all_c.insert(all_c.end(), product.c.begin(), product.c.end());
        products.push_back(std::move(product));
    }
    return { kernel, "mma_shapes",
        [=] {
            problem::Plan plan;
            const auto d = add_buffer(plan, "d", std::vector<std::uint32_t>(kGroups * 64, 0));
            const auto a = add_buffer(plan, "a", words_of(all_a, "f16"));
            const auto b = add_buffer(plan, "b", words_of(all_b, "f16"));
            const auto c = add_buffer(plan, "c", words_of(all_c, sum));
            plan.step = { problem::KernelLaunch { kernel, { 1 }, { kLanes }, 0, { d, a, b, c } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::string wrong;
            for (std::size_t i = 0; i < kGroups * 64 && wrong.empty(); ++i)
                wrong = wrong_sum(kernel, contents[0], i, products[i / 64].result(i % 64 / 8, i % 8), sum);
            return wrong;
        } };
}

} // namespace

std::vector<TextbookCase> mma_cases()
{
    std::vector<TextbookCase> cases;
    for (const std::string kernel : { "mma_m16n8k8_f16_f16_f32", "mma_m16n8k16_f16_f16_f32", "mma_m16n8k8_f16_f16_f16",
             "mma_m16n8k16_f16_f16_f16", "mma_m16n8k8_bf16_bf16_f32", "mma_m16n8k16_bf16_bf16_f32", "mma_m16n8k4_tf32_tf32_f32",
             "mma_m16n8k8_tf32_tf32_f32", "mma_m8n8k16_s8_s8_s32", "mma_m8n8k16_u8_s8_s32", "mma_m16n8k16_s8_u8_s32",
             "mma_m16n8k32_s8_s8_s32", "mma_m16n8k32_u8_u8_s32", "mma_m8n8k32_s4_s4_s32", "mma_m16n8k32_u4_s4_s32",
             "mma_m16n8k64_s4_u4_s32", "mma_m8n8k128_b1_b1_s32_xor", "mma_m16n8k128_b1_b1_s32_and", "mma_m16n8k256_b1_b1_s32_xor",
             "mma_m16n8k16_e4m3_e4m3_f32", "mma_m16n8k32_e4m3_e5m2_f32", "mma_m16n8k32_e5m2_e5m2_f32",
             "mma_m16n8k16_e5m2_e4m3_f16", "mma_m16n8k32_e4m3_e4m3_f16", "mma_sp_m16n8k16_f16_f16_f32_0",
             "mma_sp_m16n8k16_f16_f16_f32_3", "mma_sp_m16n8k32_f16_f16_f32_0", "mma_sp_m16n8k32_f16_f16_f16_1",
             "mma_sp_m16n8k16_f16_f16_f16_1", "mma_sp_m16n8k16_bf16_bf16_f32_2", "mma_sp_m16n8k32_bf16_bf16_f32_1",
             "mma_sp_m16n8k8_tf32_tf32_f32_1", "mma_sp_m16n8k16_tf32_tf32_f32_1", "mma_sp_m16n8k32_s8_s8_s32_0",
             "mma_sp_m16n8k32_u8_s8_s32_1", "mma_sp_m16n8k64_s8_u8_s32_0", "mma_sp_m16n8k64_e4m3_e5m2_f32_0",
             "mma_sp_m16n8k64_s4_s4_s32_1", "mma_sp_m16n8k128_u4_s4_s32_0", "mma_m8n8k4_f64_f64_f64" })
        cases.push_back(product_case(kernel, "mma_shapes"));
    for (const std::string kernel : { "mma_m16n8k4_f64_f64_f64", "mma_m16n8k8_f64_f64_f64", "mma_m16n8k16_f64_f64_f64" })
        cases.push_back(product_case(kernel, "mma_shapes.90"));
    for (const std::string orders : { "row_row", "row_col", "col_row", "col_col" })
        cases.push_back(group_case(orders, "f32"));
    cases.push_back(group_case("row_col", "f16"));
    return cases;
}

} // namespace warpstage::kernels::test
