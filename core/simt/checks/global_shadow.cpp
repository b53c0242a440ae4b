#include "core/simt/checks/global_shadow.h"

namespace warpstage::simt {

namespace {

GlobalNote note_of_word(const GlobalNote& first, std::uint32_t word, std::uint32_t shift)
{
    GlobalNote note = first;
    if (note.block != 0)
        note.thread = (first.thread + (word >> shift)) & GlobalNote::kMaxThreads;
    return note;
}

} // namespace

GlobalShadow::GlobalShadow(std::uint64_t bytes, ShadowBudget& budget)
    : m_pages(static_cast<std::size_t>((bytes + kPageBytes - 1) / kPageBytes))
    , m_budget(budget)
{
}

GlobalShadow::Row* GlobalShadow::add_page(std::uint64_t offset)
{
    if (!m_budget.take(sizeof(Page)))
        return nullptr;
    std::unique_ptr<Page>& page = m_pages[static_cast<std::size_t>(offset / kPageBytes)];
    page = std::make_unique<Page>();
    return &page->rows[row_of(offset)];
}

std::uint32_t* GlobalShadow::find_values(std::uint64_t offset)
{
    Page& page = *m_pages[static_cast<std::size_t>(offset / kPageBytes)];
    if (page.values == nullptr) {
        if (!m_budget.take(sizeof(*page.values)))
            return nullptr;
        page.values = std::make_unique<std::array<std::uint32_t, std::size_t { kPageRows } * kRowWords>>();
    }
    return page.values->data() + row_of(offset) * kRowWords;
}

bool GlobalShadow::expand(Row& row, std::uint64_t offset)
{
    if (!m_budget.take(sizeof(Cells)))
        return false;
    row.cells = std::make_unique<Cells>();
    if (row.is_empty())
        return true;
    const std::uint32_t* const values = row.write.block != 0 ? find_values(offset) : nullptr;
    for (std::uint32_t word = 0; word < kRowWords; ++word) {
        GlobalCell& cell = row.cells->words[word];
        cell.write = note_of_word(row.write, word, row.shift);
        cell.read = note_of_word(row.read, word, row.shift);
        cell.last_read = note_of_word(row.last_read, word, row.shift);
        cell.value = values != nullptr ? values[word] : 0;
    }
    return true;
}

void GlobalShadow::split(Cells& cells, std::uint32_t word)
{
    if ((cells.split >> word & 1U) != 0)
        return;
    cells.split |= 1U << word;
    if (cells.bytes.empty()) {
        (void)m_budget.take(std::uint64_t { kRowBytes } * sizeof(GlobalCell));
        cells.bytes.resize(kRowBytes);
    }
    for (std::uint32_t byte = 0; byte < kWordBytes; ++byte) {
        GlobalCell& cell = cells.bytes[std::size_t { word } * kWordBytes + byte];
        cell = cells.words[word];
        cell.value = cell.value >> (byte * 8) & 0xffU;
    }
}

} // namespace warpstage::simt
