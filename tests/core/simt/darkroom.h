// A launch that reads textures or surfaces.
#pragma once

#include "core/simt/program.h"
#include "launch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace warpstage::simt {

// The memory of a launch whose kernel has the parameters out, texture and coordinates.
class Darkroom {
public:
    template <typename Texel> std::uint64_t add(const TextureDescription& description, const std::vector<Texel>& texels)
    {
        m_image = memory.allocate("image", texels.size() * sizeof(Texel));
        std::memcpy(memory.bytes(m_image).data(), texels.data(), texels.size() * sizeof(Texel));
        return table.add(description, m_image);
    }

    template <typename Value, typename... Coordinates>
    std::vector<Value> run(const std::string& kernel, std::uint64_t texture, std::size_t count, const Coordinates&... coordinates)
    {
        const ptx::Module module = parse_fixture(file);
        const Result<Program> program = Program::lower(module, *module.find(kernel));
        EXPECT_TRUE(program.ok()) << program.error().message;
        Parameters parameters;
        const DeviceAddress out = memory.allocate("out", count * sizeof(Value));
        parameters.add(out).add(texture);
        (add_coordinates(parameters, coordinates), ...);
        options.textures = &table;
        const auto threads = static_cast<std::uint32_t>(std::max({ std::size_t { 1 }, coordinates.size()... }));
        Result<LaunchOutcome> ended = simt::run(*program, memory, { .block = { threads } }, parameters.bytes(), options);
        EXPECT_TRUE(ended.ok()) << ended.error().message;
        outcome = std::move(*ended);
        std::vector<Value> result(count);
        std::memcpy(result.data(), memory.bytes(out).data(), count * sizeof(Value));
        return result;
    }

    [[nodiscard]] DeviceAddress image() const { return m_image; }
    [[nodiscard]] std::string fault() const { return outcome.trap ? outcome.trap->message : ""; }

    std::string file = "textures.ptx"; // the fixture with the kernel
    DeviceMemory memory;
    TextureTable table;
    RunOptions options;
    LaunchOutcome outcome;

private:
    template <typename Coordinate> void add_coordinates(Parameters& parameters, const std::vector<Coordinate>& values)
    {
        const DeviceAddress address = memory.allocate("coordinates", values.size() * sizeof(Coordinate));
        std::memcpy(memory.bytes(address).data(), values.data(), values.size() * sizeof(Coordinate));
        parameters.add(address);
    }

    DeviceAddress m_image = 0;
};

// 10 * row + column
inline std::vector<float> plane(std::uint32_t width, std::uint32_t height)
{
    std::vector<float> texels;
    for (std::uint32_t i = 0; i < width * height; ++i)
        texels.push_back(static_cast<float>(i / width * 10 + i % width));
    return texels;
}

// The requests of one kind.
class AccessJournal : public Observer {
public:
    explicit AccessJournal(AccessKind kind)
        : m_kind(kind)
    {
    }
    void on_step(const Step&) override { }
    void on_access(const Step&, const Access& access) override
    {
        if (access.kind == m_kind)
            accesses.push_back(access);
    }
    void on_branch(const Step&, LaneMask, LaneMask) override { }
    void on_barrier(std::uint64_t) override { }
    void on_warp_barrier(const Step&, LaneMask) override { }
    void on_exit(const Step&) override { }

    std::vector<Access> accesses;

private:
    AccessKind m_kind;
};

} // namespace warpstage::simt
