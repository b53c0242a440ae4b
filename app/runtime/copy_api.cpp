// Copies and fills, with and without a stream.
#include "app/runtime/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

Stream* const kNoStream = nullptr;

// There is one.
bool are_devices(int first, int second)
{
    return first == 0 && second == 0;
}

const void* moved(const void* pointer, std::size_t offset)
{
    return std::bit_cast<const void*>(std::bit_cast<std::uintptr_t>(pointer) + offset);
}

// The exact bytes of shared memory that a copy uses.
void note_use(WorkNote& note, const Memory& memory, const void* pointer, std::size_t bytes, HostRange::Use use)
{
    auto range = memory.shared_range(pointer);
    if (!range)
        return;
    range->first = const_cast<std::byte*>(static_cast<const std::byte*>(pointer));
    range->bytes = bytes;
    range->use = use;
    note.host.push_back(*std::move(range));
}

void note_rows(WorkNote& note, const Memory& memory, const Rows& rows, const Extent& extent, Use use)
{
    if (note.used == nullptr)
        note.used = std::make_shared<UsedMemory>();
    if (!memory.is_pageable(rows.first))
        note.used->add_rows(
            { std::bit_cast<std::uint64_t>(rows.first), extent.width, rows.pitch, extent.height, rows.slice, extent.depth, use });
    // Which words the rows use decides whether an access of the host conflicts with them.
    if (auto range = memory.shared_range(rows.first); range && extent.height * extent.depth != 0)
        note.host.push_back(*std::move(range));
}

// As late as CUDA permits ("API synchronization behavior"): a copy from pageable memory has read its source when the call
// returns, a copy to pageable memory has finished.
Status copy_late(void* target, const void* source, std::size_t bytes, CopyKind kind, Stream* stream)
{
    const Memory& memory = device().memory;
    const Status valid = call([&](Device& shared) {
        return shared.streams.find(stream) == nullptr ? Status::invalid_handle
                                                      : shared.memory.check_copy(target, source, bytes, kind);
    });
    if (valid != Status::success)
        return valid;
    WorkNote note { fmt::format("an asynchronous copy of {} bytes", bytes), {} };
    note_rows(note, memory, { target, 0, 0 }, { bytes, 1, 1 }, Use::write);
    note_rows(note, memory, { source, 0, 0 }, { bytes, 1, 1 }, Use::read);
    note.host.clear(); // these bytes and no others
    note_use(note, memory, target, bytes, HostRange::Use::target);
    note_use(note, memory, source, bytes, HostRange::Use::source);
    if (memory.is_pageable(target))
        return wait_for(
            submit(stream, NodeType::copy, [=](Device& shared) { return shared.memory.copy(target, source, bytes, kind); },
                { note.what, {}, note.used }),
            stream);
    if (!memory.is_pageable(source) || source == nullptr)
        return submit(
            stream, NodeType::copy, [=](Device& shared) { return shared.memory.copy(target, source, bytes, kind); },
            std::move(note));
    const auto* const first = static_cast<const std::byte*>(source);
    const auto staged = std::make_shared<const std::vector<std::byte>>(first, first + bytes);
    return submit(
        stream, NodeType::copy, [=](Device& shared) { return shared.memory.copy(target, staged->data(), bytes, kind); },
        std::move(note));
}

Status copy(void* target, const void* source, std::size_t bytes, CopyKind kind, Stream* stream)
{
    if (is_late(stream))
        return copy_late(target, source, bytes, kind, stream);
    WorkNote note;
    if (device().streams.is_late()) { // the node of a graph
        note_use(note, device().memory, target, bytes, HostRange::Use::target);
        note_use(note, device().memory, source, bytes, HostRange::Use::source);
    }
    return submit(
        stream, NodeType::copy, [=](Device& shared) { return shared.memory.copy(target, source, bytes, kind); }, std::move(note));
}

// A copy that is not asynchronous; between buffers of the device, it is.
Status copy_now(void* target, const void* source, std::size_t bytes, CopyKind kind)
{
    const Status status = copy(target, source, bytes, kind, kNoStream);
    return Memory::is_device_only(target) && Memory::is_device_only(source) ? status : wait_for(status, kNoStream);
}

Status copy_rows(const Rows& target, const Rows& source, const Extent& extent, CopyKind kind, Stream* stream)
{
    WorkNote note;
    if (is_late(stream)) {
        note.what = fmt::format("a copy of {} rows of {} bytes", extent.height * extent.depth, extent.width);
        note.must_be_awaited = false;
        note_rows(note, device().memory, target, extent, Use::write);
        note_rows(note, device().memory, source, extent, Use::read);
    }
    const Status status = submit_checked(
        stream, NodeType::copy, [=](Device& shared) { return shared.memory.check_rows(target, source, extent, kind); },
        [=](Device& shared) { return shared.memory.copy_rows(target, source, extent, kind); }, std::move(note));
    const bool waits =
        is_late(stream) && (device().memory.is_pageable(target.first) || device().memory.is_pageable(source.first));
    return waits ? wait_for(status, stream) : status;
}

Status fill(const Rows& target, int value, const Extent& extent, Stream* stream)
{
    WorkNote note;
    if (is_late(stream)) {
        note.what = fmt::format("a fill of {} bytes", extent.width * extent.height * extent.depth);
        note.must_be_awaited = false;
        note_rows(note, device().memory, target, extent, Use::write);
    }
    return submit_checked(
        stream, NodeType::set, [=](Device& shared) { return shared.memory.check_set(target, 1, extent); },
        [=](Device& shared) { return shared.memory.set_rows(target, static_cast<std::uint32_t>(value), 1, extent); },
        std::move(note));
}

// A fill without a stream is asynchronous only in memory of the device alone ("API synchronization behavior").
Status filled(const void* target, Status status)
{
    return Memory::is_device_only(target) ? status : wait_for(status, kNoStream);
}

// `position` in bytes and rows.
Rows rows_of(const Array* array, std::size_t x, std::size_t y)
{
    return { std::bit_cast<const void*>(array->address + y * array->row_bytes() + x), array->row_bytes(), 0 };
}

Rows rows_of(const PitchedPointer& memory, const Position& position)
{
    const std::size_t slice = memory.pitch * memory.ysize;
    return { moved(memory.pointer, position.z * slice + position.y * memory.pitch + position.x), memory.pitch, slice };
}

// Which side of a copy is the variable or the array.
enum class Side : std::uint8_t { target, source };

// Whether the direction fits that side, as an H200 requires.
bool is_direction_of(Side side, CopyKind kind)
{
    return kind == CopyKind::device_to_device || kind == CopyKind::by_address
        || kind == (side == Side::target ? CopyKind::host_to_device : CopyKind::device_to_host);
}

struct SymbolCopy {
    Side side = Side::target;
    const void* symbol = nullptr;
    std::size_t offset = 0;
    const void* other = nullptr; // a pointer
    std::size_t bytes = 0;
    CopyKind kind = CopyKind::by_address;
};

// Calls `use(target, source)`.
template <typename Use> Failure with_symbol(Device& shared, const SymbolCopy& copied, Use use)
{
    Failure failure { Status::success, {} };
    std::size_t size = 0;
    void* const address = shared.modules.address(copied.symbol, size, failure);
    if (address == nullptr || copied.bytes == 0) // no bytes may be anywhere, as on an H200
        return failure;
    if (!is_direction_of(copied.side, copied.kind))
        return { Status::invalid_direction, {} };
    if (copied.offset > size || copied.bytes > size - copied.offset)
        return { Status::invalid_value, {} };
    void* const place = const_cast<void*>(moved(address, copied.offset));
    void* const other = const_cast<void*>(copied.other);
    return { copied.side == Side::target ? use(place, other) : use(other, place), {} };
}

Status copy_symbol(const SymbolCopy& copied, Stream* stream)
{
    WorkNote note;
    if (is_late(stream)) {
        note.what = fmt::format("an asynchronous copy of {} bytes", copied.bytes);
        note_use(note, device().memory, copied.other, copied.bytes,
            copied.side == Side::target ? HostRange::Use::source : HostRange::Use::target);
    }
    const Status status = submit_checked(
        stream, NodeType::copy,
        [copied](Device& shared) {
            return with_symbol(shared, copied, [&](const void* target, const void* source) {
                return shared.memory.check_copy(target, source, copied.bytes, copied.kind);
            });
        },
        [copied](Device& shared) {
            return with_symbol(shared, copied,
                [&](void* target, const void* source) { return shared.memory.copy(target, source, copied.bytes, copied.kind); });
        },
        std::move(note));
    return is_late(stream) && device().memory.is_pageable(copied.other) ? wait_for(status, stream) : status;
}

// Rows of an array from a position on; of an H200 come the errors and their order.
Status check_array_rows(
    Side side, const Array& array, std::size_t x, std::size_t y, std::size_t width, std::size_t height, CopyKind kind)
{
    if (width == 0 || height == 0)
        return Status::success;
    if (!is_direction_of(side, kind))
        return Status::invalid_direction;
    const bool fits = x <= array.row_bytes() && width <= array.row_bytes() - x && y <= array.rows() && height <= array.rows() - y;
    return fits ? Status::success : Status::invalid_value;
}

} // namespace

WARPSTAGE_API Status cudaMemcpy(void* target, const void* source, std::size_t bytes, CopyKind kind)
{
    return copy_now(target, source, bytes, kind);
}

WARPSTAGE_API Status cudaMemcpyAsync(void* target, const void* source, std::size_t bytes, CopyKind kind, Stream* stream)
{
    return copy(target, source, bytes, kind, stream);
}

WARPSTAGE_API Status cudaMemcpyPeer(void* target, int to, const void* source, int from, std::size_t bytes)
{
    if (!are_devices(to, from))
        return fail(Status::invalid_device);
    return copy_now(target, source, bytes, CopyKind::by_address);
}

WARPSTAGE_API Status cudaMemcpyPeerAsync(void* target, int to, const void* source, int from, std::size_t bytes, Stream* stream)
{
    if (!are_devices(to, from))
        return fail(Status::invalid_device);
    return copy(target, source, bytes, CopyKind::by_address, stream);
}

WARPSTAGE_API Status cudaMemcpy2DAsync(void* target, std::size_t target_pitch, const void* source, std::size_t source_pitch,
    std::size_t width, std::size_t height, CopyKind kind, Stream* stream)
{
    if (height == 1 && width > std::min(target_pitch, source_pitch))
        return invalid_value(); // of several rows the pitch is invalid, as on an H200
    return copy_rows({ target, target_pitch, 0 }, { source, source_pitch, 0 }, { width, height, 1 }, kind, stream);
}

WARPSTAGE_API Status cudaMemcpy2D(void* target, std::size_t target_pitch, const void* source, std::size_t source_pitch,
    std::size_t width, std::size_t height, CopyKind kind)
{
    return wait_for(cudaMemcpy2DAsync(target, target_pitch, source, source_pitch, width, height, kind, kNoStream), kNoStream);
}

WARPSTAGE_API Status cudaMemcpy2DToArrayAsync(Array* target, std::size_t x, std::size_t y, const void* source, std::size_t pitch,
    std::size_t width, std::size_t height, CopyKind kind, Stream* stream)
{
    if (target == nullptr)
        return invalid_value();
    if (const Status status = check_array_rows(Side::target, *target, x, y, width, height, kind); status != Status::success)
        return fail(status);
    return copy_rows(rows_of(target, x, y), { source, pitch, 0 }, { width, height, 1 }, kind, stream);
}

WARPSTAGE_API Status cudaMemcpy2DToArray(Array* target, std::size_t x, std::size_t y, const void* source, std::size_t pitch,
    std::size_t width, std::size_t height, CopyKind kind)
{
    return wait_for(cudaMemcpy2DToArrayAsync(target, x, y, source, pitch, width, height, kind, kNoStream), kNoStream);
}

WARPSTAGE_API Status cudaMemcpy2DFromArrayAsync(void* target, std::size_t pitch, const Array* source, std::size_t x,
    std::size_t y, std::size_t width, std::size_t height, CopyKind kind, Stream* stream)
{
    if (source == nullptr)
        return invalid_value();
    if (const Status status = check_array_rows(Side::source, *source, x, y, width, height, kind); status != Status::success)
        return fail(status);
    return copy_rows({ target, pitch, 0 }, rows_of(source, x, y), { width, height, 1 }, kind, stream);
}

WARPSTAGE_API Status cudaMemcpy2DFromArray(void* target, std::size_t pitch, const Array* source, std::size_t x, std::size_t y,
    std::size_t width, std::size_t height, CopyKind kind)
{
    return wait_for(cudaMemcpy2DFromArrayAsync(target, pitch, source, x, y, width, height, kind, kNoStream), kNoStream);
}

// One linear range of the array, which has no padding.
WARPSTAGE_API Status cudaMemcpyToArray(
    Array* target, std::size_t x, std::size_t y, const void* source, std::size_t bytes, CopyKind kind)
{
    if (target == nullptr)
        return invalid_value();
    return copy_now(const_cast<void*>(rows_of(target, x, y).first), source, bytes, kind);
}

WARPSTAGE_API Status cudaMemcpyFromArray(
    void* target, const Array* source, std::size_t x, std::size_t y, std::size_t bytes, CopyKind kind)
{
    if (source == nullptr)
        return invalid_value();
    return copy_now(target, rows_of(source, x, y).first, bytes, kind);
}

WARPSTAGE_API Status cudaMemcpy3DAsync(const Copy3D* parameters, Stream* stream)
{
    if (parameters == nullptr)
        return invalid_value();
    const Copy3D copied = *parameters;
    const Memory& memory = device().memory;
    WorkNote note;
    if (is_late(stream)) {
        note.what = fmt::format("a copy of {} rows of {} bytes", copied.extent.height * copied.extent.depth, copied.extent.width);
        note.must_be_awaited = false;
        Extent bytes = copied.extent; // elements if an array takes part
        if (const Array* const array = copied.source_array != nullptr ? copied.source_array : copied.target_array;
            array != nullptr)
            bytes.width *= array->format.bytes();
        if (copied.target_array == nullptr)
            note_rows(note, memory, rows_of(copied.target, copied.target_position), bytes, Use::write);
        if (copied.source_array == nullptr)
            note_rows(note, memory, rows_of(copied.source, copied.source_position), bytes, Use::read);
    }
    const Status status = submit_checked(
        stream, NodeType::copy, [copied](Device& shared) { return shared.memory.check_3d(copied); },
        [copied](Device& shared) { return shared.memory.copy_3d(copied); }, std::move(note));
    const bool waits = is_late(stream)
        && ((copied.target_array == nullptr && memory.is_pageable(copied.target.pointer))
            || (copied.source_array == nullptr && memory.is_pageable(copied.source.pointer)));
    return waits ? wait_for(status, stream) : status;
}

WARPSTAGE_API Status cudaMemcpy3D(const Copy3D* parameters)
{
    return wait_for(cudaMemcpy3DAsync(parameters, kNoStream), kNoStream);
}

WARPSTAGE_API Status cudaMemcpyToSymbolAsync(
    const void* symbol, const void* source, std::size_t bytes, std::size_t offset, CopyKind kind, Stream* stream)
{
    return copy_symbol({ Side::target, symbol, offset, source, bytes, kind }, stream);
}

WARPSTAGE_API Status cudaMemcpyToSymbol(
    const void* symbol, const void* source, std::size_t bytes, std::size_t offset, CopyKind kind)
{
    return wait_for(cudaMemcpyToSymbolAsync(symbol, source, bytes, offset, kind, kNoStream), kNoStream);
}

WARPSTAGE_API Status cudaMemcpyFromSymbolAsync(
    void* target, const void* symbol, std::size_t bytes, std::size_t offset, CopyKind kind, Stream* stream)
{
    return copy_symbol({ Side::source, symbol, offset, target, bytes, kind }, stream);
}

WARPSTAGE_API Status cudaMemcpyFromSymbol(void* target, const void* symbol, std::size_t bytes, std::size_t offset, CopyKind kind)
{
    return wait_for(cudaMemcpyFromSymbolAsync(target, symbol, bytes, offset, kind, kNoStream), kNoStream);
}

WARPSTAGE_API Status cudaMemsetAsync(void* target, int value, std::size_t bytes, Stream* stream)
{
    return fill({ target, bytes, 0 }, value, { bytes, 1, 1 }, stream);
}

WARPSTAGE_API Status cudaMemset(void* target, int value, std::size_t bytes)
{
    return filled(target, cudaMemsetAsync(target, value, bytes, kNoStream));
}

WARPSTAGE_API Status cudaMemset2DAsync(
    void* target, std::size_t pitch, int value, std::size_t width, std::size_t height, Stream* stream)
{
    return fill({ target, pitch, 0 }, value, { width, height, 1 }, stream);
}

WARPSTAGE_API Status cudaMemset2D(void* target, std::size_t pitch, int value, std::size_t width, std::size_t height)
{
    return filled(target, cudaMemset2DAsync(target, pitch, value, width, height, kNoStream));
}

WARPSTAGE_API Status cudaMemset3DAsync(PitchedPointer target, int value, Extent extent, Stream* stream)
{
    return fill({ target.pointer, target.pitch, target.pitch * target.ysize }, value, extent, stream);
}

WARPSTAGE_API Status cudaMemset3D(PitchedPointer target, int value, Extent extent)
{
    return filled(target.pointer, cudaMemset3DAsync(target, value, extent, kNoStream));
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
