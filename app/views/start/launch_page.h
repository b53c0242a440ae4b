// The form before a kernel of the user's file is launched: which kernel, its grid and block, and a value for each parameter.
#pragma once

#include "app/views/drawing.h"
#include "app/views/setup/editor_line.h"

#include <filesystem>

namespace warpstage::views {

struct LaunchField {
    std::string label; // "Grid", or the name of a parameter
    std::string declared; // its type in the source, or a unit
    std::string hint; // what can be entered
    EditorLine line; // with the reason why the value was refused
};

struct LaunchKernel {
    std::string name; // "saxpy", "reduce<256>"
    std::string impossible; // why it cannot be launched; empty: it can
    std::vector<LaunchField> fields;
};

struct LaunchPage {
    std::filesystem::path file;
    std::string status; // "Compiling …"; then there are no kernels yet
    std::string error; // why the file cannot be opened
    std::vector<LaunchKernel> kernels;
    std::size_t kernel = 0; // the chosen one
    std::size_t row = 0; // 0: the kernel; then its fields

    [[nodiscard]] bool asks() const { return !kernels.empty() && status.empty(); }
    // Row 0 and the fields of the chosen kernel.
    [[nodiscard]] std::size_t rows() const { return asks() ? 1 + kernels[kernel].fields.size() : 0; }
    // Null: the row of the kernel.
    [[nodiscard]] const LaunchField* field() const
    {
        return asks() && row > 0 && row < rows() ? &kernels[kernel].fields[row - 1] : nullptr;
    }
};

// The row of ChooseField that runs the kernel.
inline constexpr std::size_t kRunRow = 1'000'000;

// Selects the row, with its whole text selected so that typing replaces it; rows beyond the last one select the last.
void choose_row(LaunchPage& page, std::size_t row);
// The first refused value, else the first parameter.
[[nodiscard]] std::size_t first_row(const LaunchPage& page);

} // namespace warpstage::views
