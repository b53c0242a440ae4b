// Options of `warpstage grade`.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::cli {

struct GradeOptions {
    std::vector<std::filesystem::path> inputs; // a folder or an archive of submissions; `merge` and tables
    std::filesystem::path output;
    std::vector<std::string> exercises; // empty: all shipped ones
    unsigned jobs = 0; // 0: number of processor threads
    double limit = 10.0; // seconds of one run
    bool again = false;
    std::string shard; // "2/8"; empty: all
    bool confined_by_container = false;
    std::filesystem::path feedback; // folder; empty: none, as below
    std::filesystem::path similar;
    std::filesystem::path moodle;
    std::filesystem::path canvas;
    std::filesystem::path gradescope; // folder
};

} // namespace warpstage::cli
