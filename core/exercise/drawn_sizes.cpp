#include "core/exercise/drawn_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

namespace warpstage::exercise {

namespace {

using Origin = CheckedSize::Origin;
using problem::Parameter;
using problem::Settings;

class Draw {
public:
    Draw(const Exercise& exercise, std::uint64_t seed)
        : m_exercise(exercise)
        , m_parameters(exercise.lesson->problem->parameters())
        , m_random(seed)
    {
    }

    // Another input of the same size.
    [[nodiscard]] Settings with_seed(Settings settings)
    {
        for (const auto& parameter : m_parameters) {
            if (is_seed(parameter))
                set(settings, parameter, between(parameter.minimum, std::min(parameter.maximum, kMaxSeed)));
        }
        return settings;
    }

    // Each parameter that differs between the sizes of the exercise, between its smallest and its largest value there.
    [[nodiscard]] Settings size()
    {
        auto settings = with_seed(m_exercise.sizes.front());
        for (const auto& parameter : m_parameters) {
            if (is_seed(parameter) || parameter.kind != Parameter::Kind::integer)
                continue;
            const auto [lowest, highest] = range_of(parameter);
            if (lowest != highest)
                set(settings, parameter, between(static_cast<double>(lowest), static_cast<double>(highest)));
        }
        return settings;
    }

    // Each parameter that has a larger value where it is measured, between the largest of the sizes and that value: between their
    // logarithms, because the sizes in between are of different orders.
    [[nodiscard]] std::optional<Settings> size_below_measured()
    {
        auto settings = with_seed(m_exercise.measured ? *m_exercise.measured : m_exercise.sizes.front());
        bool differs = false;
        for (const auto& parameter : m_parameters) {
            if (!m_exercise.measured || is_seed(parameter) || parameter.kind != Parameter::Kind::integer)
                continue;
            const auto lowest = range_of(parameter).second;
            const auto highest = m_exercise.measured->integer(parameter.id);
            if (lowest < 1 || highest <= lowest)
                continue;
            constexpr double kUnit = 1.0 / 4294967296.0;
            const double share = static_cast<double>(m_random() >> 32U) * kUnit;
            const double ratio = static_cast<double>(highest) / static_cast<double>(lowest);
            set(settings, parameter, std::llround(static_cast<double>(lowest) * std::pow(ratio, share)));
            differs = true;
        }
        return differs ? std::optional { settings } : std::nullopt;
    }

    // At most an eighth smaller, or one step if that is more.
    [[nodiscard]] Settings smaller(Settings settings)
    {
        constexpr std::int64_t kPart = 8;
        for (const auto& parameter : m_parameters) {
            const auto found = m_exercise.measured_step.find(parameter.id);
            if (found == m_exercise.measured_step.end())
                continue;
            const auto whole = settings.integer(parameter.id);
            const auto most = std::max<std::int64_t>(1, whole / kPart / found->second);
            const auto steps = between(1.0, static_cast<double>(most));
            set(settings, parameter, std::max(whole - steps * found->second, static_cast<std::int64_t>(parameter.minimum)));
        }
        return settings;
    }

private:
    static constexpr double kMaxSeed = 4294967295.0 - 16.0; // lessons add small numbers to it

    static bool is_seed(const Parameter& parameter) { return parameter.role == Parameter::Role::seed || parameter.id == "seed"; }

    [[nodiscard]] std::int64_t between(double lowest, double highest)
    {
        const auto first = static_cast<std::int64_t>(lowest);
        const auto count = static_cast<std::uint64_t>(static_cast<std::int64_t>(highest) - first) + 1;
        return first + static_cast<std::int64_t>(m_random() % count);
    }

    void set(Settings& settings, const Parameter& parameter, std::int64_t value) const
    {
        value -= value % parameter.multiple_of;
        value = std::max(value, static_cast<std::int64_t>(parameter.minimum));
        static_cast<void>(settings.set(m_parameters, parameter.id, std::to_string(value))); // inside its limits
    }

    [[nodiscard]] std::pair<std::int64_t, std::int64_t> range_of(const Parameter& parameter) const
    {
        std::pair range { m_exercise.sizes.front().integer(parameter.id), m_exercise.sizes.front().integer(parameter.id) };
        for (const auto* const list : { &m_exercise.sizes, &m_exercise.hidden }) {
            for (const auto& settings : *list) {
                range.first = std::min(range.first, settings.integer(parameter.id));
                range.second = std::max(range.second, settings.integer(parameter.id));
            }
        }
        return range;
    }

    const Exercise& m_exercise;
    const std::vector<Parameter>& m_parameters;
    std::mt19937_64 m_random;
};

} // namespace

std::vector<CheckedSize> measured_sizes(const Exercise& exercise, std::uint64_t seed)
{
    std::vector<CheckedSize> sizes;
    if (!exercise.measured)
        return sizes;
    Draw draw { exercise, ~seed };
    sizes.push_back({ draw.with_seed(*exercise.measured), Origin::measured });
    if (!exercise.measured_step.empty())
        sizes.push_back({ draw.smaller(draw.with_seed(*exercise.measured)), Origin::drawn });
    return sizes;
}

std::vector<CheckedSize> result_sizes(const Exercise& exercise, std::uint64_t seed)
{
    constexpr std::size_t kDrawn = 2;
    Draw draw { exercise, seed };
    std::vector<CheckedSize> sizes;
    for (const auto& settings : exercise.sizes)
        sizes.push_back({ settings, Origin::known });
    for (const auto& settings : exercise.hidden)
        sizes.push_back({ draw.with_seed(settings), Origin::hidden });
    for (std::size_t i = 0; i < kDrawn; ++i)
        sizes.push_back({ draw.size(), Origin::drawn });
    if (auto size = draw.size_below_measured())
        sizes.push_back({ *std::move(size), Origin::drawn });
    std::ranges::move(measured_sizes(exercise, seed), std::back_inserter(sizes));
    return sizes;
}

std::string with_size(const Exercise& exercise, const CheckedSize& size, Hidden hidden)
{
    if (size.origin == Origin::hidden && hidden == Hidden::masked)
        return " With a hidden size.";
    return " With " + parameters_text(exercise, size.settings) + ".";
}

} // namespace warpstage::exercise
