#include "core/capture/launch_capture.h"

#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

namespace warpstage::capture {

namespace {

bool only_zeros(std::span<const std::byte> bytes)
{
    return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte { 0 }; });
}

} // namespace

LaunchCapture::LaunchCapture(CapturedLaunch launch, CaptureSource source, std::filesystem::path folder, std::uint64_t& budget)
    : m_launch(std::move(launch))
    , m_source(std::move(source))
    , m_folder(std::move(folder))
    , m_budget(budget)
{
    const std::ofstream begun { m_folder / begun_name(m_launch.number) };
    // Contents stay where they are while more are taken: moving a vector keeps its bytes.
    ReachableMemory reached(
        m_source.memory, [this](std::size_t range) { return take(m_source.memory[range]); },
        [this](std::uint64_t word) -> std::uint64_t {
            const std::uint64_t texture = word - m_source.first_texture;
            if (texture >= m_source.textures.size())
                return 0;
            m_uses_textures = true;
            return m_source.textures[texture].memory;
        });
    reached.add(m_launch.parameters);
    for (const MemoryRange& variable : m_source.variables) {
        if (variable.address == 0)
            reached.add(take(variable));
        else if (const auto range = range_of(m_source.memory, variable.address); range < m_source.memory.size())
            reached.add_range(range);
    }
    // A handle is an index: all textures keep theirs.
    if (m_uses_textures) {
        m_launch.textures = m_source.textures;
        for (const CapturedTexture& texture : m_source.textures)
            if (const auto range = range_of(m_source.memory, texture.memory); range < m_source.memory.size())
                reached.add_range(range);
    }
    std::ranges::sort(m_taken, {}, [](const Taken& taken) { return taken.range.address; });
    for (std::size_t i = 0; i < m_taken.size(); ++i) {
        const Taken& taken = m_taken[i];
        m_launch.memory.push_back({ taken.range.name, taken.range.address, taken.range.bytes, taken.range.variable,
            store(taken.before, fmt::format("{}-{}.before", m_launch.number, i)), {} });
    }
    if (m_written)
        m_written = save(m_launch, m_folder); // for a launch that never ends
}

std::span<const std::byte> LaunchCapture::take(const MemoryRange& range)
{
    constexpr std::uint64_t kMebibyte = std::uint64_t { 1 } << 20;
    if (range.bytes > m_budget) {
        m_launch.left_out.push_back(fmt::format("`{}` at 0x{:x} with {:.1f} MiB exceeds the size limit of the capture.",
            range.name, range.address, static_cast<double>(range.bytes) / static_cast<double>(kMebibyte)));
        return {};
    }
    Taken taken { range, std::vector<std::byte>(range.bytes) };
    if (!m_source.read(range, taken.before)) {
        m_launch.left_out.push_back(fmt::format("`{}` at 0x{:x} cannot be read.", range.name, range.address));
        return {};
    }
    m_budget -= range.bytes;
    m_taken.push_back(std::move(taken));
    return m_taken.back().before;
}

std::string LaunchCapture::store(std::span<const std::byte> bytes, const std::string& name)
{
    if (only_zeros(bytes))
        return {};
    const auto written = write_whole_file(m_folder / name, { reinterpret_cast<const char*>(bytes.data()), bytes.size() });
    if (!written && m_written)
        m_written = written.error();
    return name;
}

Result<void> LaunchCapture::finish(const std::string& fault)
{
    m_launch.fault = fault;
    m_launch.finished = true;
    for (std::size_t i = 0; i < m_taken.size(); ++i) {
        const Taken& taken = m_taken[i];
        std::vector<std::byte> after(taken.before.size());
        if (!m_source.read(taken.range, after)) {
            m_launch.finished = false;
            continue;
        }
        if (after == taken.before)
            continue;
        // Both contents are stored.
        if (taken.range.bytes > m_budget) {
            m_launch.left_out.push_back(
                fmt::format("What `{}` contains after the launch exceeds the size limit of the capture.", taken.range.name));
            m_launch.finished = false;
            continue;
        }
        m_budget -= taken.range.bytes;
        m_launch.memory[i].after = store(after, fmt::format("{}-{}.after", m_launch.number, i));
    }
    if (m_written)
        m_written = save(m_launch, m_folder);
    return m_written;
}

} // namespace warpstage::capture
