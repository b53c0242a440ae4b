// Which launches of a program are captured.
#pragma once

#include "core/base/result.h"
#include "core/ptx/ast.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::runtime {

// "scale:3": the third launch of the kernel.
struct KernelChoice {
    std::string name; // as written in the source, with or without template arguments, or in the PTX
    std::uint64_t launch = 1;

    bool operator==(const KernelChoice&) const = default;
};

struct CaptureSettings {
    std::string folder; // where the launches are written; empty: none is captured
    std::uint64_t limit = 0; // bytes of all captured memory
    std::vector<std::uint64_t> launches; // numbers of launches, from 1
    std::vector<KernelChoice> kernels;

    bool operator==(const CaptureSettings&) const = default;
};

[[nodiscard]] nlohmann::json to_json(const CaptureSettings& settings);
// Throws nlohmann::json::exception.
[[nodiscard]] CaptureSettings capture_settings_of(const nlohmann::json& json);

// "3,5" and "scale:2". Errors: not a positive number, no name.
[[nodiscard]] Result<std::vector<std::uint64_t>> parse_launches(const std::string& text);
[[nodiscard]] Result<KernelChoice> parse_kernel_choice(const std::string& text);

// Whether the name is that of the kernel: in the PTX, in the source, or without namespaces and template arguments.
[[nodiscard]] bool is_named(const ptx::Function& kernel, std::string_view name);

class LaunchSelection {
public:
    explicit LaunchSelection(const CaptureSettings& settings);

    // Counts a launch. True: it is captured.
    [[nodiscard]] bool take(const ptx::Function& kernel, std::uint64_t number);

    // Whether no launch after the one with this number can be chosen.
    [[nodiscard]] bool done(std::uint64_t number) const;

private:
    std::vector<std::uint64_t> m_launches;
    std::vector<KernelChoice> m_kernels;
    std::map<std::string, std::uint64_t, std::less<>> m_counts; // launches by the chosen name
};

} // namespace warpstage::runtime
