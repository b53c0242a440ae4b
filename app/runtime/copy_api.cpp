// Copies and fills, with and without a stream.
#include "app/runtime/api.h"

#include <bit>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

Stream* const kNoStream = nullptr;

const void* moved(const void* pointer, std::size_t offset)
{
    return std::bit_cast<const void*>(std::bit_cast<std::uintptr_t>(pointer) + offset);
}

Status copy(void* target, const void* source, std::size_t bytes, CopyKind kind, Stream* stream)
{
    return submit(stream, NodeType::copy, [=](Device& shared) { return shared.memory.copy(target, source, bytes, kind); });
}

Status copy_rows(const Rows& target, const Rows& source, const Extent& extent, CopyKind kind, Stream* stream)
{
    return submit(stream, NodeType::copy, [=](Device& shared) { return shared.memory.copy_rows(target, source, extent, kind); });
}

Status fill(const Rows& target, int value, const Extent& extent, Stream* stream)
{
    return submit(stream, NodeType::set,
        [=](Device& shared) { return shared.memory.set_rows(target, static_cast<std::uint32_t>(value), 1, extent); });
}

// `position` in bytes and rows.
Rows rows_of(const Array* array, std::size_t x, std::size_t y)
{
    return { std::bit_cast<const void*>(array->address + y * array->row_bytes() + x), array->row_bytes(), 0 };
}

// A variable and the offset in it; the host side is a plain pointer.
Status copy_symbol(const void* symbol, std::size_t offset, std::size_t bytes, Stream* stream,
    const std::function<Status(Device&, void*)>& copy_with)
{
    return submit(stream, NodeType::copy, [=](Device& shared) -> Failure {
        Failure failure { Status::success, {} };
        std::size_t size = 0;
        void* const address = shared.modules.address(symbol, size, failure);
        if (address == nullptr)
            return failure;
        if (offset > size || bytes > size - offset)
            return { Status::invalid_value, {} };
        return { copy_with(shared, const_cast<void*>(moved(address, offset))), {} };
    });
}

} // namespace

WARPSTAGE_API Status cudaMemcpy(void* target, const void* source, std::size_t bytes, CopyKind kind)
{
    return copy(target, source, bytes, kind, kNoStream);
}

WARPSTAGE_API Status cudaMemcpyAsync(void* target, const void* source, std::size_t bytes, CopyKind kind, Stream* stream)
{
    return copy(target, source, bytes, kind, stream);
}

WARPSTAGE_API Status cudaMemcpyPeer(void* target, int /*to*/, const void* source, int /*from*/, std::size_t bytes)
{
    return copy(target, source, bytes, CopyKind::by_address, kNoStream);
}

WARPSTAGE_API Status cudaMemcpyPeerAsync(
    void* target, int /*to*/, const void* source, int /*from*/, std::size_t bytes, Stream* stream)
{
    return copy(target, source, bytes, CopyKind::by_address, stream);
}

WARPSTAGE_API Status cudaMemcpy2DAsync(void* target, std::size_t target_pitch, const void* source, std::size_t source_pitch,
    std::size_t width, std::size_t height, CopyKind kind, Stream* stream)
{
    return copy_rows({ target, target_pitch, 0 }, { source, source_pitch, 0 }, { width, height, 1 }, kind, stream);
}

WARPSTAGE_API Status cudaMemcpy2D(void* target, std::size_t target_pitch, const void* source, std::size_t source_pitch,
    std::size_t width, std::size_t height, CopyKind kind)
{
    return cudaMemcpy2DAsync(target, target_pitch, source, source_pitch, width, height, kind, kNoStream);
}

WARPSTAGE_API Status cudaMemcpy2DToArrayAsync(Array* target, std::size_t x, std::size_t y, const void* source, std::size_t pitch,
    std::size_t width, std::size_t height, CopyKind kind, Stream* stream)
{
    return copy_rows(rows_of(target, x, y), { source, pitch, 0 }, { width, height, 1 }, kind, stream);
}

WARPSTAGE_API Status cudaMemcpy2DToArray(Array* target, std::size_t x, std::size_t y, const void* source, std::size_t pitch,
    std::size_t width, std::size_t height, CopyKind kind)
{
    return cudaMemcpy2DToArrayAsync(target, x, y, source, pitch, width, height, kind, kNoStream);
}

WARPSTAGE_API Status cudaMemcpy2DFromArrayAsync(void* target, std::size_t pitch, const Array* source, std::size_t x,
    std::size_t y, std::size_t width, std::size_t height, CopyKind kind, Stream* stream)
{
    return copy_rows({ target, pitch, 0 }, rows_of(source, x, y), { width, height, 1 }, kind, stream);
}

WARPSTAGE_API Status cudaMemcpy2DFromArray(void* target, std::size_t pitch, const Array* source, std::size_t x, std::size_t y,
    std::size_t width, std::size_t height, CopyKind kind)
{
    return cudaMemcpy2DFromArrayAsync(target, pitch, source, x, y, width, height, kind, kNoStream);
}

// One linear range of the array, which has no padding.
WARPSTAGE_API Status cudaMemcpyToArray(
    Array* target, std::size_t x, std::size_t y, const void* source, std::size_t bytes, CopyKind kind)
{
    return copy(const_cast<void*>(rows_of(target, x, y).first), source, bytes, kind, kNoStream);
}

WARPSTAGE_API Status cudaMemcpyFromArray(
    void* target, const Array* source, std::size_t x, std::size_t y, std::size_t bytes, CopyKind kind)
{
    return copy(target, rows_of(source, x, y).first, bytes, kind, kNoStream);
}

WARPSTAGE_API Status cudaMemcpy3DAsync(const Copy3D* parameters, Stream* stream)
{
    const Copy3D copied = *parameters;
    return submit(stream, NodeType::copy, [copied](Device& shared) { return shared.memory.copy_3d(copied); });
}

WARPSTAGE_API Status cudaMemcpy3D(const Copy3D* parameters)
{
    return cudaMemcpy3DAsync(parameters, kNoStream);
}

WARPSTAGE_API Status cudaMemcpyToSymbolAsync(
    const void* symbol, const void* source, std::size_t bytes, std::size_t offset, CopyKind /*kind*/, Stream* stream)
{
    return copy_symbol(symbol, offset, bytes, stream,
        [=](Device& shared, void* place) { return shared.memory.copy(place, source, bytes, CopyKind::by_address); });
}

WARPSTAGE_API Status cudaMemcpyToSymbol(
    const void* symbol, const void* source, std::size_t bytes, std::size_t offset, CopyKind kind)
{
    return cudaMemcpyToSymbolAsync(symbol, source, bytes, offset, kind, kNoStream);
}

WARPSTAGE_API Status cudaMemcpyFromSymbolAsync(
    void* target, const void* symbol, std::size_t bytes, std::size_t offset, CopyKind /*kind*/, Stream* stream)
{
    return copy_symbol(symbol, offset, bytes, stream,
        [=](Device& shared, void* place) { return shared.memory.copy(target, place, bytes, CopyKind::by_address); });
}

WARPSTAGE_API Status cudaMemcpyFromSymbol(void* target, const void* symbol, std::size_t bytes, std::size_t offset, CopyKind kind)
{
    return cudaMemcpyFromSymbolAsync(target, symbol, bytes, offset, kind, kNoStream);
}

WARPSTAGE_API Status cudaMemsetAsync(void* target, int value, std::size_t bytes, Stream* stream)
{
    return fill({ target, bytes, 0 }, value, { bytes, 1, 1 }, stream);
}

WARPSTAGE_API Status cudaMemset(void* target, int value, std::size_t bytes)
{
    return cudaMemsetAsync(target, value, bytes, kNoStream);
}

WARPSTAGE_API Status cudaMemset2DAsync(
    void* target, std::size_t pitch, int value, std::size_t width, std::size_t height, Stream* stream)
{
    return fill({ target, pitch, 0 }, value, { width, height, 1 }, stream);
}

WARPSTAGE_API Status cudaMemset2D(void* target, std::size_t pitch, int value, std::size_t width, std::size_t height)
{
    return cudaMemset2DAsync(target, pitch, value, width, height, kNoStream);
}

WARPSTAGE_API Status cudaMemset3DAsync(PitchedPointer target, int value, Extent extent, Stream* stream)
{
    return fill({ target.pointer, target.pitch, target.pitch * target.ysize }, value, extent, stream);
}

WARPSTAGE_API Status cudaMemset3D(PitchedPointer target, int value, Extent extent)
{
    return cudaMemset3DAsync(target, value, extent, kNoStream);
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
