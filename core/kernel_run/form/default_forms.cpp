// The values that a form proposes, from the kernel's signature and source.
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/kernel_run/form/block_hints.h"
#include "core/kernel_run/form/launch_form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace warpstage::kernel_run {

namespace {

std::string lower(std::string_view text)
{
    std::string small { text };
    std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return small;
}

template <std::size_t count> bool is_one_of(std::string_view name, const std::array<std::string_view, count>& words)
{
    return std::ranges::find(words, name) != words.end();
}

// The meaning of an integer parameter, by the names that textbooks use.
enum class Meaning : std::uint8_t { size, width, height, depth, pitch, number };

struct IntegerGuess {
    Meaning meaning = Meaning::number;
    std::string value = "1"; // of a number
};

std::optional<IntegerGuess> guess_integer(const std::string& name)
{
    static constexpr std::array<std::string_view, 16> kWidth { "w", "wa", "wb", "width", "nx", "n_x", "xdim", "dimx", "cols",
        "columns", "ncols", "n_cols", "num_cols", "numcols", "size_x", "imgwidth" };
    static constexpr std::array<std::string_view, 15> kHeight { "h", "ha", "hb", "height", "ny", "n_y", "ydim", "dimy", "rows",
        "nrows", "n_rows", "num_rows", "numrows", "size_y", "imgheight" };
    static constexpr std::array<std::string_view, 4> kDepth { "d", "depth", "nz", "size_z" };
    static constexpr std::array<std::string_view, 6> kPitch { "pitch", "ld", "lda", "ldb", "ldc", "row_stride" };
    static constexpr std::array<std::string_view, 9> kSize { "n", "m", "size", "len", "length", "count", "elements", "total",
        "dim" };
    struct Number {
        std::string_view name;
        std::string_view value;
    };
    static constexpr std::array<Number, 14> kNumbers { Number { "stride", "1" }, Number { "offset", "0" },
        Number { "shift", "1" }, Number { "radius", "4" }, Number { "r", "4" }, Number { "iterations", "10" },
        Number { "iters", "10" }, Number { "steps", "10" }, Number { "nsteps", "10" }, Number { "seed", "7" },
        Number { "threshold", "50" }, Number { "bins", "256" }, Number { "nbins", "256" }, Number { "num_bins", "256" } };
    if (is_one_of(name, kWidth))
        return IntegerGuess { Meaning::width };
    if (is_one_of(name, kHeight))
        return IntegerGuess { Meaning::height };
    if (is_one_of(name, kDepth))
        return IntegerGuess { Meaning::depth };
    if (is_one_of(name, kPitch))
        return IntegerGuess { Meaning::pitch };
    if (const auto known = std::ranges::find(kNumbers, name, &Number::name); known != kNumbers.end())
        return IntegerGuess { Meaning::number, std::string { known->value } };
    if (is_one_of(name, kSize) || name.starts_with("num") || name.starts_with("n_") || name.ends_with("size")
        || name.ends_with("len") || name.ends_with("length") || name.ends_with("count") || name.ends_with("elements"))
        return IntegerGuess { Meaning::size };
    return std::nullopt;
}

// Sides of the problem as expressions of the parameters.
struct Extent {
    std::array<std::string, 3> sides; // of the grid's directions
    std::string total; // elements of a buffer
    std::string initial; // of each size
};

bool is_integer(const LaunchField& field)
{
    return !field.type.pointer && (field.type.element.starts_with('s') || field.type.element.starts_with('u'))
        && field.declared.find("bool") == std::string::npos;
}

bool has_name(const std::vector<std::string>& names, std::string_view name)
{
    return std::ranges::any_of(names, [&](const std::string& other) { return lower(other) == name; });
}

// Sets the integer parameters, and returns the sides that they describe.
// `side`: elements in each direction if one block computes all of them; empty: the default number.
Extent set_integers(std::vector<LaunchField>& fields, unsigned dimensions, const std::string& side)
{
    std::vector<std::string> sizes;
    std::array<std::string, 3> named;
    std::vector<LaunchField*> pitches;
    std::vector<LaunchField*> unknown;
    for (std::size_t i = kLaunchFields; i < fields.size(); ++i) {
        LaunchField& field = fields[i];
        if (!is_integer(field))
            continue;
        const auto guess = guess_integer(lower(field.name));
        if (!guess) {
            unknown.push_back(&field);
        } else if (guess->meaning == Meaning::number) {
            field.value = guess->value;
        } else if (guess->meaning == Meaning::pitch) {
            pitches.push_back(&field);
        } else {
            sizes.push_back(field.name);
            if (guess->meaning != Meaning::size)
                named.at(static_cast<std::size_t>(guess->meaning) - static_cast<std::size_t>(Meaning::width)) = field.name;
        }
    }
    for (LaunchField* field : unknown) {
        const bool inner = lower(field->name) == "k" && sizes.size() > 1; // of a matrix product
        if (sizes.empty() || inner)
            sizes.push_back(field->name);
        else
            field->value = "1";
    }
    Extent extent;
    const std::size_t powers = std::max<std::size_t>(sizes.size() > 1 ? 2 : 1, dimensions);
    extent.initial = !side.empty() ? side : powers == 1 ? "65536" : powers == 2 ? "256" : "32";
    for (LaunchField& field : fields)
        if (std::ranges::find(sizes, field.name) != sizes.end())
            field.value = extent.initial;

    if (has_name(sizes, "m") && has_name(sizes, "n"))
        for (const std::string& name : sizes)
            if (lower(name) == "n" || lower(name) == "m")
                named.at(lower(name) == "n" ? 0 : 1) = name;
    std::vector<std::string> sides;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string otherwise = sizes.empty() ? extent.initial : sizes.at(std::min(i, sizes.size() - 1));
        extent.sides.at(i) = named.at(i).empty() ? otherwise : named.at(i);
    }
    if (sizes.size() > 1) {
        extent.total = fmt::format("{}",
            fmt::join(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(sizes.size(), 3)), "*"));
        if (has_name(sizes, "k") && has_name(sizes, "m") && has_name(sizes, "n"))
            extent.total = extent.sides[1] + "*" + extent.sides[0];
    } else {
        const std::string& x = extent.sides[0];
        extent.total = dimensions == 1 ? x : dimensions == 2 ? x + "*" + x : x + "*" + x + "*" + x;
    }
    for (LaunchField* field : pitches)
        field->value = extent.sides[0];
    return extent;
}

// A matrix of a product has two of its three sizes.
std::string elements_of(const LaunchField& field, const std::vector<LaunchField>& fields, const Extent& extent)
{
    const auto size = [&](std::string_view wanted) {
        const auto found = std::ranges::find_if(
            fields, [&](const LaunchField& other) { return is_integer(other) && lower(other.name) == wanted; });
        return found == fields.end() ? std::string {} : found->name;
    };
    const std::string m = size("m");
    const std::string n = size("n");
    const std::string k = size("k");
    const std::string name = lower(field.name);
    if (!m.empty() && !n.empty() && !k.empty()) {
        if (name == "a" || name == "d_a")
            return m + "*" + k;
        if (name == "b" || name == "d_b")
            return k + "*" + n;
    }
    return extent.total;
}

std::string contents_of(const LaunchField& field, std::size_t seed)
{
    static constexpr std::array<std::string_view, 17> kResults { "out", "output", "result", "results", "res", "c", "d_c", "dst",
        "dest", "odata", "g_odata", "sum", "total", "hist", "histogram", "counter", "partial" };
    static constexpr std::array<std::string_view, 8> kIndices { "idx", "index", "indices", "ind", "perm", "map", "order",
        "next" };
    const std::string name = lower(field.name);
    if (!field.type.constant && (is_one_of(name, kResults) || name.starts_with("out") || name.ends_with("out")))
        return "zero";
    const bool wide = !field.type.element.ends_with("8");
    if (wide && (field.type.element.starts_with('s') || field.type.element.starts_with('u')) && is_one_of(name, kIndices))
        return "iota";
    return fmt::format("random:{}", seed);
}

std::string value_of_real(const std::string& name)
{
    static constexpr std::array<std::string_view, 6> kSmall { "dt", "eps", "epsilon", "eps2", "softening", "h" };
    if (is_one_of(name, kSmall))
        return "0.01";
    return name == "beta" ? "1" : "2";
}

// The positions that the kernel asks for.
struct PositionUse {
    unsigned dimensions = 1; // directions of the grid
    bool thread = false; // its thread in the block
    bool block = false; // its block in the grid
};

PositionUse positions_of(const ptx::Function& function)
{
    using ptx::SpecialRegister;
    PositionUse use;
    const auto look_at = [&](SpecialRegister read) {
        const auto is = [read](SpecialRegister x, SpecialRegister y, SpecialRegister z) {
            return read == x ? 1U : read == y ? 2U : read == z ? 3U : 0U;
        };
        const unsigned thread = is(SpecialRegister::tid_x, SpecialRegister::tid_y, SpecialRegister::tid_z);
        const unsigned block = is(SpecialRegister::ctaid_x, SpecialRegister::ctaid_y, SpecialRegister::ctaid_z);
        use.thread = use.thread || thread > 0;
        use.block = use.block || block > 0;
        use.dimensions = std::max({ use.dimensions, thread, block });
    };
    for (const auto& instruction : function.instructions) {
        if (instruction.opcode == ptx::Opcode::call) // functions may ask, too
            use.thread = use.block = true;
        for (const auto& operand : instruction.operands)
            if (const auto* special = std::get_if<ptx::SpecialOperand>(&operand))
                look_at(special->id);
    }
    return use;
}

// Bytes of "extern __shared__ T name[]", one element per thread.
std::string dynamic_shared(const SourceKernel* kernel, const std::string& threads)
{
    constexpr std::string_view kExtern = "extern";
    if (kernel == nullptr)
        return "0";
    const auto at = kernel->body.find(kExtern);
    if (at == std::string::npos || kernel->body.find("__shared__", at) == std::string::npos)
        return "0";
    const std::string declared = kernel->body.substr(at, kernel->body.find('[', at) - at);
    for (const auto& [word, bytes] :
        { std::pair { "double", 8 }, std::pair { "long", 8 }, std::pair { "short", 2 }, std::pair { "char", 1 } })
        if (declared.find(word) != std::string::npos)
            return bytes == 1 ? threads : fmt::format("{}*{}", bytes, threads);
    return "4*" + threads;
}

// The source of a kernel of the module; null: another file has it.
const SourceKernel* source_of(const SourceText& source, const ptx::Function& function)
{
    std::string_view name = function.display_name;
    name = name.substr(0, name.find('<'));
    if (const auto scope = name.rfind("::"); scope != std::string_view::npos)
        name = name.substr(scope + 2);
    const SourceKernel* found = nullptr;
    for (const SourceKernel& kernel : source.kernels)
        if (kernel.name == name && (found == nullptr || kernel.parameters.size() == function.parameters.size()))
            found = &kernel;
    return found;
}

std::string type_of_bytes(const ptx::Parameter& parameter)
{
    return fmt::format("{}",
        ptx::is_float(parameter.type) ? (parameter.size == 8 ? "double" : "float")
            : parameter.size == 8     ? "float*"
                                      : "int");
}

std::vector<LaunchField> parameters_of(const ptx::Function& function, const SourceKernel* kernel)
{
    const auto types = demangled_types(function.name);
    const bool named = kernel != nullptr && kernel->parameters.size() == function.parameters.size();
    std::vector<LaunchField> fields;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        LaunchField field;
        field.name = named ? kernel->parameters[i].name : fmt::format("p{}", i + 1);
        if (field.name == "i") // the index of elements in expressions
            field.name = "i_";
        const bool demangled = types.size() == function.parameters.size();
        if (demangled)
            field.type = parameter_type(types[i]);
        if (named)
            field.declared = kernel->parameters[i].type;
        else
            field.declared = demangled ? types[i] : type_of_bytes(function.parameters[i]);
        if (!demangled)
            field.type = parameter_type(field.declared);
        fields.push_back(std::move(field));
    }
    return fields;
}

bool is_texture(std::string_view type)
{
    return type.find("TextureObject_t") != std::string_view::npos;
}

bool is_surface(std::string_view type)
{
    return type.find("SurfaceObject_t") != std::string_view::npos;
}

// A type that is neither a number nor a pointer to numbers, in one sentence for the kind and one for what to do.
std::string why_not_in_form(const LaunchField& field, std::uint32_t bytes)
{
    const std::string& type = field.declared;
    const auto contains = [&](std::string_view word) {
        return type.find(word) != std::string::npos;
    };
    const std::string parameter = fmt::format("Parameter `{}` of type `{}`", field.name, type);
    if (is_texture(type) || is_surface(type))
        return fmt::format("{0} is a {1} object, which the form cannot create. `warpstage run` creates one: --arg "
                           "'{2}:{3}:f32[64,64]=random:7'.",
            parameter, is_texture(type) ? "texture" : "surface", field.name, is_texture(type) ? "tex2d,linear" : "surf2d");
    if (std::ranges::count(type, '*') > 1)
        return fmt::format(
            "{} is an array of pointers, which the form cannot create. `warpstage run` creates one from buffers of "
            "preceding arguments: --arg '{}:ptr[2]=list:@x,@y'.",
            parameter, field.name);
    if (contains("*"))
        return fmt::format("{} points to structures, which the form cannot create. Capture a launch of the whole program with "
                           "`warpstage capture`, which opens on the stage with its memory.",
            parameter);
    return fmt::format("{} is a structure of {} bytes, which the form cannot create. `warpstage run` takes its members, --arg "
                       "'{}:{{s32=1,f32=2}}', and `warpstage capture` captures a launch of the whole program.",
        parameter, bytes, field.name);
}

std::string why_impossible(const ptx::Function& function, const std::vector<LaunchField>& fields)
{
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto& type = fields[i + 0].type;
        const std::uint32_t bytes = function.parameters[i].size;
        // The compiler knows texture and surface objects as integers.
        if (type.element.empty() || is_texture(fields[i].declared) || is_surface(fields[i].declared))
            return why_not_in_form(fields[i], bytes);
        const auto element = type.pointer
            ? std::size_t { 8 }
            : static_cast<std::size_t>(
                *number_in<unsigned>(std::string_view { type.element }.substr(type.element.find_first_of("0123456789"))) / 8);
        if (element != bytes)
            return fmt::format(
                "Parameter `{}` has {} bytes, which does not match its type `{}`.", fields[i].name, bytes, fields[i].declared);
    }
    return {};
}

// One thread per element.
std::string grid_of(
    const Extent& extent, unsigned dimensions, const std::vector<std::int64_t>& block, const std::vector<std::string>& names)
{
    const auto blocks = [](const std::string& elements, const std::string& side, std::int64_t threads) {
        const auto number = number_in<std::int64_t>(elements);
        return number && *number % threads == 0 ? fmt::format("{}/{}", elements, side)
                                                : fmt::format("({}+{}-1)/{}", elements, side, side);
    };
    std::vector<std::string> grid;
    for (std::size_t i = 0; i < dimensions; ++i) {
        if (i >= names.size()) { // a block with fewer directions than the grid
            grid.push_back(extent.sides.at(i));
            continue;
        }
        // A block with fewer rows than columns computes a square tile.
        const bool tile = dimensions == 2 && block[0] > block[i] && block[0] <= 32;
        const std::size_t side = tile ? 0 : i;
        grid.push_back(blocks(dimensions == 1 ? extent.total : extent.sides.at(i), names[side], block[side]));
    }
    return fmt::format("{}", fmt::join(grid, ","));
}

LaunchForm default_form(const ptx::Module& module, const ptx::Function& function, const SourceText& source)
{
    const SourceKernel* kernel = source_of(source, function);
    LaunchForm form;
    const auto same = std::ranges::count_if(
        module.functions, [&](const ptx::Function& other) { return other.entry && other.display_name == function.display_name; });
    form.kernel = same > 1 ? function.name : function.display_name;
    auto parameters = parameters_of(function, kernel);
    form.impossible = why_impossible(function, parameters);
    form.fields = { { "grid", "", "1" }, { "block", "", "1" }, { "shared memory", "", "0" } };
    form.fields.insert(form.fields.end(), std::make_move_iterator(parameters.begin()), std::make_move_iterator(parameters.end()));
    const PositionUse use = positions_of(function);
    // A kernel that never asks for its thread computes one result.
    const auto block = use.thread || use.block ? default_block(source, kernel, use.dimensions) : std::vector<std::int64_t> { 1 };
    const Extent extent = set_integers(form.fields, use.dimensions, use.thread && !use.block ? std::to_string(block[0]) : "");
    for (std::size_t i = kLaunchFields; i < form.fields.size(); ++i) {
        LaunchField& field = form.fields[i];
        if (field.type.pointer) {
            const std::string lanes = field.type.lanes == 1 ? "" : fmt::format("{}*", field.type.lanes);
            field.value = fmt::format("{}[{}{}]={}", field.type.element, lanes, elements_of(field, form.fields, extent),
                contents_of(field, i - kLaunchFields + 1));
        } else if (!is_integer(field)) {
            field.value = field.type.element == "u8" ? "1" : value_of_real(lower(field.name));
        }
    }
    form.fields[1].value = fmt::format("{}", fmt::join(block, ","));
    const auto names = block_names(form, block.size());
    if (use.block)
        form.fields[0].value = grid_of(extent, use.dimensions, block, names);
    const std::string threads = fmt::format("{}", fmt::join(names, "*"));
    // Kernels of a single block often keep two copies of their elements.
    form.fields[2].value = dynamic_shared(kernel, use.block ? threads : "2*" + threads);
    return form;
}

} // namespace

std::vector<LaunchForm> default_forms(const ptx::Module& module, const SourceText& source)
{
    struct Placed {
        std::size_t place;
        LaunchForm form;
    };
    std::vector<Placed> forms;
    for (const ptx::Function& function : module.functions) {
        if (!function.entry)
            continue;
        const SourceKernel* kernel = source_of(source, function);
        const auto place = kernel == nullptr ? source.kernels.size() : static_cast<std::size_t>(kernel - source.kernels.data());
        forms.push_back({ place, default_form(module, function, source) });
    }
    std::ranges::stable_sort(forms, {}, &Placed::place); // compilers write kernels in another order
    std::vector<LaunchForm> ordered;
    for (Placed& placed : forms)
        ordered.push_back(std::move(placed.form));
    return ordered;
}

std::vector<std::string> default_instances(const SourceText& source)
{
    std::vector<std::string> instances;
    for (const SourceKernel& kernel : source.kernels) {
        if (kernel.template_parameters.empty())
            continue;
        // Launched by the host code, or instantiated: the compiler knows the arguments.
        const auto used = source.text.find(kernel.name + "<");
        if (used != std::string::npos)
            continue;
        const unsigned directions = kernel.body.find("threadIdx.y") == std::string::npos ? 1 : 2;
        std::vector<std::string> arguments;
        for (const SourceParameter& parameter : kernel.template_parameters) {
            if (parameter.type == "typename" || parameter.type == "class")
                arguments.emplace_back("float");
            else
                arguments.emplace_back(parameter.type == "bool" ? "true" : directions == 1 ? "256" : "16");
        }
        instances.push_back(fmt::format("{}<{}>", kernel.name, fmt::join(arguments, ", ")));
    }
    return instances;
}

} // namespace warpstage::kernel_run
