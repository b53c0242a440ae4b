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

bool GlobalShadow::Row::has_parts(std::uint32_t begin, std::uint32_t end, std::uint8_t words_shift)
{
    if (!is_empty() && shift != words_shift)
        return false;
    shift = words_shift;
    const std::uint32_t inner = begin != 0 ? begin : end % kRowWords; // 0: the whole row
    if (begin != 0 && end != kRowWords)
        return false;
    if (inner == 0 || inner == split_word)
        return true;
    if (split_word != 0 && !is_empty())
        return false;
    split_word = static_cast<std::uint8_t>(inner);
    parts[0] = parts[1];
    for (GlobalNote* note : { &parts[1].write, &parts[1].read, &parts[1].last_read })
        *note = note_of_word(*note, inner, shift);
    return true;
}

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
        page.values = std::make_unique<Values>();
    }
    return page.values->words.data() + row_of(offset) * kRowWords;
}

bool GlobalShadow::expand(Row& row, std::uint64_t offset)
{
    if (!m_budget.take(sizeof(Cells)))
        return false;
    row.cells = std::make_unique<Cells>();
    if (row.is_empty())
        return true;
    const bool is_written = row.parts[0].write.block != 0 || row.parts[1].write.block != 0;
    const std::uint32_t* const values = is_written ? find_values(offset) : nullptr;
    for (std::uint32_t word = 0; word < kRowWords; ++word) {
        const bool second = word >= row.split_word;
        const Part& part = row.parts[second ? 1 : 0];
        const std::uint32_t of_part = second ? word - row.split_word : word;
        GlobalCell& cell = row.cells->words[word];
        cell.write = note_of_word(part.write, of_part, row.shift);
        cell.read = note_of_word(part.read, of_part, row.shift);
        cell.last_read = note_of_word(part.last_read, of_part, row.shift);
        cell.value = values != nullptr ? values[word] : 0;
    }
    return true;
}

void GlobalShadow::split(Row& row, std::uint32_t word)
{
    if ((row.split >> word & 1U) != 0)
        return;
    row.split |= 1U << word;
    Cells& cells = *row.cells;
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
