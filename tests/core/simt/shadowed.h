// A kernel with a run in double beside it.
#pragma once

#include "core/simt/rounding/shadow_run.h"
#include "fixture.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::simt {

struct SeenValue {
    ShadowValue value;
    std::vector<double> origins;

    [[nodiscard]] double error() const { return value.actual() - value.exact; }
    [[nodiscard]] double ulp() const;
    [[nodiscard]] double explained() const; // the sum of the origins
};

struct Shadowed {
    std::vector<std::optional<SeenValue>> out; // by place of 2 bytes; nothing: no value was computed there
    std::vector<LineRounding> lines;
    bool full = false;

    [[nodiscard]] const SeenValue& at(std::size_t byte) const { return out.at(byte / 2).value(); }
    [[nodiscard]] const SeenValue& word(std::size_t index) const { return at(4 * index); }
    // It must exist.
    [[nodiscard]] const LineRounding& line(std::uint32_t number) const;
};

// Runs one block of a kernel with the parameters `out` (1 KiB, its address in %out) and `x` (in %x). Errors are test failures.
[[nodiscard]] Shadowed shadowed(const std::string& body, const std::vector<float>& x = {}, std::uint32_t threads = 1,
    std::size_t most_bytes = std::size_t { 64 } << 20);

} // namespace warpstage::simt
