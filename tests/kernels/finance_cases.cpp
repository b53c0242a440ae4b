// Options by Black and Scholes: double precision, and single precision with fast functions.
#include "tests/kernels/textbook_case.h"

#include <cmath>

namespace warpstage::kernels::test {

namespace {

constexpr std::size_t kOptions = 200;
constexpr double kRate = 0.02;
constexpr double kVolatility = 0.30;

struct Prices {
    std::vector<double> call;
    std::vector<double> put;
};

Prices reference(const std::vector<double>& price, const std::vector<double>& strike, const std::vector<double>& years)
{
    const auto normal = [](double x) {
        return 0.5 * std::erfc(-x / std::sqrt(2.0));
    };
    Prices prices;
    for (std::size_t i = 0; i < price.size(); ++i) {
        const double root = std::sqrt(years[i]);
        const double d1 =
            (std::log(price[i] / strike[i]) + (kRate + 0.5 * kVolatility * kVolatility) * years[i]) / (kVolatility * root);
        const double d2 = d1 - kVolatility * root;
        const double discounted = strike[i] * std::exp(-kRate * years[i]);
        prices.call.push_back(price[i] * normal(d1) - discounted * normal(d2));
        prices.put.push_back(discounted * normal(-d2) - price[i] * normal(-d1));
    }
    return prices;
}

std::string difference_of(
    const std::vector<double>& call, const std::vector<double>& put, const Prices& expected, double tolerance)
{
    if (const auto difference = first_difference(call, expected.call, 0.0, tolerance); !difference.empty())
        return "call: " + difference;
    const auto difference = first_difference(put, expected.put, 0.0, tolerance);
    return difference.empty() ? difference : "put: " + difference;
}

TextbookCase in_double_precision()
{
    const auto price = random_doubles(kOptions, 5.0, 30.0, 17);
    const auto strike = random_doubles(kOptions, 1.0, 100.0, 18);
    const auto years = random_doubles(kOptions, 0.25, 10.0, 19);
    return { "BlackScholesDouble", "black_scholes",
        [=] {
            problem::Plan plan;
            const std::vector<double> zeros(kOptions, 0.0);
            const auto call = add_buffer(plan, "call", zeros);
            const auto put = add_buffer(plan, "put", zeros);
            const auto s = add_buffer(plan, "price", price);
            const auto x = add_buffer(plan, "strike", strike);
            const auto t = add_buffer(plan, "years", years);
            plan.step = { problem::KernelLaunch { "black_scholes", { 2 }, { 128 }, 0,
                { call, put, s, x, t, kRate, kVolatility, static_cast<std::int32_t>(kOptions) } } };
            return plan;
        },
        [=](const Contents& contents) {
            return difference_of(
                numbers_of<double>(contents[0]), numbers_of<double>(contents[1]), reference(price, strike, years), 1e-12);
        } };
}

TextbookCase in_single_precision()
{
    const auto price = random_floats(kOptions, 5.0, 30.0, 20);
    const auto strike = random_floats(kOptions, 1.0, 100.0, 21);
    const auto years = random_floats(kOptions, 0.25, 10.0, 22);
    return { "BlackScholesSingle", "black_scholes",
        [=] {
            problem::Plan plan;
            const std::vector<float> zeros(kOptions, 0.0F);
            const auto call = add_buffer(plan, "call", zeros);
            const auto put = add_buffer(plan, "put", zeros);
            const auto s = add_buffer(plan, "price", price);
            const auto x = add_buffer(plan, "strike", strike);
            const auto t = add_buffer(plan, "years", years);
            plan.step = { problem::KernelLaunch { "BlackScholesGPU", { 1 }, { 128 }, 0,
                { call, put, s, x, t, static_cast<float>(kRate), static_cast<float>(kVolatility),
                    static_cast<std::int32_t>(kOptions) } } };
            return plan;
        },
        [=](const Contents& contents) {
            // The polynomial is right to 7.5e-8, which prices of up to 100 and fast functions make 1e-4.
            return difference_of(in_double(numbers_of<float>(contents[0])), in_double(numbers_of<float>(contents[1])),
                reference(in_double(price), in_double(strike), in_double(years)), 1e-4);
        } };
}

} // namespace

std::vector<TextbookCase> finance_cases()
{
    return { in_double_precision(), in_single_precision() };
}

} // namespace warpstage::kernels::test
