// Published results of the lectures, shown next to the measurements: assets/published.toml.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

struct PublishedFigure {
    std::string lesson; // lesson id
    std::string variant; // variant id
    std::map<std::string, std::string, std::less<>> parameters; // "n" = "10240", as a parameter's value is written
    double value = 0.0;
    std::string unit; // "ms", "GB/s"
    std::string machine; // "GeForce GTX 280"
    std::string architecture; // of `machine` with an option, "K40c:8byte"; empty: the default
    std::map<std::string, std::string, std::less<>> unprinted; // parameters that the source does not state, used for estimates
    std::uint32_t steps = 1; // time steps in `value`
    bool copies = false; // `value` includes copies to the GPU and back
    std::string source; // "lecture 000"
    double speed_up = 0.0; // as printed, relative to `against`; 0: not printed
    std::string against; // "1 core of a Core2 Quad Q8300, 3442 ms"
    std::string remark; // "with copies"; may be empty

    bool operator==(const PublishedFigure&) const = default;

    // "75.1 GB/s", "96.7 ms, 35×"
    [[nodiscard]] std::string words() const;
};

class PublishedFigures {
public:
    // Errors: each contains file, line and cause; the whole file is then ignored.
    [[nodiscard]] static Result<PublishedFigures> parse(std::string_view text, std::string_view name);
    // Errors: those of parse(), and a missing or unreadable file.
    [[nodiscard]] static Result<PublishedFigures> load(const std::filesystem::path& file);

    [[nodiscard]] const std::vector<PublishedFigure>& all() const { return m_figures; }
    [[nodiscard]] bool has_lesson(std::string_view lesson) const;
    // Those of a variant, in file order.
    [[nodiscard]] std::vector<const PublishedFigure*> of(std::string_view lesson, std::string_view variant) const;

private:
    std::vector<PublishedFigure> m_figures;
};

} // namespace warpstage::lesson
