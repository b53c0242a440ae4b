// Which operands of a division of 32-bit floating point numbers leave its short sequence: FCHK decides, and no document says how.
// One warp divides a pair after the other; a pair whose division takes longer than that of 1 by 1 has called the function.
#include "harness.h"

#include <algorithm>

namespace {

constexpr int kExponents = 256;
constexpr int kMantissaBits = 23;
constexpr double kLonger = 1.5;

__device__ float number(unsigned exponent, unsigned mantissa)
{
    return __uint_as_float(exponent << kMantissaBits | mantissa);
}

// A block has one exponent of the dividend, `cycles` a row of divisors for each.
__global__ void time_divisions(unsigned dividend_mantissa, unsigned divisor_mantissa, int* cycles, float* sink)
{
    const float dividend = number(blockIdx.x, dividend_mantissa);
    float sum = 0;
    for (int pass = 0; pass < 2; ++pass) { // the first one fills the instruction cache
#pragma unroll 1
        for (int exponent = 0; exponent < kExponents; ++exponent) {
            const float divisor = number(exponent, divisor_mantissa);
            float quotient;
            const long long begin = read_clock();
            asm volatile("div.rn.f32 %0, %1, %2;" : "=f"(quotient) : "f"(dividend), "f"(divisor) : "memory");
            const long long end = read_clock();
            sum += quotient;
            if (threadIdx.x == 0)
                cycles[blockIdx.x * kExponents + exponent] = static_cast<int>(end - begin);
        }
    }
    if (sum == 12345.0F)
        *sink = sum;
}

using Row = std::vector<bool>; // by exponent of the divisor: slow

std::vector<Row> slow_pairs(unsigned dividend_mantissa, unsigned divisor_mantissa)
{
    DeviceArray<int> cycles(size_t(kExponents) * kExponents);
    DeviceArray<float> sink(1);
    time_divisions<<<kExponents, kWarpSize>>>(dividend_mantissa, divisor_mantissa, cycles.data(), sink.data());
    check(cudaGetLastError());
    const std::vector<int> all = cycles.read();
    constexpr size_t kOne = 127; // exponent
    const double fast = all[kOne * kExponents + kOne];
    std::vector<Row> rows(kExponents, Row(kExponents));
    double longest_fast = 0;
    double shortest_slow = std::numeric_limits<double>::max();
    for (size_t i = 0; i < all.size(); ++i) {
        const bool slow = all[i] > kLonger * fast;
        rows[i / kExponents][i % kExponents] = slow;
        if (slow)
            shortest_slow = std::min<double>(shortest_slow, all[i]);
        else
            longest_fast = std::max<double>(longest_fast, all[i]);
    }
    report("division_longest_fast", longest_fast, "cycles");
    report("division_shortest_slow", shortest_slow, "cycles");
    return rows;
}

std::string ranges_of(const Row& row)
{
    std::string words;
    for (int begin = 0; begin < kExponents;) {
        int end = begin;
        while (end < kExponents && row[end] == row[begin])
            ++end;
        if (row[begin])
            words += (words.empty() ? "" : " and ") + std::to_string(begin) + " to " + std::to_string(end - 1);
        begin = end;
    }
    return words.empty() ? "none" : words;
}

// One line for each group of dividends with the same slow divisors.
void report_pairs(const std::string& name, const std::vector<Row>& rows)
{
    for (int begin = 0; begin < kExponents;) {
        int end = begin;
        while (end < kExponents && rows[end] == rows[begin])
            ++end;
        const std::string note = "divisor exponents " + ranges_of(rows[begin]);
        report(name + "_dividend_exponents_" + std::to_string(begin) + "_to_" + std::to_string(end - 1),
            static_cast<double>(std::count(rows[begin].begin(), rows[begin].end(), true)), "slow", note.c_str());
        begin = end;
    }
}

} // namespace

void measure_slow_paths()
{
    constexpr unsigned kOnes = (1U << kMantissaBits) - 1;
    for (const auto& [dividend, divisor] : { std::pair { 0U, 0U }, { kOnes, kOnes }, { 1U, kOnes }, { kOnes, 1U } }) {
        const std::string name = "division_mantissas_" + std::to_string(dividend) + "_" + std::to_string(divisor);
        measure(name, [&, a = dividend, b = divisor] { report_pairs(name, slow_pairs(a, b)); });
    }
}
