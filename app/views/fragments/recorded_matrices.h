// The matrices of the shown recorded instruction, for the views of fragments and of the path of an element.
#pragma once

#include "app/views/fragments/fragments_figure.h"
#include "core/analysis/block/matrix_steps.h"

namespace warpstage::views {

// Of the shown step and warp. Null record: no such instruction was recorded.
[[nodiscard]] analysis::ShownMatrices shown_matrices(const session::Snapshot& model);
// What is shown then.
void draw_no_matrices(Canvas& canvas, Rect inside, const std::string& title, const session::Snapshot& model);

// "1.5"; 16 bits without a format in hexadecimal digits.
[[nodiscard]] std::string value_words(std::uint64_t bits, std::optional<simt::NumberFormat> format);
// The format of 16-bit numbers that ldmatrix and its like move: that of the first product with numbers of this width.
[[nodiscard]] std::optional<simt::NumberFormat> format_in(
    const analysis::Recording& recording, const simt::ObservedMatrix& matrix);

// The chosen element if the instruction has it; else the first element of the first matrix that the marked lane holds; else the
// first element.
[[nodiscard]] session::ChosenElement shown_element(const session::Snapshot& model, const trace::MatrixRecord& record);

} // namespace warpstage::views
