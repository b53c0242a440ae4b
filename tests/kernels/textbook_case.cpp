#include "tests/kernels/textbook_case.h"

#include "core/problem/buffers/generator.h"

#include <cmath>
#include <iterator>
#include <ostream>

namespace warpstage::kernels::test {

void PrintTo(const TextbookCase& textbook, std::ostream* stream)
{
    *stream << textbook.file << ".cu";
}

std::vector<TextbookCase> textbook_cases()
{
    std::vector<TextbookCase> all;
    for (auto* cases :
        { async_cases, scan_cases, sort_cases, sum_cases, image_cases, matrix_cases, search_cases, finance_cases, half_cases,
            recursion_cases, texture_cases, texture_shape_cases, tensor_core_cases, wmma_cases, mma_cases, wgmma_cases }) {
        auto some = cases();
        std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
}

std::string first_difference(
    const std::vector<double>& found, const std::vector<double>& expected, double relative, double absolute)
{
    if (found.size() != expected.size())
        return std::to_string(found.size()) + " elements instead of " + std::to_string(expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        // Written so that NaN is wrong.
        if (!(std::abs(found[i] - expected[i]) <= relative * std::abs(expected[i]) + absolute))
            return "element " + std::to_string(i) + " is " + std::to_string(found[i]) + " instead of "
                + std::to_string(expected[i]);
    }
    return {};
}

std::vector<int> random_integers(std::size_t count, int low, int high, std::uint64_t seed)
{
    problem::Generator generator(seed);
    std::vector<int> numbers(count);
    for (auto& number : numbers)
        number = low + static_cast<int>(generator.next() % static_cast<std::uint64_t>(high - low + 1));
    return numbers;
}

std::vector<float> random_floats(std::size_t count, double low, double high, std::uint64_t seed)
{
    problem::Generator generator(seed);
    std::vector<float> numbers(count);
    for (auto& number : numbers)
        number = static_cast<float>(generator.uniform(low, high));
    return numbers;
}

std::vector<double> random_doubles(std::size_t count, double low, double high, std::uint64_t seed)
{
    problem::Generator generator(seed);
    std::vector<double> numbers(count);
    for (auto& number : numbers)
        number = generator.uniform(low, high);
    return numbers;
}

} // namespace warpstage::kernels::test
