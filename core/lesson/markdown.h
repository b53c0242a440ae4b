// The subset of Markdown for speaker's notes: headings, paragraphs, lists, tables, code, emphasis. All other text is kept
// unchanged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

enum class SpanKind : std::uint8_t { plain, emphasis, code };

struct Span {
    SpanKind kind = SpanKind::plain;
    std::string text;

    bool operator==(const Span&) const = default;
};

enum class BlockKind : std::uint8_t { heading, paragraph, item, code, row };

struct Block {
    BlockKind kind = BlockKind::paragraph;
    std::uint32_t level = 0; // of a heading, 1 to 3; of an item, 0 is outermost
    std::string mark; // of an item: "•" or "3."
    std::vector<Span> spans; // of code: one line, unchanged
    std::vector<std::string> cells; // of a table row, without emphasis
};

// Lines of a paragraph or an item are joined by blanks. A table's rule ("|---|---|") is left out; its first row has level 1.
[[nodiscard]] std::vector<Block> parse_markdown(std::string_view text);

[[nodiscard]] std::vector<Span> parse_spans(std::string_view text);

} // namespace warpstage::lesson
