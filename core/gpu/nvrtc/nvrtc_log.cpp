#include "core/gpu/nvrtc/nvrtc_log.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace warpstage::gpu {

namespace {

struct SeverityWords {
    std::string_view words;
    Diagnostic::Severity severity;
};

// The front end's kinds of messages. Internal errors are treated as errors of the text, because the user has to change the text
// in any case.
constexpr std::array kSeverities {
    SeverityWords { "catastrophic error: ", Diagnostic::Severity::error },
    SeverityWords { "internal error: ", Diagnostic::Severity::error },
    SeverityWords { "fatal error: ", Diagnostic::Severity::error }, // of the host compiler's preprocessor
    SeverityWords { "error: ", Diagnostic::Severity::error },
    SeverityWords { "warning: ", Diagnostic::Severity::warning },
    SeverityWords { "note: ", Diagnostic::Severity::note },
    SeverityWords { "remark: ", Diagnostic::Severity::note },
};

// Accepts "error #20-D: " and "error: "; the rest of the line is the message.
std::optional<Diagnostic> parse_severity(std::string_view text)
{
    for (const auto& known : kSeverities) {
        const auto word = known.words.substr(0, known.words.size() - 2);
        if (!text.starts_with(word))
            continue;
        auto rest = text.substr(word.size());
        if (rest.starts_with(" #")) // number of a suppressible message
            rest.remove_prefix(std::min(rest.find(':'), rest.size()));
        if (!rest.starts_with(": "))
            continue;
        Diagnostic diagnostic;
        diagnostic.severity = known.severity;
        diagnostic.text = std::string { text::trim(rest.substr(2)) };
        return diagnostic;
    }
    return std::nullopt;
}

// "file(3)" of the CUDA compilers, or "file:3:12" of the host compiler.
void parse_place(std::string_view place, Diagnostic& diagnostic)
{
    if (const auto open = place.rfind('('); place.ends_with(')') && open != std::string_view::npos) {
        if (const auto line = number_in<std::uint32_t>(place.substr(open + 1, place.size() - open - 2))) {
            diagnostic.line = *line;
            diagnostic.file = std::string { place.substr(0, open) };
        }
        return;
    }
    const auto parts = text::split(place, ':');
    if (parts.size() < 3)
        return;
    const auto line = number_in<std::uint32_t>(parts[parts.size() - 2]);
    const auto column = number_in<std::uint32_t>(parts.back());
    if (!line || !column)
        return;
    diagnostic.line = *line;
    diagnostic.column = *column;
    diagnostic.file = std::string { place.substr(0, place.size() - parts.back().size() - parts[parts.size() - 2].size() - 2) };
}

// "file(3): error: words", "At end of source: error: words" or "nvrtc: error: words".
std::optional<Diagnostic> parse_head(std::string_view line)
{
    if (line.empty() || line.front() == ' ')
        return std::nullopt;
    for (auto colon = line.find(": "); colon != std::string_view::npos; colon = line.find(": ", colon + 1)) {
        auto diagnostic = parse_severity(line.substr(colon + 2));
        if (!diagnostic)
            continue;
        parse_place(line.substr(0, colon), *diagnostic);
        return diagnostic;
    }
    return std::nullopt;
}

bool is_caret(std::string_view line)
{
    return text::trim(line) == "^";
}

// The source in "    3 | #include <x.h>", as the host compiler prints it; nothing for other lines.
std::optional<std::string_view> numbered_source(std::string_view line)
{
    const auto bar = line.find(" | ");
    if (bar == std::string_view::npos || !number_in<std::uint32_t>(text::trim(line.substr(0, bar))))
        return std::nullopt;
    return line.substr(bar + 3);
}

} // namespace

std::string_view name_of(Diagnostic::Severity severity)
{
    switch (severity) {
    case Diagnostic::Severity::error:
        return "error";
    case Diagnostic::Severity::warning:
        return "warning";
    case Diagnostic::Severity::note:
        return "note";
    }
    VERIFY_NOT_REACHED();
}

std::vector<Diagnostic> parse_nvrtc_log(std::string_view log)
{
    // NVRTC indents source lines by two spaces.
    constexpr std::size_t kIndent = 2;
    std::vector<Diagnostic> diagnostics;
    const auto lines = text::split(log, '\n');
    bool open = false; // whether subsequent lines belong to the last diagnostic
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (auto head = parse_head(lines[i])) {
            diagnostics.push_back(std::move(*head));
            open = true;
        } else if (!open || !lines[i].starts_with(' ')) {
            open = false;
        } else if (i + 1 < lines.size() && is_caret(lines[i + 1])) {
            const auto caret = lines[i + 1].find('^');
            diagnostics.back().source_line = std::string { lines[i].substr(std::min(kIndent, lines[i].size())) };
            diagnostics.back().column = caret >= kIndent ? static_cast<std::uint32_t>(caret - kIndent) + 1 : 0;
            open = false;
        } else if (const auto source = numbered_source(lines[i])) {
            diagnostics.back().source_line = std::string { *source };
            open = false;
        } else {
            diagnostics.back().text += "\n    " + std::string { text::trim(lines[i]) };
        }
    }
    return diagnostics;
}

std::string to_text(const Diagnostic& diagnostic)
{
    std::string place;
    if (diagnostic.line != 0)
        place = diagnostic.column != 0 ? fmt::format("{}:{}:{}: ", diagnostic.file, diagnostic.line, diagnostic.column)
                                       : fmt::format("{}:{}: ", diagnostic.file, diagnostic.line);
    auto text = fmt::format("{}{}: {}\n", place, name_of(diagnostic.severity), diagnostic.text);
    if (diagnostic.source_line.empty())
        return text;
    text += fmt::format("  {}\n", diagnostic.source_line);
    if (diagnostic.column != 0) {
        // Tabs are kept, so that the caret is below its character at any tab width.
        std::string blank { std::string_view { diagnostic.source_line }.substr(0, diagnostic.column - 1) };
        for (auto& character : blank)
            character = character == '\t' ? '\t' : ' ';
        text += fmt::format("  {}^\n", blank);
    }
    return text;
}

} // namespace warpstage::gpu
