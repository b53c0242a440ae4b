// A case of tests/fixtures/simt: see the README there.
#pragma once

#include "core/ptx/ast.h"
#include "core/simt/machine.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpstage::simt {

// The header of a module.
inline constexpr const char* kHeader = ".version 7.7\n.target sm_75\n.address_size 64\n";

[[nodiscard]] std::filesystem::path fixture_folder();
[[nodiscard]] ptx::Module parse_fixture(const std::string& file);
[[nodiscard]] ptx::Module parse_text(const std::string& text);
// The text of a module with the kernel `k`, which has no parameters.
[[nodiscard]] std::string kernel_text(const std::string& body);

// A parameter block, assembled as for cuLaunchKernel.
class Parameters {
public:
    template <typename T> Parameters& add(T value)
    {
        append(reinterpret_cast<const std::byte*>(&value), sizeof(T));
        return *this;
    }
    void append(const std::byte* value, std::size_t size); // aligned to its size
    [[nodiscard]] const std::vector<std::byte>& bytes() const { return m_bytes; }

private:
    std::vector<std::byte> m_bytes;
};

// "s32" and "-7" -> four bytes.
[[nodiscard]] std::vector<std::byte> bytes_of(const std::string& type, const std::string& value);
[[nodiscard]] std::size_t size_of_type(const std::string& type);

struct Fixture {
    std::string name;
    ptx::Module module;
    std::string kernel;
    LaunchShape shape;
    std::uint64_t budget = std::uint64_t { 1 } << 40;
    Checks checks = kNoChecks;
    Scheduling scheduling;
    std::string relies_on; // not guaranteed by any GPU; tests of checks and schedules skip the case then
    DeviceMemory memory;
    std::map<std::string, DeviceAddress> buffers;
    Parameters parameters;

    struct Expected {
        std::string buffer;
        std::string type;
        std::vector<std::string> values;
    };
    std::vector<Expected> expected;
    std::string trap_kind; // "out_of_bounds"; empty: the kernel must end normally
    std::string trap_sentence;
};

// Fills `fixture` from the files of this name.
void read_fixture(const std::string& name, Fixture& fixture);
// Relative to the folder, without the ending: "loop", "faults/past_end".
[[nodiscard]] std::vector<std::string> fixture_names();

} // namespace warpstage::simt
