// A question about a layout, as typed into the fields of the stage, given to a figure or contained in a link, and its answer.
#pragma once

#include "core/analysis/layout/layout_access.h"
#include "core/layout/element_type.h"
#include "core/layout/fragments.h"
#include "core/layout/shared_memory.h"

#include <array>
#include <variant>

namespace warpstage::analysis {

enum class LayoutField : std::uint8_t { layout, swizzle, type, access };
inline constexpr std::array kLayoutFields { LayoutField::layout, LayoutField::swizzle, LayoutField::type, LayoutField::access };

struct LayoutQuestion {
    // Or an expression; a matrix instruction, whose fragments are the answer; a matrix descriptor of wgmma, "0x4000004000010000".
    std::string layout = "(64,64):(64,1)";
    std::string swizzle = "none"; // of element indices: "3,3,3"; none: that of the layout
    std::string type = "f16";
    std::string access = "ldmatrix.x4"; // or "tma.128B", or "wgmma.k" and "wgmma.mn"

    bool operator==(const LayoutQuestion&) const = default;

    [[nodiscard]] const std::string& text(LayoutField field) const;
    [[nodiscard]] std::string& text(LayoutField field);
};

// "layout", "swizzle", "type", "access".
[[nodiscard]] std::string_view name_of(LayoutField field);
// What can be chosen for a field; of the layout and the swizzle, examples.
[[nodiscard]] std::vector<std::string> suggestions_for(LayoutField field);
// Error: why the field cannot have this text, whatever the others are.
[[nodiscard]] Result<void> check_field(LayoutField field, const std::string& text);

// The matrix descriptor of an operand of wgmma, and the operand.
struct OperandDescriptor {
    layout::Major major = layout::Major::k;
    std::int64_t side = 64; // elements along m or n
    std::int64_t depth = 16; // along k
    layout::Descriptor fields;
    std::uint64_t bits = 0;
};

struct LayoutStudy {
    layout::ComposedLayout layout; // with two modes; of a decoded descriptor empty
    layout::ElementType type;
    std::variant<LayoutConflicts, layout::TmaComparison, OperandDescriptor> shown; // as the access says
};

using LayoutAnswer = std::variant<LayoutStudy, layout::Fragments>;

// Errors: those of the functions that evaluate layout, access, box and descriptor.
[[nodiscard]] Result<LayoutAnswer> answer_of(const arch::Traits& traits, const LayoutQuestion& question);

[[nodiscard]] Result<OperandDescriptor> operand_descriptor(
    const layout::ComposedLayout& layout, int element_bits, layout::Major major);
// Of an operand with 64 rows and 32 bytes along k.
[[nodiscard]] OperandDescriptor decoded_operand(std::uint64_t descriptor, int element_bits, layout::Major major);

// The command with the same answer: "warpstage layout '(64,64):(64,1)' --type f16 --access ldmatrix.x4".
[[nodiscard]] std::string command_of(const LayoutQuestion& question);

} // namespace warpstage::analysis
