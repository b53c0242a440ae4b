// A kernel from a textbook with its input and expected result: the same table runs on the virtual machine and on the GPU.
#pragma once

#include "core/problem/buffers/bytes.h"
#include "core/problem/plan.h"

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace warpstage::kernels::test {

using Contents = std::vector<std::vector<std::byte>>; // of the plan's buffers after its time step

struct TextbookCase {
    std::string name; // of the test
    std::string file; // in tests/kernels/cuda, without extension
    std::function<problem::Plan()> plan;
    // Describes the first error; empty if the result is correct. Integers are compared exactly, floats with a reference in double
    // precision.
    std::function<std::string(const Contents&)> difference;
    // Clusters of several blocks: the virtual machine runs them in lock step only.
    bool in_clusters = false;
};

// The name of a case in GoogleTest.
void PrintTo(const TextbookCase& textbook, std::ostream* stream);

// One function per file of cases.
[[nodiscard]] std::vector<TextbookCase> async_cases();
[[nodiscard]] std::vector<TextbookCase> scan_cases();
[[nodiscard]] std::vector<TextbookCase> sort_cases();
[[nodiscard]] std::vector<TextbookCase> sum_cases();
[[nodiscard]] std::vector<TextbookCase> image_cases();
[[nodiscard]] std::vector<TextbookCase> matrix_cases();
[[nodiscard]] std::vector<TextbookCase> search_cases();
[[nodiscard]] std::vector<TextbookCase> finance_cases();
[[nodiscard]] std::vector<TextbookCase> half_cases();
[[nodiscard]] std::vector<TextbookCase> recursion_cases();
[[nodiscard]] std::vector<TextbookCase> texture_cases();
[[nodiscard]] std::vector<TextbookCase> texture_shape_cases();
[[nodiscard]] std::vector<TextbookCase> tensor_core_cases();
[[nodiscard]] std::vector<TextbookCase> wmma_cases();
[[nodiscard]] std::vector<TextbookCase> mma_cases();
[[nodiscard]] std::vector<TextbookCase> wgmma_cases();

[[nodiscard]] std::vector<TextbookCase> textbook_cases();

// Adds a buffer and returns its argument.
template <typename Number>
problem::BufferArgument add_buffer(problem::Plan& plan, std::string name, const std::vector<Number>& initial)
{
    auto bytes = problem::to_bytes(initial);
    plan.buffers.push_back({ std::move(name), bytes.size(), problem::SharedBytes { std::move(bytes) }, false });
    return { plan.buffers.size() - 1 };
}

template <typename Number> [[nodiscard]] std::vector<Number> numbers_of(const std::vector<std::byte>& bytes)
{
    const auto numbers = problem::as_numbers<Number>(std::span<const std::byte> { bytes });
    return { numbers.begin(), numbers.end() };
}

// The first difference; empty if there is no difference.
template <typename Number>
[[nodiscard]] std::string first_difference(const std::vector<Number>& found, const std::vector<Number>& expected)
{
    if (found.size() != expected.size())
        return std::to_string(found.size()) + " elements instead of " + std::to_string(expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] != expected[i])
            return "element " + std::to_string(i) + " is " + std::to_string(found[i]) + " instead of "
                + std::to_string(expected[i]);
    }
    return {};
}

// The same, accepting |found - expected| <= relative * |expected| + absolute.
[[nodiscard]] std::string first_difference(
    const std::vector<double>& found, const std::vector<double>& expected, double relative, double absolute);

template <typename Number> [[nodiscard]] std::vector<double> in_double(const std::vector<Number>& numbers)
{
    return { numbers.begin(), numbers.end() };
}

// Seeded inputs.
[[nodiscard]] std::vector<int> random_integers(std::size_t count, int low, int high, std::uint64_t seed);
[[nodiscard]] std::vector<float> random_floats(std::size_t count, double low, double high, std::uint64_t seed);
[[nodiscard]] std::vector<double> random_doubles(std::size_t count, double low, double high, std::uint64_t seed);

} // namespace warpstage::kernels::test
