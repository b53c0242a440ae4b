// The targets with their kept inputs, for programs that contain all of them.
#pragma once

#include "tests/fuzz/targets.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::fuzz {

struct Target {
    const char* name;
    const char* folder; // of tests/fixtures/fuzz
    std::string_view examples; // further folders of tests/fixtures
    void (*run)(std::string_view text);
};

inline constexpr std::array kTargets {
#define TARGET(name, folder, examples) Target { #name, folder, examples, &name },
#include "tests/fuzz/targets.inc"
#undef TARGET
};

inline std::string content_of(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(file), {} };
}

inline std::vector<std::filesystem::path> kept_inputs(const Target& target)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry :
        std::filesystem::directory_iterator(std::filesystem::path(WARPSTAGE_FIXTURES) / "fuzz" / target.folder))
        paths.push_back(entry.path());
    return paths;
}

} // namespace warpstage::fuzz
