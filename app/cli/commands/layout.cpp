// `warpstage layout`: evaluates a layout of CuTe, and what accesses of a warp to a matrix with this layout cost.
#include "app/cli/command.h"
#include "app/cli/figure/figure.h"
#include "app/draw/words.h"
#include "app/export/export.h"
#include "app/figures/page.h"
#include "app/views/layout/layout_figure.h"
#include "app/views/layout/memory_figures.h"
#include "core/analysis/layout/layout_search.h"
#include "core/arch/architecture.h"
#include "core/layout/element_type.h"
#include "core/layout/expression.h"
#include "core/layout/held_element.h"
#include "core/layout/shared_memory.h"

namespace warpstage::cli {

namespace {

using analysis::LayoutAccess;
using analysis::LayoutConflicts;
using layout::ComposedLayout;
using layout::Value;

struct LayoutOptions {
    std::string expression;
    std::optional<layout::Swizzle> swizzle;
    layout::ElementType type = layout::kElementTypes.front();
    std::vector<LayoutAccess> accesses;
    std::string architecture = "9.0";
    std::optional<std::size_t> request; // numbered from 1
    bool search = false;
    std::optional<layout::SwizzleMode> tma;
    std::optional<layout::Major> descriptor;
    std::optional<std::uint64_t> decode;
    std::string instruction; // whose fragments are printed
    std::optional<std::string> element; // of them: "A(3,5)"
    std::optional<int> lane; // of them
    bool list = false;
    bool json = false;
    std::filesystem::path output;
    draw::Theme theme = draw::Theme::light;
};

constexpr draw::Size kLayoutPage { 960, 600 }; // points
constexpr std::int64_t kMaxTableColumns = 16;
constexpr std::int64_t kMaxTableRows = 32;
constexpr std::size_t kShownCandidates = 12;

Result<layout::Major> parse_major(const std::string& text)
{
    if (text == "k" || text == "K")
        return layout::Major::k;
    if (text == "mn" || text == "MN")
        return layout::Major::mn;
    return Error { fmt::format(
        "`--descriptor` requires `k` or `mn`, the dimension whose elements are next to each other, not `{}`.", text) };
}

Result<layout::SwizzleMode> parse_swizzle_mode(const std::string& text)
{
    if (const auto mode = layout::swizzle_mode_of(text))
        return *mode;
    return Error { fmt::format("`--tma` requires `none`, `32B`, `64B` or `128B`, not `{}`.", text) };
}

Result<std::uint64_t> parse_descriptor_bits(const std::string& text)
{
    const std::string_view digits =
        text.starts_with("0x") || text.starts_with("0X") ? std::string_view { text }.substr(2) : std::string_view { text };
    if (const auto bits = number_in<std::uint64_t>(digits, 16))
        return *bits;
    return Error { fmt::format("`--decode` requires a hexadecimal number of 64 bits, not `{}`.", text) };
}

void check_layout(const LayoutOptions& options)
{
    if ((options.element || options.lane) && options.instruction.empty())
        refuse(
            "`--element` and `--lane` require `--instruction NAME`, for example `--instruction mma.m16n8k16.f32.f16.f16.f32`.");
    if (!options.instruction.empty() && !options.expression.empty())
        refuse("Give a layout or `--instruction`, not both.");
    if (options.expression.empty() && !options.decode && !options.list && options.instruction.empty())
        refuse("`layout` requires a layout, for example `layout '(8,64):(64,1)' --swizzle 3,3,3 --access ldmatrix.x4`.");
    if (options.search && options.accesses.empty())
        refuse("`--search` requires at least one `--access`, for example `--access ldmatrix.x4 --access store.row.128`.");
    if (!options.output.empty() && options.accesses.empty() && !options.tma && !options.descriptor && !options.decode)
        refuse("A picture shows an access, a tensor copy or a matrix descriptor. Add for example `--access ldmatrix.x4`.");
}

void print_layout_names()
{
    fmt::print("Functions of the expression:\n");
    for (const auto& [name, parameters] : layout::functions())
        fmt::print("  {}({})\n", name, parameters);
    fmt::print("Accesses:\n");
    for (const auto& name : analysis::layout_access_names())
        fmt::print("  {}\n", name);
    fmt::print("Element types:");
    for (const auto& type : layout::kElementTypes)
        fmt::print(" {}", type.name);
    fmt::print("\n");
}

std::string descriptor_text(const layout::Descriptor& it)
{
    return fmt::format(
        "  start address {} bytes\n  leading dimension byte offset (LBO) {}\n  stride dimension byte offset (SBO) {}\n"
        "  base offset {}\n  swizzle {}\n",
        it.start, it.leading, it.stride, it.base_offset, name_of(it.mode));
}

// The indices of a matrix that fits a terminal, a row per line.
void print_indices(const ComposedLayout& layout)
{
    const std::int64_t rows = size(layout.layout.mode(0));
    const std::int64_t columns = layout.layout.rank() == 2 ? size(layout.layout.mode(1)) : 1;
    if (layout.layout.rank() > 2 || columns > kMaxTableColumns || rows > kMaxTableRows)
        return;
    const std::size_t width = std::to_string(extent(layout) - 1).size() + 2;
    fmt::print("Index of each element, a row per line:\n");
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column)
            fmt::print("{:>{}}", layout(row + rows * column), width);
        fmt::print("\n");
    }
}

std::string degree_words(double degree)
{
    return degree <= 1.0 ? "no conflicts" : fmt::format("{:.3g}-way conflict", degree);
}

// Of the access with the most conflicts, or the chosen request.
std::size_t shown_request(const LayoutOptions& options, const LayoutConflicts& conflicts)
{
    if (!options.request)
        return static_cast<std::size_t>(&conflicts.worst() - conflicts.requests.data());
    if (*options.request == 0 || *options.request > conflicts.requests.size())
        refuse(fmt::format("`--request` must be 1 to {}, not {}.", conflicts.requests.size(), *options.request));
    return *options.request - 1;
}

void print_layout_accesses(
    const LayoutOptions& options, const arch::Architecture& architecture, const std::vector<LayoutConflicts>& all)
{
    fmt::print("\nAccesses to the whole matrix, {}:\n{:<20}{:>10}{:>12}{:>8}  {}\n", architecture.name(), "access", "requests",
        "wavefronts", "ideal", "worst request");
    for (const LayoutConflicts& it : all)
        fmt::print("{:<20}{:>10}{:>12}{:>8}  {}\n", it.access.name, it.requests.size(), it.wavefronts, it.ideal,
            degree_words(it.degree()));
    for (const LayoutConflicts& it : all) {
        const std::size_t index = shown_request(options, it);
        const analysis::LayoutRequest& request = it.requests[index];
        const arch::SharedService service = analysis::serve(*architecture.traits, it, request);
        fmt::print("\n{}, request {} of {} at element ({},{}): {}, ideal {}\n", it.access.name, index + 1, it.requests.size(),
            request.row, request.column, draw::counted(request.count.wavefronts, "wavefront"), request.count.ideal);
        for (std::size_t phase = 0; phase < service.phases.size(); ++phase) {
            std::vector<std::string> lanes;
            for_each_lane(service.phases[phase].lanes,
                [&](unsigned lane) { lanes.push_back(fmt::format("{}:{}", lane, request.addresses[lane])); });
            fmt::print("  phase {}, {}; lane:byte {}\n", phase + 1, draw::counted(service.phases[phase].wavefronts, "wavefront"),
                fmt::join(lanes, " "));
        }
    }
}

void print_layout_search(const LayoutOptions& options, const analysis::LayoutSearch& found)
{
    fmt::print("{} layouts tried, {} of them do not permit the accesses.\n\n{:>8}{:>12}{:>8}  ", found.tried, found.refused,
        "bytes", "wavefronts", "ideal");
    for (const LayoutAccess& access : options.accesses)
        fmt::print("{:<18}", access.name);
    fmt::print("layout\n");
    for (std::size_t i = 0; i < std::min(kShownCandidates, found.candidates.size()); ++i) {
        const analysis::LayoutCandidate& it = found.candidates[i];
        fmt::print("{:>8}{:>12}{:>8}  ", it.bytes, it.wavefronts, it.ideal);
        for (const auto& cost : it.accesses)
            fmt::print("{:<18}", degree_words(cost.degree));
        fmt::print("{}{}\n", text_of(it.layout),
            it.padding == 0 ? std::string {}
                            : fmt::format("  (padding of {})", draw::counted(static_cast<std::uint64_t>(it.padding), "element")));
    }
    if (found.candidates.size() > kShownCandidates)
        fmt::print(
            "and {} more with more conflicts, more bytes or a larger swizzle\n", found.candidates.size() - kShownCandidates);
}

nlohmann::json layout_json(const ComposedLayout& layout, const LayoutOptions& options, const std::vector<LayoutConflicts>& all)
{
    nlohmann::json accesses = nlohmann::json::array();
    for (const LayoutConflicts& it : all)
        accesses.push_back({ { "access", it.access.name }, { "requests", it.requests.size() }, { "wavefronts", it.wavefronts },
            { "ideal", it.ideal }, { "worst_degree", it.degree() } });
    return { { "layout", text_of(layout) }, { "size", size(layout.layout) }, { "cosize", cosize(layout.layout) },
        { "type", options.type.name }, { "accesses", accesses } };
}

ComposedLayout layout_of(const Value& value, const LayoutOptions& options)
{
    auto composed = or_refuse(layout::as_layout(value));
    if (options.swizzle) {
        if (!composed.swizzle.is_identity())
            refuse("The layout has a swizzle. Omit `--swizzle`.");
        composed.swizzle = *options.swizzle;
    }
    return composed;
}

void compare_tma(const ComposedLayout& composed, const LayoutOptions& options)
{
    fmt::print("\n{} in bytes: {}.\n{}\n", text_of(composed.swizzle),
        text_of(downcast(composed.swizzle, std::max(1, options.type.bits / 8))),
        sentence_of(or_refuse(layout::compare_with_tma(composed, options.type.bits, *options.tma))));
}

void save_picture(const LayoutOptions& options, const views::Exhibit& exhibit, const std::string& title)
{
    if (options.output.empty())
        return;
    or_refuse(figures::save_figure(exhibit, title, options.output, { kLayoutPage, options.theme }));
    fmt::print("{}\n", options.output.string());
}

// Of the first access; without one, of the tensor copy, else of the descriptor.
views::Exhibit picture_of(const LayoutOptions& options, const ComposedLayout& composed, const arch::Architecture& architecture,
    const std::vector<LayoutConflicts>& all)
{
    const std::string type { options.type.name };
    if (!all.empty())
        return views::layout_exhibit(
            { composed, type, options.type.bits, architecture, all.front(), shown_request(options, all.front()) });
    if (options.tma)
        return views::tma_exhibit(
            { composed, type, or_refuse(layout::compare_with_tma(composed, options.type.bits, *options.tma)) });
    return views::descriptor_exhibit(
        { or_refuse(analysis::operand_descriptor(composed, options.type.bits, *options.descriptor)), options.type });
}

std::vector<layout::HeldElement> chosen_elements(const layout::Fragments& fragments, const LayoutOptions& options)
{
    if (options.element)
        return { or_refuse(layout::element_named(fragments, *options.element)) };
    if (options.lane && (*options.lane < 0 || *options.lane >= fragments.threads))
        refuse(fmt::format("`--lane` must be less than {}, the number of threads of `{}`, not {}.", fragments.threads,
            fragments.name, *options.lane));
    return layout::elements_held(fragments, options.lane);
}

int show_fragments(const LayoutOptions& options)
{
    const layout::Fragments fragments = or_refuse(layout::fragments_of(options.instruction));
    const std::vector<layout::HeldElement> chosen = chosen_elements(fragments, options);
    if (options.json) {
        nlohmann::json elements = nlohmann::json::array();
        for (const layout::HeldElement& it : chosen)
            elements.push_back(
                { { "matrix", it.matrix->name }, { "row", it.row }, { "column", it.column }, { "lane", it.holder().thread },
                    { "register", it.holder().reg }, { "bit", it.holder().bit }, { "bits", it.matrix->bits } });
        print_json({ { "instruction", fragments.name }, { "threads", fragments.threads }, { "elements", elements } });
        return kSuccess;
    }
    const bool in_tensor_memory = fragments.holder == layout::Holder::tensor_memory;
    fmt::print("{}, {} {}\n{:<16}{:>6}{:>10}  bits\n", fragments.name, fragments.threads,
        in_tensor_memory ? "lanes of tensor memory" : "threads", "element", "lane", in_tensor_memory ? "column" : "register");
    for (const layout::HeldElement& it : chosen)
        fmt::print("{:<16}{:>6}{:>10}  {} to {}\n", fmt::format("{}({},{})", it.matrix->name, it.row, it.column),
            it.holder().thread, it.holder().reg, it.holder().bit, it.holder().bit + it.matrix->bits - 1);
    for (const layout::FragmentMatrix& matrix : fragments.matrices)
        if (matrix.in_shared && !options.element)
            fmt::print("{} is in shared memory: no lane holds its elements.\n", matrix.name);
    return kSuccess;
}

int show_layout(const Common& /*common*/, const LayoutOptions& options)
{
    if (!options.instruction.empty())
        return show_fragments(options);
    if (options.list) {
        print_layout_names();
        return kSuccess;
    }
    if (options.decode) {
        fmt::print("Matrix descriptor {:#018x} of wgmma:\n{}", *options.decode,
            descriptor_text(layout::decode_descriptor(*options.decode)));
        if (options.expression.empty()) {
            const layout::Major major = options.descriptor.value_or(layout::Major::k);
            save_picture(options,
                views::descriptor_exhibit({ analysis::decoded_operand(*options.decode, options.type.bits, major), options.type }),
                fmt::format("{:#018x}", *options.decode));
            return kSuccess;
        }
    }
    const Value value = or_refuse(layout::evaluate(options.expression));
    const bool plain = !options.swizzle && options.accesses.empty() && !options.tma && !options.descriptor && !options.json;
    if (plain && !std::holds_alternative<ComposedLayout>(value)) {
        fmt::print("{}\n", text_of(value));
        return kSuccess;
    }
    const ComposedLayout composed = layout_of(value, options);
    const auto architecture = or_refuse(arch::parse_architecture(options.architecture));
    if (!options.output.empty())
        or_refuse(exporter::format_of(options.output));
    if (options.search) {
        print_layout_search(
            options, or_refuse(analysis::search_layout(*architecture.traits, composed, options.type.bits, options.accesses)));
        return kSuccess;
    }
    std::vector<LayoutConflicts> all;
    for (const LayoutAccess& access : options.accesses)
        all.push_back(or_refuse(analysis::conflicts_of(*architecture.traits, composed, options.type.bits, access)));
    if (options.json) {
        print_json(layout_json(composed, options, all));
    } else {
        fmt::print("{}\n{} elements of {} in {} bytes\n", text_of(composed), size(composed.layout), options.type.name,
            (cosize(composed.layout) * options.type.bits + 7) / 8);
        print_indices(composed);
        if (!all.empty())
            print_layout_accesses(options, architecture, all);
        if (options.tma)
            compare_tma(composed, options);
        if (options.descriptor) {
            const auto operand = or_refuse(analysis::operand_descriptor(composed, options.type.bits, *options.descriptor));
            fmt::print("\nMatrix descriptor of wgmma, {:#018x}:\n{}", operand.bits, descriptor_text(operand.fields));
        }
    }
    if (!options.output.empty())
        save_picture(options, picture_of(options, composed, architecture, all), text_of(composed));
    return kSuccess;
}

} // namespace

void add_layout(CommandLine& line)
{
    auto& app = line.add("layout",
        "Evaluate a layout of CuTe, the bank conflicts of accesses to a matrix with it, or the fragments of an instruction");
    auto& options = line.options_of(app, show_layout, check_layout,
        [](const LayoutOptions& it) { return it.output.empty() ? Desktop::unused : desktop_of(it.output); });
    app.add_option("LAYOUT", options.expression,
        "Layout in CuTe's notation, such as '(8,64):(64,1)' or 'Sw<3,3,3> o 0 o (8,64):(64,1)', or an expression of CuTe's "
        "functions; "
        "`--list` prints them");
    add_parsed(
        app, "--swizzle", options.swizzle, [](const std::string& text) { return layout::parse_swizzle(text); },
        "Swizzle of element indices, B,M,S");
    add_parsed(
        app, "--type", options.type, [](const std::string& text) { return layout::parse_element_type(text); },
        "Type of the elements, for example f16, f32, e4m3 (default: f16)");
    add_parsed_list(
        app, "--access", options.accesses, [](const std::string& text) { return analysis::parse_layout_access(text); },
        "Access whose conflicts are shown, for example ldmatrix.x4, load.column, store.row.128; repeatable");
    add_architecture(app, options.architecture);
    app.add_option("--request", options.request,
        "Show the request of this number in detail, from 1 (default: the first with the most wavefronts)");
    app.add_flag("--search", options.search, "List the swizzles and paddings with the fewest conflicts of the accesses");
    add_parsed(
        app, "--tma", options.tma, parse_swizzle_mode, "Compare with a tensor copy of this swizzle mode: none, 32B, 64B or 128B");
    add_parsed(app, "--descriptor", options.descriptor, parse_major,
        "Matrix descriptor of wgmma for an operand with this layout: k (K-major) or mn (MN-major)");
    add_parsed(app, "--decode", options.decode, parse_descriptor_bits,
        "Print the fields of a matrix descriptor of wgmma, a hexadecimal number");
    app.add_option("--instruction", options.instruction,
        "Print the lane and the register of each element of a matrix instruction instead, for example "
        "mma.m16n8k16.f32.f16.f16.f32 or ldmatrix.x4");
    app.add_option("--element", options.element, "Only this element, MATRIX(ROW,COLUMN), for example 'A(3,5)'");
    app.add_option("--lane", options.lane, "Only the elements of this lane, or of this thread of a warpgroup");
    app.add_flag("--list", options.list, "List the functions, accesses and element types, and exit");
    app.add_option("-o,--output", options.output,
        "Write a picture of the first access, else of the tensor copy or descriptor, .png, .svg or .pdf");
    add_choice(app, "--theme", options.theme, { { "light", draw::Theme::light }, { "dark", draw::Theme::dark } },
        "Color theme: light or dark")
        ->default_str("light");
    add_json(app, options.json);
}

} // namespace warpstage::cli
