// The options of `warpstage bench` and of `warpstage compare`, which reads what it has written.
#pragma once

#include "app/cli/vm_options.h"
#include "core/bench/table.h"
#include "core/engine/vm_engine.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

struct BenchCommand {
    std::vector<std::string> lessons; // empty: all
    std::vector<std::string> variants; // empty: all of each lesson
    std::uint32_t repeat = 21; // samples of each variant
    bool check = true;
    bool published = false; // with what the lectures printed
    bench::Format format = bench::Format::text;
    std::filesystem::path output; // empty: standard output
    engine::VmSettings vm;
};

struct CompareCommand {
    std::filesystem::path before;
    std::filesystem::path after;
    bench::Format format = bench::Format::text;
};

// With those of the virtual machine.
void add_bench(CLI::App& command, BenchCommand& bench, RawVm& vm);
void add_compare(CLI::App& command, CompareCommand& compare);

} // namespace warpstage::cli
