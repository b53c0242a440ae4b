// The tables of tests/fixtures/opcodes: one line is one PTX instruction and its result for every combination of its operands. See
// the README there. Both devices run the same PTX kernel for a line and must compute the same bits.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace warpstage::cosim {

// Maximum deviation of a result: in units of the last place, or as a difference, whichever is larger.
struct Tolerance {
    std::uint64_t last_places = 0;
    double difference = 0.0;
    std::string text; // as written: "~2" or "~2|5e-7"; empty: the bits must be the same
};

struct OpcodeCase {
    std::string code; // PTX of one or several instructions on the registers %a %b %c (sources), %d and %e (results)
    std::string result_type; // "f32"; "pred": the result is bit 0 of %d and, if the code has a %e, bit 1 of that
    std::vector<std::string> operand_types; // of %a, %b, %c, as far as the code uses them
    std::vector<std::vector<std::uint64_t>> operands; // for each operand: one value per run of the code
    std::size_t runs = 0;
    std::size_t row_length = 0; // runs per row of the table: the values of %b, or all of %a if there is no %b
    Tolerance tolerance;
    std::vector<std::uint64_t> expected; // `runs` results; empty if the table does not contain them yet
    std::uint32_t line = 0; // 1-based, in the file
};

struct OpcodeTable {
    std::string name; // "integer32"
    std::string target = "sm_75";
    std::vector<std::variant<std::string, OpcodeCase>> entries; // comments and directives are kept unchanged
};

[[nodiscard]] std::vector<std::string> table_names();
[[nodiscard]] std::filesystem::path table_path(const std::string& name);
// Errors: an invalid table, with its line.
[[nodiscard]] Result<OpcodeTable> read_table(const std::string& name);
// The same table with the results of a device, one list per case in order.
[[nodiscard]] std::string written(const OpcodeTable& table, std::span<const std::vector<std::uint64_t>> results);

[[nodiscard]] std::vector<const OpcodeCase*> cases_of(const OpcodeTable& table);

// Bytes of a value in a buffer; a predicate is a word, zero or nonzero.
[[nodiscard]] std::size_t bytes_of(const std::string& type);
// `values` in sequence, as in a buffer, and the reverse.
[[nodiscard]] std::vector<std::byte> buffer_of(const std::string& type, std::span<const std::uint64_t> values);
[[nodiscard]] std::vector<std::uint64_t> values_of(const std::string& type, std::span<const std::byte> buffer);

enum class Flow : std::uint8_t {
    together, // the threads of a warp run the code together
    diverged, // threads with an odd index run it separately from the others
};
inline constexpr std::uint32_t kThreadsPerBlock = 64;

// A module with one kernel per case, `case_0` and so on: (u64 a, u64 b, u64 c, u64 result, u32 runs), one thread per run.
[[nodiscard]] std::string module_text(const OpcodeTable& table, Flow flow);
[[nodiscard]] std::string kernel_name(std::size_t index);

// A description of the differences in a case's results; empty if all are as expected.
[[nodiscard]] std::optional<std::string> difference(const OpcodeCase& opcode_case, std::span<const std::uint64_t> results);

// The folder in the environment variable WARPSTAGE_RECORD, to which tables are recorded.
[[nodiscard]] std::optional<std::filesystem::path> record_folder();
// Writes the table with these results to the folder, and also the module, to check it with ptxas.
void record(const std::filesystem::path& folder, const OpcodeTable& table, std::span<const std::vector<std::uint64_t>> results);

} // namespace warpstage::cosim
