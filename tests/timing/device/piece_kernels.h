// Kernels that move tiles of a matrix of bytes. A tile consists of pieces below each other; the blocks of a grid take the tiles
// in one of several orders. Every thread moves one word of each KiB of its tile. The orders are template parameters: the index
// arithmetic is as short as that of a transpose.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned kPieceThreads = 256;

// rows: the next block takes the next piece of the same rows. columns: the pieces below. groups: as columns, but of eight tiles
// beside each other, in rows. squares: 8 x 8 tiles, each in rows. diagonal: in rows, and each row of tiles begins one tile
// further to the right. scattered: far from the previous one.
enum class Order : unsigned { rows, columns, groups, squares, diagonal, scattered };

// `kPiece`: bytes of a piece; `kRow`: of a row; `kGap`: between two rows; `kTile`: of a tile. Powers of two but the gap.
template <unsigned kPiece, Order kOrder, unsigned kRow = 16384, unsigned kGap = 0, unsigned kTile = 4096> struct Walk {
    static constexpr unsigned kPitch = kRow + kGap;
    static constexpr unsigned kBytes = kTile;
    static constexpr unsigned kColumns = kRow / kPiece; // tiles in a row
    static constexpr unsigned kHeight = kTile / kPiece; // rows of a tile

    // The address of a thread's first word. `rows`: of tiles, a power of two.
    static __device__ size_t first(unsigned rows)
    {
        unsigned tile = blockIdx.x;
        if constexpr (kOrder == Order::scattered)
            tile = tile * 0x9E3779B1U & (rows * kColumns - 1);
        unsigned x = tile % kColumns;
        unsigned y = tile / kColumns;
        if constexpr (kOrder == Order::columns) {
            y = tile & (rows - 1);
            x = tile / rows;
        } else if constexpr (kOrder == Order::groups) {
            x = tile % 8 + tile / (8 * rows) * 8;
            y = tile / 8 & (rows - 1);
        } else if constexpr (kOrder == Order::squares) {
            x = tile % 8 + tile / 64 % (kColumns / 8) * 8;
            y = tile / 8 % 8 + tile / 8 / kColumns * 8;
        } else if constexpr (kOrder == Order::diagonal) {
            x = (x + y) % kColumns;
        }
        const unsigned byte = 4 * threadIdx.x;
        return size_t(y * kHeight + byte / kPiece) * kPitch + x * kPiece + byte % kPiece;
    }
    // The distance of word `i` of the thread.
    static constexpr __host__ __device__ size_t step(unsigned i)
    {
        const unsigned byte = i * 4 * kPieceThreads;
        return size_t(byte / kPiece) * kPitch + byte % kPiece;
    }
};

// The tiles one after another.
using Whole = Walk<4096, Order::rows>;

enum class Staging { registers, shared };

template <typename Read, typename Written, Staging kStaging = Staging::registers>
__device__ void copy_tile(const char* __restrict__ from, char* __restrict__ to, unsigned read_rows, unsigned written_rows)
{
    static_assert(Read::kBytes == Written::kBytes);
    constexpr unsigned kWords = Read::kBytes / kPieceThreads / 4; // per thread
    const char* const source = from + Read::first(read_rows);
    unsigned values[kWords];
#pragma unroll
    for (unsigned i = 0; i < kWords; ++i)
        values[i] = *reinterpret_cast<const unsigned*>(source + Read::step(i));
    if constexpr (kStaging == Staging::shared) {
        __shared__ unsigned staged[Read::kBytes / 4];
#pragma unroll
        for (unsigned i = 0; i < kWords; ++i)
            staged[threadIdx.x + i * kPieceThreads] = values[i];
        __syncthreads();
#pragma unroll
        for (unsigned i = 0; i < kWords; ++i)
            values[i] = staged[(threadIdx.x ^ 32U) + i * kPieceThreads];
    }
    char* const target = to + Written::first(written_rows);
#pragma unroll
    for (unsigned i = 0; i < kWords; ++i)
        *reinterpret_cast<unsigned*>(target + Written::step(i)) = values[i];
}

template <typename Read> __device__ void read_tile(const char* __restrict__ from, unsigned* sink, unsigned rows)
{
    constexpr unsigned kWords = Read::kBytes / kPieceThreads / 4;
    const char* const source = from + Read::first(rows);
    unsigned sum = 0;
#pragma unroll
    for (unsigned i = 0; i < kWords; ++i)
        sum += *reinterpret_cast<const unsigned*>(source + Read::step(i));
    if (sum == 12345U) // never true: the data are 0
        *sink = sum;
}

template <typename Written> __device__ void write_tile(char* to, unsigned value, unsigned rows)
{
    constexpr unsigned kWords = Written::kBytes / kPieceThreads / 4;
    char* const target = to + Written::first(rows);
#pragma unroll
    for (unsigned i = 0; i < kWords; ++i)
        *reinterpret_cast<unsigned*>(target + Written::step(i)) = value;
}
