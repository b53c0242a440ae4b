// Shadow memory of a buffer in global memory, or of the shared memory of a block of a cluster: what is known of the last accesses
// to each word. Nearly all words are accessed by warps, each thread its own word, so the notes of 32 words are one row, of one or
// two parts, until an access differs. Only then each word, and each byte of a word that is accessed in parts, gets notes of its
// own.
#pragma once

#include "core/simt/checks/recycled.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpstage::simt {

// The memory for all notes of a launch. More would take memory from the program, so the rest of its memory is not checked.
struct ShadowBudget {
    static constexpr std::uint64_t kMaxBytes = std::uint64_t { 8 } << 30U;
    std::uint64_t left = kMaxBytes;

    [[nodiscard]] bool take(std::uint64_t bytes)
    {
        if (left < bytes)
            return false;
        left -= bytes;
        return true;
    }
};

// An access by one thread. Packed, because most of a check's time is spent on reading notes.
struct GlobalNote {
    // How the access takes part in the order.
    static constexpr std::uint32_t kWeak = 0;
    static constexpr std::uint32_t kStrong = 1;
    static constexpr std::uint32_t kVolatile = 2;
    static constexpr std::uint32_t kTested = 3; // strong, and a branch depends on its value
    static constexpr std::uint32_t kMaxBlocks = (1U << 26U) - 1;
    static constexpr std::uint32_t kMaxInstructions = (1U << 22U) - 1;
    static constexpr std::uint32_t kMaxThreads = (1U << 10U) - 1;

    std::uint32_t block : 26 = 0; // its place in the order of the blocks' starts; 0: none
    std::uint32_t strong : 2 = kWeak;
    std::uint32_t atomic : 1 = 0;
    std::uint32_t guards_cas : 1 = 0;
    std::uint32_t scope : 2 = 0;
    std::uint32_t time = 0; // of its Moment; 0: ordered before all threads of its block
    std::uint32_t pc : 22 = 0;
    std::uint32_t thread : 10 = 0; // of its block

    [[nodiscard]] bool same_thread(const GlobalNote& other) const { return block == other.block && thread == other.thread; }
};

// Of a word or byte: the last plain write and the last atomic operations of two threads. A later plain access must be ordered
// after the last one only, which has observed those before it (PTX ISA, 8.9.4 "Causality order": observation, then program
// order). Blocks run in turn, so the first reader since the last plain write represents those of other blocks; the last one by
// another thread is kept for the threads of its block. One line of the processor's cache.
struct alignas(64) GlobalCell {
    GlobalNote write;
    GlobalNote read;
    GlobalNote last_read;
    GlobalNote atomic;
    GlobalNote other_atomic;
    std::uint32_t value = 0; // value written
};
static_assert(sizeof(GlobalCell) == 64);

class GlobalShadow {
public:
    static constexpr std::uint32_t kWordBytes = 4;
    static constexpr std::uint32_t kRowWords = 32;
    static constexpr std::uint32_t kRowBytes = kRowWords * kWordBytes;

    struct Cells : Recycled<Cells> {
        std::array<GlobalCell, kRowWords> words {};
        std::vector<GlobalCell> bytes; // empty unless a word is split
    };
    // Notes as in GlobalCell, without atomic operations, of consecutive words: of the first one, and the thread's number grows by
    // 1 every 1 << shift words.
    struct Part {
        GlobalNote write;
        GlobalNote read;
        GlobalNote last_read;

        [[nodiscard]] bool is_empty() const { return write.block == 0 && read.block == 0; }
    };
    // Two parts, because arrays need not begin where rows do, and blocks may be 16 threads wide.
    struct Row {
        std::array<Part, 2> parts;
        std::uint8_t split_word = 0; // the first word of the second part; 0: the first part has no words
        std::uint8_t shift = 0;
        std::uint32_t split = 0; // words that were accessed in parts, and have a cell per byte
        std::unique_ptr<Cells> cells; // they replace the notes; null: the words of each part are alike

        [[nodiscard]] bool is_empty() const { return parts[0].is_empty() && parts[1].is_empty(); }
        // Whether the words from `begin` on, before `end`, are whole parts of the row, which may be split for that.
        [[nodiscard]] bool has_parts(std::uint32_t begin, std::uint32_t end, std::uint8_t words_shift);
    };

    GlobalShadow(std::uint64_t bytes, ShadowBudget& budget);

    // The row at the offset. Null if the budget is used up.
    [[nodiscard]] Row* find_row(std::uint64_t offset)
    {
        Page* const page = m_pages[static_cast<std::size_t>(offset / kPageBytes)].get();
        return page != nullptr ? &page->rows[row_of(offset)] : add_page(offset);
    }
    // The values that were written to the row at the offset, which exists. Null if the budget is used up.
    [[nodiscard]] std::uint32_t* find_values(std::uint64_t offset);

    // The cell of an aligned word that has notes of its own and was never accessed in parts, else null.
    [[nodiscard]] GlobalCell* find_word(std::uint64_t offset)
    {
        Page* const page = m_pages[static_cast<std::size_t>(offset / kPageBytes)].get();
        if (page == nullptr || offset % kWordBytes != 0)
            return nullptr;
        const Row& row = page->rows[row_of(offset)];
        const std::uint32_t word = word_of(offset);
        return row.cells != nullptr && (row.split >> word & 1U) == 0 ? &row.cells->words[word] : nullptr;
    }
    // Calls visit(cell, offset, bytes of the cell) for the cells of a range inside the buffer. False if the budget was too small
    // for all cells.
    template <typename Visit> bool visit(std::uint64_t offset, std::uint64_t bytes, Visit&& visit)
    {
        const std::uint64_t end = offset + bytes;
        while (offset != end) {
            Row* const row = find_row(offset);
            if (row == nullptr || (row->cells == nullptr && !expand(*row, offset))) [[unlikely]]
                return false;
            Cells& cells = *row->cells;
            const std::uint32_t word = word_of(offset);
            const auto byte = static_cast<std::uint32_t>(offset % kWordBytes);
            if (byte == 0 && end - offset >= kWordBytes && (row->split >> word & 1U) == 0) [[likely]] {
                visit(cells.words[word], offset, kWordBytes);
                offset += kWordBytes;
            } else {
                split(*row, word);
                visit(cells.bytes[std::size_t { word } * kWordBytes + byte], offset, 1U);
                ++offset;
            }
        }
        return true;
    }

private:
    static constexpr std::uint32_t kPageRows = 64;
    static constexpr std::uint64_t kPageBytes = std::uint64_t { kPageRows } * kRowBytes;

    struct Values : Recycled<Values> {
        std::array<std::uint32_t, std::size_t { kPageRows } * kRowWords> words {};
    };
    struct Page : Recycled<Page> {
        std::array<Row, kPageRows> rows {};
        std::unique_ptr<Values> values; // null: no row was written
    };

    [[nodiscard]] static std::uint32_t word_of(std::uint64_t offset)
    {
        return static_cast<std::uint32_t>(offset % kRowBytes / kWordBytes);
    }
    [[nodiscard]] static std::size_t row_of(std::uint64_t offset)
    {
        return static_cast<std::size_t>(offset % kPageBytes / kRowBytes);
    }
    [[nodiscard]] Row* add_page(std::uint64_t offset);
    // Gives each word of the row its own notes.
    bool expand(Row& row, std::uint64_t offset);
    void split(Row& row, std::uint32_t word);

    std::vector<std::unique_ptr<Page>> m_pages; // allocated on the first access
    ShadowBudget& m_budget;
};

} // namespace warpstage::simt
