#include "core/layout/held_element.h"

#include "core/base/number.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

namespace warpstage::layout {

Result<HeldElement> element_named(const Fragments& fragments, const std::string& text)
{
    const auto open = text.find('(');
    const auto comma = text.find(',', open == std::string::npos ? 0 : open);
    if (open == std::string::npos || comma == std::string::npos || !text.ends_with(')'))
        return Error { fmt::format("`--element` requires MATRIX(ROW,COLUMN), for example `A(3,5)`, not `{}`.", text) };
    const std::string_view name = std::string_view { text }.substr(0, open);
    const auto matrix = std::ranges::find(fragments.matrices, name, &FragmentMatrix::name);
    if (matrix == fragments.matrices.end()) {
        std::vector<std::string> names;
        for (const FragmentMatrix& it : fragments.matrices)
            names.push_back(fmt::format("`{}`", it.name));
        return Error { fmt::format("`{}` has no matrix `{}`. It has {}.", fragments.name, name, text::alternatives(names)) };
    }
    if (matrix->in_shared)
        return Error { fmt::format(
            "Matrix {} of `{}` is in shared memory: no lane holds its elements.", matrix->name, fragments.name) };
    const auto row = number_in<std::uint32_t>(std::string_view { text }.substr(open + 1, comma - open - 1));
    const auto column = number_in<std::uint32_t>(std::string_view { text }.substr(comma + 1, text.size() - comma - 2));
    if (!row || !column || *row >= matrix->rows || *column >= matrix->columns)
        return Error { fmt::format("`--element` requires a row less than {} and a column less than {} of matrix {}, not `{}`.",
            matrix->rows, matrix->columns, matrix->name, text) };
    return HeldElement { &*matrix, *row, *column };
}

std::vector<HeldElement> elements_held(const Fragments& fragments, std::optional<int> thread)
{
    std::vector<HeldElement> held;
    for (const FragmentMatrix& matrix : fragments.matrices)
        for (std::size_t i = 0; i < matrix.elements.size(); ++i)
            if (!thread || matrix.elements[i].thread == *thread)
                held.push_back(
                    { &matrix, static_cast<std::int64_t>(i) / matrix.columns, static_cast<std::int64_t>(i) % matrix.columns });
    std::ranges::stable_sort(held, {}, [&](const HeldElement& it) {
        return std::tuple { it.matrix - fragments.matrices.data(), it.holder().thread, it.holder().reg, it.holder().bit };
    });
    return held;
}

} // namespace warpstage::layout
