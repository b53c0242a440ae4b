// Buffers and arguments of captured launches with the names and types that the kernels declare.
#pragma once

#include "core/capture/captured_launch.h"
#include "core/capture_file/capture_buffers.h"
#include "core/ptx/ast.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::capture_file {

// What is known about the buffer at an address besides the declarations in the source.
struct KnownBuffer {
    std::uint64_t address = 0;
    std::string name;
    std::string type; // of its elements: "f32"
};

struct NamedBuffer {
    std::string name; // "x": of the parameter that points to its start, of its variable, else "m2"
    std::string type; // of its elements: "f32"
    std::uint64_t count = 0;
};

class CaptureArguments {
public:
    // `source`: of the kernels. All but `known` must outlive it.
    CaptureArguments(const ptx::Module& module, std::string_view source, std::span<const CaptureBuffer> buffers,
        std::span<const capture::CapturedLaunch> launches, std::span<const KnownBuffer> known = {});

    [[nodiscard]] const NamedBuffer& buffer(std::size_t index) const { return m_named[index]; }
    // The index of the buffer that contains the address.
    [[nodiscard]] std::optional<std::size_t> buffer_at(std::uint64_t address) const;
    // As in lesson.toml, quoted: "\"x\"", "\"s32=7\"", "\"bytes=0010\"".
    [[nodiscard]] std::vector<std::string> arguments_of(const capture::CapturedLaunch& launch) const;

private:
    void name(std::size_t index, const std::string& name, const std::string& type);

    const ptx::Module& m_module;
    std::string_view m_source;
    std::span<const CaptureBuffer> m_buffers;
    std::vector<NamedBuffer> m_named; // by buffer
    std::set<std::string> m_taken; // names
};

} // namespace warpstage::capture_file
