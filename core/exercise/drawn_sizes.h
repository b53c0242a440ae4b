// The parameters with which kernels are checked: those that everybody can read, those that only the lecturer knows, and some that
// are drawn for each run, so that nobody can prepare results.
#pragma once

#include "core/exercise/exercise.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::exercise {

enum class Hidden : std::uint8_t { named, masked }; // whether messages name hidden parameters

struct CheckedSize {
    enum class Origin : std::uint8_t { known, drawn, hidden, measured };

    problem::Settings settings;
    Origin origin = Origin::known;
};

// For `result`: the known sizes with their own seeds, hidden ones, two drawn ones between the smallest and the largest of them
// and one between the largest and the measured one, with drawn seeds, and measured_sizes().
[[nodiscard]] std::vector<CheckedSize> result_sizes(const Exercise& exercise, std::uint64_t seed);

// The measured parameters with a drawn seed, and, if the exercise has steps for them, slightly smaller ones. Empty: no
// requirement needs them.
[[nodiscard]] std::vector<CheckedSize> measured_sizes(const Exercise& exercise, std::uint64_t seed);

// " With n=512, seed=3." or " With a hidden size."
[[nodiscard]] std::string with_size(const Exercise& exercise, const CheckedSize& size, Hidden hidden);

} // namespace warpstage::exercise
