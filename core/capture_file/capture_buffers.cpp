#include "core/capture_file/capture_buffers.h"

#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace warpstage::capture_file {

namespace {

bool is_in(const capture::CapturedMemory& memory, const CaptureBuffer& buffer)
{
    if (memory.address == 0 || buffer.address == 0)
        return memory.address == buffer.address && memory.variable == buffer.variable;
    return memory.address >= buffer.address && memory.address - buffer.address < buffer.bytes;
}

} // namespace

Result<std::string> read_bytes(const std::filesystem::path& file)
{
    auto bytes = read_whole_file(file, kMaxBytes);
    if (!bytes)
        return Error { fmt::format("`{}` cannot be read: {}.", file.string(), bytes.error().message) };
    return bytes;
}

std::vector<CaptureBuffer> merged_buffers(std::span<const capture::CapturedLaunch> launches)
{
    std::vector<CaptureBuffer> all;
    for (const capture::CapturedLaunch& launch : launches)
        for (const capture::CapturedMemory& memory : launch.memory)
            all.push_back({ memory.address, memory.bytes, memory.variable });
    std::ranges::stable_sort(all, {}, &CaptureBuffer::address);
    std::vector<CaptureBuffer> merged;
    for (CaptureBuffer& next : all) {
        if (next.address == 0) {
            if (std::ranges::find(merged, next.variable, &CaptureBuffer::variable) == merged.end())
                merged.push_back(std::move(next));
            continue;
        }
        if (!merged.empty() && merged.back().address != 0 && next.address < merged.back().address + merged.back().bytes) {
            CaptureBuffer& last = merged.back();
            last.bytes = std::max(last.bytes, next.address - last.address + next.bytes);
        } else {
            merged.push_back(std::move(next));
        }
    }
    return merged;
}

ContentFiles::ContentFiles(std::filesystem::path captured, std::filesystem::path lesson)
    : m_captured(std::move(captured))
    , m_lesson(std::move(lesson))
{
}

Result<std::string> ContentFiles::contents_of(const CaptureBuffer& buffer, const capture::CapturedLaunch& launch, Moment moment)
{
    std::string content;
    for (const capture::CapturedMemory& memory : launch.memory) {
        const std::string& file = moment == Moment::after ? memory.after.value_or(memory.before) : memory.before;
        if (!is_in(memory, buffer) || file.empty())
            continue;
        auto bytes = read_bytes(m_captured / file);
        if (!bytes)
            return bytes.error();
        content.resize(buffer.bytes);
        const std::uint64_t offset = memory.address - buffer.address;
        content.replace(offset, std::min<std::uint64_t>(bytes->size(), buffer.bytes - offset), *bytes);
    }
    return content.empty() ? std::string { "zero" } : store(content);
}

Result<std::string> ContentFiles::store(const std::string& bytes)
{
    const std::size_t hash = std::hash<std::string> {}(bytes);
    const auto [first, last] = m_files.equal_range(hash);
    for (auto known = first; known != last; ++known) {
        if (const auto other = read_bytes(m_lesson / known->second); other && *other == bytes)
            return "file:" + known->second.string();
    }
    const std::filesystem::path name = fmt::format("buffers/{}.bin", m_files.size() + 1);
    if (auto written = write_whole_file(m_lesson / name, bytes); !written)
        return Error { fmt::format("Cannot write `{}`: {}.", (m_lesson / name).string(), written.error().message) };
    m_files.emplace(hash, name);
    return "file:" + name.string();
}

} // namespace warpstage::capture_file
