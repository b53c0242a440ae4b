// Dense and sparse matrices, and shortest paths.
#include "core/problem/buffers/generator.h"
#include "tests/kernels/textbook_case.h"

#include <cmath>

namespace warpstage::kernels::test {

namespace {

TextbookCase matrix_vector(const char* name, const char* kernel, std::uint32_t blocks)
{
    constexpr int kRows = 50;
    constexpr int kColumns = 260;
    const auto a = random_floats(static_cast<std::size_t>(kRows * kColumns), -1.0, 1.0, 12);
    const auto x = random_floats(kColumns, -1.0, 1.0, 13);
    return { name, "matrix_vector",
        [=] {
            problem::Plan plan;
            const auto matrix = add_buffer(plan, "A", a);
            const auto vector = add_buffer(plan, "x", x);
            const auto result = add_buffer(plan, "y", std::vector<float>(kRows, 0.0F));
            plan.step = { problem::KernelLaunch {
                kernel, { blocks }, { 128 }, 0, { matrix, vector, result, std::int32_t { kRows }, std::int32_t { kColumns } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected(kRows, 0.0);
            for (std::size_t row = 0; row < kRows; ++row) {
                for (std::size_t k = 0; k < kColumns; ++k)
                    expected[row] += static_cast<double>(a[row * kColumns + k]) * static_cast<double>(x[k]);
            }
            return first_difference(in_double(numbers_of<float>(contents[2])), expected, 0.0, 1e-4);
        } };
}

struct Sparse {
    std::vector<int> row_starts;
    std::vector<int> columns;
    std::vector<double> values;
    std::vector<double> x;
    std::vector<double> y;

    [[nodiscard]] std::vector<double> product() const
    {
        auto result = y;
        for (std::size_t row = 0; row < y.size(); ++row) {
            for (auto k = static_cast<std::size_t>(row_starts[row]); k < static_cast<std::size_t>(row_starts[row + 1]); ++k)
                result[row] += values[k] * x[static_cast<std::size_t>(columns[k])];
        }
        return result;
    }
};

// Rows of very different lengths: 0 to 69 entries.
Sparse sparse_matrix()
{
    constexpr std::uint64_t kSize = 200;
    Sparse matrix;
    problem::Generator generator(14);
    matrix.row_starts.push_back(0);
    for (std::uint64_t row = 0; row < kSize; ++row) {
        for (std::uint64_t entries = row % 7 * (row % 11 + 1) % 70; entries > 0; --entries) {
            matrix.columns.push_back(static_cast<int>(generator.next() % kSize));
            matrix.values.push_back(generator.uniform(-1.0, 1.0));
        }
        matrix.row_starts.push_back(static_cast<int>(matrix.columns.size()));
        matrix.x.push_back(generator.uniform(-1.0, 1.0));
        matrix.y.push_back(generator.uniform(-1.0, 1.0));
    }
    return matrix;
}

// `Number`: the kernel's type.
template <typename Number>
TextbookCase spmv(const char* name, const char* kernel, std::uint32_t blocks, std::uint32_t threads, double tolerance)
{
    return { name, "spmv_csr",
        [=] {
            const auto matrix = sparse_matrix();
            const auto as_numbers = [](const std::vector<double>& values) {
                return std::vector<Number>(values.begin(), values.end());
            };
            problem::Plan plan;
            const auto starts = add_buffer(plan, "ptr", matrix.row_starts);
            const auto columns = add_buffer(plan, "indices", matrix.columns);
            const auto values = add_buffer(plan, "data", as_numbers(matrix.values));
            const auto x = add_buffer(plan, "x", as_numbers(matrix.x));
            const auto y = add_buffer(plan, "y", as_numbers(matrix.y));
            plan.step = { problem::KernelLaunch { kernel, { blocks }, { threads }, 0,
                { static_cast<std::int32_t>(matrix.y.size()), starts, columns, values, x, y } } };
            return plan;
        },
        [=](const Contents& contents) {
            return first_difference(in_double(numbers_of<Number>(contents[4])), sparse_matrix().product(), 0.0, tolerance);
        } };
}

constexpr int kVertices = 40;
constexpr int kFar = 1'000'000;

std::vector<int> roads()
{
    problem::Generator generator(15);
    std::vector<int> distance(static_cast<std::size_t>(kVertices * kVertices), kFar);
    for (std::size_t i = 0; i < kVertices; ++i) {
        distance[i * kVertices + i] = 0;
        for (int roads = 0; roads < 3; ++roads)
            distance[i * kVertices + generator.next() % kVertices] = static_cast<int>(1 + generator.next() % 100);
    }
    return distance;
}

TextbookCase floyd_warshall()
{
    return { "FloydWarshall", "floyd_warshall",
        [=] {
            problem::Plan plan;
            const auto distance = add_buffer(plan, "distance", roads());
            const auto through =
                add_buffer(plan, "through", std::vector<int>(static_cast<std::size_t>(kVertices * kVertices), -1));
            for (std::int32_t k = 0; k < kVertices; ++k)
                plan.step.emplace_back(problem::KernelLaunch {
                    "floyd_warshall_step", { 3, 5 }, { 16, 8 }, 0, { distance, through, std::int32_t { kVertices }, k } });
            return plan;
        },
        [=](const Contents& contents) {
            auto expected = roads();
            std::vector<int> through(expected.size(), -1);
            for (std::size_t k = 0; k < kVertices; ++k) {
                for (std::size_t i = 0; i < kVertices; ++i) {
                    for (std::size_t j = 0; j < kVertices; ++j) {
                        const int detour = expected[i * kVertices + k] + expected[k * kVertices + j];
                        if (detour < expected[i * kVertices + j]) {
                            expected[i * kVertices + j] = detour;
                            through[i * kVertices + j] = static_cast<int>(k);
                        }
                    }
                }
            }
            const auto difference = first_difference(numbers_of<int>(contents[0]), expected);
            return difference.empty() ? first_difference(numbers_of<int>(contents[1]), through) : difference;
        } };
}

} // namespace

std::vector<TextbookCase> matrix_cases()
{
    return {
        matrix_vector("MatrixVector", "matrix_vector", 1),
        matrix_vector("MatrixVectorWarp", "matrix_vector_warp", 13),
        spmv<double>("SparseScalar", "spmv_csr_scalar_kernel", 4, 64, 1e-12),
        spmv<float>("SparseVector", "spmv_csr_vector_kernel", 50, 128, 1e-4),
        floyd_warshall(),
    };
}

} // namespace warpstage::kernels::test
