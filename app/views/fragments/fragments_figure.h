// The matrices of an instruction: the lane and the register of each element.
#pragma once

#include "app/draw/style.h"
#include "app/views/gallery/exhibit.h"
#include "core/layout/fragments.h"

namespace warpstage::views {

// What is known of an element in addition to its holder.
struct ElementContent {
    std::string value {}; // "1.5"; empty: unknown
    std::optional<std::uint64_t> address {}; // byte in memory where the instruction accesses it
};

struct FragmentsPicture {
    layout::Fragments fragments;
    std::optional<int> lane {}; // whose elements stand out
    LaneMask lanes = 0; // the same for lanes of a warp
    std::string title {}; // empty: the name of the fragments
    std::string subtitle {}; // empty: how holders are written
    std::vector<std::string> headlines {}; // from long to short; empty: the number of threads
    std::vector<std::vector<ElementContent>> contents {}; // by matrix and element; empty: only the holders are known
    bool by_register = false; // the colors; else by lane
    std::optional<session::ChosenElement> chosen {}; // has a frame
};

inline constexpr const char* kFragmentSource = "layouts of the PTX ISA, equal to those of CuTe";

[[nodiscard]] draw::DrawList fragments_figure(const FragmentsPicture& picture, draw::Size size, const draw::Style& style);

} // namespace warpstage::views
