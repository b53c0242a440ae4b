// A handout: text, tables, code and figures one below the other, as a web page or as PDF. This header does not depend on Qt.
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
    std::string text; // shown unchanged, with line numbers
};

struct DataTable {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>>
        rows; // each as long as `head`; the first column is left-aligned, the others are right-aligned
};

struct Picture {
    draw::DrawList picture;
    std::string title;
    std::string description; // alternative text
};

struct Report {
    std::string title;
    std::vector<std::variant<Heading, Paragraph, Note, Code, DataTable, Picture>> parts;
};

enum class ReportKind : std::uint8_t { html, pdf };

// By the extension of the name, ignoring case. Errors: unknown or missing extension.
[[nodiscard]] Result<ReportKind> report_kind_of(const std::filesystem::path& path);

// One self-contained file: figures are embedded as SVG. XHTML, so that every XML parser can read it.
[[nodiscard]] std::string report_html(const Report& report);

// A4 pages, figures as vectors, text as text. Main thread only.
[[nodiscard]] std::string report_pdf(const Report& report);
// Size of a page of that PDF.
[[nodiscard]] std::size_t page_count(const Report& report);

// Written atomically. Errors: a folder that does not exist or is not writable, a full disk.
[[nodiscard]] Result<void> save(const Report& report, const std::filesystem::path& path);

} // namespace warpstage::exporter
