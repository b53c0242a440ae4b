// A state of a session as a short text in the syntax of an address: "lesson=transpose&variant=tiled&cue=4". Links to the web
// edition contain it, and a presenter publishes it for the pages that follow.
#pragma once

#include "core/analysis/layout/layout_study.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::session {

// A longer text is not a link.
inline constexpr std::size_t kMaxLinkBytes = 1000;

// The selection in the recorded run.
struct LinkedSelection {
    std::optional<std::uint64_t> block; // nothing: the middle block
    std::optional<std::uint32_t> warp;
    std::optional<std::uint32_t> access; // its instruction
    std::optional<std::uint32_t> line;
    std::optional<std::uint32_t> lane;
    std::optional<std::uint64_t> step; // index into Trace::steps; nothing: the playback is automatic

    bool operator==(const LinkedSelection&) const = default;
};

struct Link {
    std::string lesson; // empty: the page's first one
    std::string variant; // empty: the lesson's or the cue's
    std::vector<std::pair<std::string, std::string>> parameters; // the others have the values of the cue or the lesson
    std::string architecture; // in the syntax of arch::parse_architecture(); empty: unchanged
    std::optional<std::uint32_t> warp_width; // nothing: the cue's, or that of every GPU
    std::optional<std::uint64_t> cue; // index; the text counts from 1
    bool answer = false; // the cue's question, if it has one, is answered
    bool paused = false;
    bool edited = false; // the link was made with other kernels than the lesson's
    LinkedSelection selection;
    std::optional<analysis::LayoutQuestion> layout {}; // shown by the view of layouts; nothing: the view is not opened

    bool operator==(const Link&) const = default;
};

[[nodiscard]] std::string to_text(const Link& link);
// Keys in any order, each at most once except "set". Errors, each a sentence: too long, an unknown key, an invalid value.
[[nodiscard]] Result<Link> parse_link(std::string_view text);

// A file with edited kernels, beside the published state.
struct KernelsFile {
    std::uint64_t fingerprint = 0; // of its content: detects damage, does not protect against intent
    std::uint64_t bytes = 0;

    bool operator==(const KernelsFile&) const = default;
};

[[nodiscard]] KernelsFile kernels_file(std::string_view content);
// "kernels-0f3a5c77d1e20b46": an edit has another name, so that caches never mix them.
[[nodiscard]] std::string file_name(const KernelsFile& kernels);

// A link that a presenter publishes, with what distinguishes it from earlier ones.
struct PublishedLink {
    std::string presenter; // of one start of the presenter's program
    std::uint64_t serial = 0; // grows with each change
    std::optional<KernelsFile> kernels {}; // of an edited link; nothing: its kernels are not published
    Link link;

    bool operator==(const PublishedLink&) const = default;
};

[[nodiscard]] std::string to_text(const PublishedLink& published);
// Errors: those of parse_link(); not a published link, or one of a newer format.
[[nodiscard]] Result<PublishedLink> parse_published_link(std::string_view text);

} // namespace warpstage::session
