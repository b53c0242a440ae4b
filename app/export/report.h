// A handout: words, tables, code and figures one below the other, as a page for the web or as PDF. No header here knows Qt.
#pragma once

#include "app/draw/draw_list.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace warpstage::exporter {

struct Heading {
    int level = 1; // 1 to 3
    std::string text;
};

struct Paragraph {
    std::string text;
};

// Small print, below a figure.
struct Note {
    std::string text;
};

struct Code {
    std::string text; // shown as it stands, with the numbers of its lines
};

struct DataTable {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows; // each as long as `head`; the first column is left-aligned, the others right
};

struct Picture {
    draw::DrawList picture;
    std::string title;
    std::string description; // for readers who do not see it
};

struct Report {
    std::string title;
    std::vector<std::variant<Heading, Paragraph, Note, Code, DataTable, Picture>> parts;
};

enum class ReportKind : std::uint8_t { html, pdf };

// From the name's ending, capitals or not. Errors: another ending or none.
[[nodiscard]] Result<ReportKind> report_kind_of(const std::filesystem::path& path);

// One file that needs no other: figures are SVG within it. XHTML, so that every XML parser can read it.
[[nodiscard]] std::string report_html(const Report& report);

// A4 pages, figures as vectors, text as text. From the main thread alone.
[[nodiscard]] std::string report_pdf(const Report& report);
// Of that PDF.
[[nodiscard]] std::size_t page_count(const Report& report);

// Written whole or not at all. Errors: a folder that does not exist or cannot be written to, a full disk.
[[nodiscard]] Result<void> save(const Report& report, const std::filesystem::path& path);

} // namespace warpstage::exporter
