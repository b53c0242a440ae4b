// Which lane holds which element of the matrices of an instruction.
#pragma once

#include "core/layout/fragments.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::layout {

struct HeldElement {
    const FragmentMatrix* matrix = nullptr; // never null
    std::int64_t row = 0;
    std::int64_t column = 0;

    [[nodiscard]] const FragmentElement& holder() const { return matrix->at(row, column); }
};

// `text`: "A(3,5)". Errors: sentences for the command line.
[[nodiscard]] Result<HeldElement> element_named(const Fragments& fragments, const std::string& text);

// Of all threads or of one, in the order of its registers. `fragments` must outlive the result.
[[nodiscard]] std::vector<HeldElement> elements_held(const Fragments& fragments, std::optional<int> thread = {});

} // namespace warpstage::layout
