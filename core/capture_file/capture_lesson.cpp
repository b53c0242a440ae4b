#include "core/capture_file/capture_lesson.h"

#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/capture_file/capture_arguments.h"
#include "core/capture_file/capture_buffers.h"
#include "core/capture_file/capture_source.h"
#include "core/problem/buffers/texture_spec.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace warpstage::capture_file {

namespace {

namespace fs = std::filesystem;
using capture::CapturedLaunch;

constexpr std::size_t kMaxLaunches = 24; // variants of a lesson
// Sums of floating-point atomics depend on the order of the threads.
constexpr double kRelativeTolerance = 1e-4;
constexpr double kAbsoluteTolerance = 1e-6;

std::string toml_string(std::string_view words)
{
    std::string text;
    for (const char c : words)
        if (c != '"' && c != '\\' && static_cast<unsigned char>(c) >= ' ')
            text += c;
    return '"' + text + '"';
}

std::string id_characters(std::string_view name)
{
    constexpr std::size_t kMax = 40;
    std::string id;
    for (const char c : name.substr(0, kMax)) {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        id += (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') || lower == '-' ? lower : '_';
    }
    return id;
}

// One dimension of the grid or of the block, as a parameter of the lesson.
struct Side {
    const char* id;
    const char* label;
    std::uint32_t most;
    std::uint32_t (*value)(const CapturedLaunch& launch);
};
constexpr std::array kSides {
    Side { "grid_x", "grid x", 0x7fff'ffff,
        [](const CapturedLaunch& launch) {
            return launch.grid.x;
        } },
    Side { "grid_y", "grid y", 65535,
        [](const CapturedLaunch& launch) {
            return launch.grid.y;
        } },
    Side { "grid_z", "grid z", 65535,
        [](const CapturedLaunch& launch) {
            return launch.grid.z;
        } },
    Side { "block_x", "block x", 1024,
        [](const CapturedLaunch& launch) {
            return launch.block.x;
        } },
    Side { "block_y", "block y", 1024,
        [](const CapturedLaunch& launch) {
            return launch.block.y;
        } },
    Side { "block_z", "block z", 64,
        [](const CapturedLaunch& launch) {
            return launch.block.z;
        } },
};
constexpr std::size_t kDimensions = 3;

class LessonText {
public:
    LessonText(const CaptureRequest& request, const fs::path& folder)
        : m_request(request)
        , m_folder(folder)
        , m_contents(request.captured, folder)
    {
    }

    Result<WrittenCapture> run()
    {
        if (auto chosen = choose_launches(); !chosen)
            return chosen.error();
        m_buffers = merged_buffers(m_launches);
        m_arguments.emplace(m_module, m_source.text, m_buffers, m_launches, m_request.buffers);
        add_head();
        add_parameters();
        if (auto added = add_buffers(); !added)
            return added.error();
        add_textures();
        for (const CapturedLaunch& launch : m_launches)
            if (auto added = add_variant(launch); !added)
                return added.error();
        if (auto written = write_files(); !written)
            return written.error();
        return WrittenCapture { m_left_out, m_launches.size() };
    }

private:
    template <typename... Values> void add(fmt::format_string<Values...> format, Values&&... values)
    {
        fmt::format_to(std::back_inserter(m_toml), format, std::forward<Values>(values)...);
    }

    // Those of the first launch's PTX and source.
    Result<void> choose_launches()
    {
        const CapturedLaunch& first = m_request.launches.front();
        const auto text = read_bytes(m_request.captured / first.ptx);
        if (!text)
            return text.error();
        m_ptx = *text;
        auto module = ptx::parse(m_ptx, "PTX of the program");
        if (!module)
            return module.error();
        m_module = *std::move(module);
        m_source = captured_source(m_module, first.kernel);
        if (!m_request.source.empty())
            m_source.text = m_request.source;
        for (const CapturedLaunch& launch : m_request.launches) {
            for (const auto& sentence : launch.left_out)
                m_left_out.push_back(fmt::format("Launch {}: {}", launch.number, sentence));
            if (launch.ptx != first.ptx || source_file_of(m_module, launch.kernel) != m_source.path)
                m_left_out.push_back(
                    fmt::format("Launch {} is left out: its kernel is in another source file than that of launch "
                                "{}. Capture it to a file of its own.",
                        launch.number, first.number));
            else if (m_launches.size() == kMaxLaunches)
                m_left_out.push_back(
                    fmt::format("Launch {} is left out: a capture has at most {} launches.", launch.number, kMaxLaunches));
            else
                m_launches.push_back(launch);
        }
        return {};
    }

    std::string kernel_name(const CapturedLaunch& launch) const
    {
        const auto* const function = m_module.find(launch.kernel);
        // Braces and @ mean something in the name of a kernel of a lesson.
        const bool unique = function != nullptr && function->display_name.find_first_of("{}@") == std::string::npos
            && m_module.find(function->display_name) == function;
        return unique ? function->display_name : launch.kernel;
    }

    void add_head()
    {
        std::set<std::string> kernels;
        for (const CapturedLaunch& launch : m_launches)
            kernels.insert(kernel_name(launch));
        m_title = fmt::format("{}", fmt::join(kernels, ", "));
        if (!m_request.program.empty())
            m_title = fmt::format("{}: {}", m_request.program, m_title);
        add("# A capture: launches of a program, with the memory that they could reach.\n"
            "id = \"{}\"\nnumber = 100\ntitle = {}\nsummary = {}\n",
            m_request.id, toml_string(m_title),
            toml_string(m_request.program.empty()
                    ? fmt::format("One launch by warpstage run. Device: {}.", m_launches.front().device)
                    : fmt::format("{} of the program {}, captured on {}.",
                        m_launches.size() == 1 ? "One launch" : fmt::format("{} launches", m_launches.size()), m_request.program,
                        m_launches.front().device)));
    }

    bool has_one_value(const Side& side) const
    {
        return std::ranges::all_of(
            m_launches, [&](const CapturedLaunch& launch) { return side.value(launch) == side.value(m_launches.front()); });
    }

    // Every launch has one block and one thread there.
    bool is_flat(const Side& side) const { return has_one_value(side) && side.value(m_launches.front()) == 1; }

    void add_parameters()
    {
        for (const Side& side : kSides) {
            const bool first_side = &side == &kSides.front() || &side == &kSides.at(kDimensions);
            if (is_flat(side) && !first_side)
                continue;
            const bool one = has_one_value(side);
            add("\n[[parameter]]\nid = \"{}\"\nlabel = \"{}\"\nkind = \"integer\"\nminimum = {}\nmaximum = {}\ninitial = {}\n",
                side.id, one ? side.label : fmt::format("{} (0: captured)", side.label), one ? 1 : 0, side.most,
                one ? side.value(m_launches.front()) : 0);
        }
    }

    // The side as an expression.
    std::string expression_of(const Side& side, const CapturedLaunch& launch) const
    {
        const bool first_side = &side == &kSides.front() || &side == &kSides.at(kDimensions);
        if (is_flat(side) && !first_side)
            return "1";
        return has_one_value(side) ? side.id : fmt::format("{0} > 0 ? {0} : {1}", side.id, side.value(launch));
    }

    // "[\"grid_x\", \"1\", \"1\"]": from the side number `from`.
    std::string extent(const CapturedLaunch& launch, std::size_t from) const
    {
        std::vector<std::string> sides;
        for (std::size_t i = from; i < from + kDimensions; ++i)
            sides.push_back('"' + expression_of(kSides.at(i), launch) + '"');
        return fmt::format("[{}]", fmt::join(sides, ", "));
    }

    // The number of threads as an expression.
    std::string threads_of(const CapturedLaunch& launch) const
    {
        std::vector<std::string> factors;
        for (const Side& side : kSides)
            if (const auto factor = expression_of(side, launch); factor != "1")
                factors.push_back(has_one_value(side) ? factor : '(' + factor + ')');
        return fmt::format("{}", fmt::join(factors, " * "));
    }

    Result<void> add_buffers()
    {
        add("\n[merit]\nwork = \"{}\"\nunit = \"threads/s\"\n", threads_of(m_launches.front()));
        for (std::size_t i = 0; i < m_buffers.size(); ++i) {
            const CaptureBuffer& buffer = m_buffers[i];
            const auto contents = m_contents.contents_of(buffer, m_launches.front(), Moment::before);
            if (!contents)
                return contents.error();
            const NamedBuffer& named = m_arguments->buffer(i);
            add("\n[[buffer]]\nname = \"{}\"\ntype = \"{}\"\ncount = {}\ncontents = \"{}\"\n", named.name, named.type,
                named.count, *contents);
            if (buffer.address != 0)
                add("address = 0x{:x}\n", buffer.address);
            if (!buffer.variable.empty())
                add("variable = {}\n", toml_string(buffer.variable));
        }
        if (m_buffers.empty()) // a lesson has at least one
            add("\n[[buffer]]\nname = \"none\"\ntype = \"u8\"\ncount = 1\n");
        return {};
    }

    void add_textures()
    {
        const auto with = std::ranges::find_if(m_launches, [](const CapturedLaunch& launch) { return !launch.textures.empty(); });
        if (with == m_launches.end())
            return;
        const CapturedLaunch& last =
            *std::ranges::max_element(m_launches, {}, [](const CapturedLaunch& launch) { return launch.textures.size(); });
        for (const auto& texture : last.textures) {
            const auto index = m_arguments->buffer_at(texture.memory);
            auto written = problem::write_texture(texture.description);
            if (!written || !index) {
                m_left_out.push_back(written ? "A texture is left out: its memory is." : written.error().message);
                // A handle is an index.
                written = problem::write_texture({});
            }
            add("\n[[texture]]\nkind = \"{}\"\ntexel = \"{}\"\nextent = \"{}\"\nbuffer = \"{}\"\n", written->kind, written->texel,
                written->extent, m_arguments->buffer(index.value_or(0)).name);
            if (index && texture.memory != m_buffers[*index].address)
                add("offset = {}\n", texture.memory - m_buffers[*index].address);
            if (texture.description.pitch != 0 && index)
                add("pitch = {}\n", texture.description.pitch);
        }
    }

    Result<void> add_variant(const CapturedLaunch& launch)
    {
        const std::string kernel = kernel_name(launch);
        const std::string base = id_characters(kernel.substr(0, kernel.find_first_of("<(")));
        const bool one = m_launches.size() == 1;
        add("\n[[variant]]\nid = \"{}\"\nlabel = {}\nsummary = {}\n", one ? base : fmt::format("{}-{}", base, launch.number),
            toml_string(one ? kernel : fmt::format("{}, launch {}", kernel, launch.number)),
            toml_string(fmt::format("{}ernel {}, grid {}, block {}.",
                m_request.program.empty() ? "K" : fmt::format("Launch {} of the program: k", launch.number), kernel,
                text::extent(launch.grid), text::extent(launch.block))));
        if (!std::ranges::all_of(kSides, [&](const Side& side) { return has_one_value(side); }))
            add("work = \"{}\"\n", threads_of(launch));
        if (!launch.fault.empty())
            add("expects = \"{}\"\n", launch.fault);
        add("[[variant.launch]]\nkernel = {}\ngrid = {}\nblock = {}\n", toml_string(kernel), extent(launch, 0),
            extent(launch, kDimensions));
        if (launch.cluster)
            add("cluster = [{}, {}, {}]\n", launch.cluster->x, launch.cluster->y, launch.cluster->z);
        if (launch.shared_bytes != 0)
            add("shared = {}\n", launch.shared_bytes);
        add("arguments = [{}]\n", fmt::join(m_arguments->arguments_of(launch), ", "));
        if (auto added = add_contents(launch); !added)
            return added;
        return add_check(launch);
    }

    // Of the buffers whose contents differ from those before the first launch.
    Result<void> add_contents(const CapturedLaunch& launch)
    {
        std::string text;
        for (std::size_t i = 0; i < m_buffers.size(); ++i) {
            const auto first = m_contents.contents_of(m_buffers[i], m_launches.front(), Moment::before);
            const auto own = m_contents.contents_of(m_buffers[i], launch, Moment::before);
            if (!first || !own)
                return first ? own.error() : first.error();
            if (*own != *first)
                text += fmt::format("{} = \"{}\"\n", m_arguments->buffer(i).name, *own);
        }
        if (!text.empty())
            add("[variant.contents]\n{}", text);
        return {};
    }

    Result<void> add_check(const CapturedLaunch& launch)
    {
        if (!launch.finished) {
            add("[variant.check]\nresult = \"{}\"\nexpected = 0\nabsolute = 1e300 # unknown\n",
                m_buffers.empty() ? "none" : m_arguments->buffer(0).name);
            return {};
        }
        add("[variant.check]\n");
        if (uses_float_atomics(m_module, launch.kernel))
            add("absolute = {}\nrelative = {}\n", kAbsoluteTolerance, kRelativeTolerance);
        add("[variant.check.memory]\n");
        for (std::size_t i = 0; i < m_buffers.size(); ++i) {
            const auto before = m_contents.contents_of(m_buffers[i], launch, Moment::before);
            const auto after = m_contents.contents_of(m_buffers[i], launch, Moment::after);
            if (!before || !after)
                return before ? after.error() : before.error();
            if (*before != *after)
                add("{} = \"{}\"\n", m_arguments->buffer(i).name, *after);
        }
        return {};
    }

    std::string notes() const
    {
        std::string text = fmt::format("# {}\n\n", m_title);
        text += m_request.program.empty()
            ? fmt::format("Launched by `warpstage run`. Device: {}.\n\n", m_launches.front().device)
            : fmt::format("Captured from the program `{}`, which ran on {}.\n\n", m_request.program, m_launches.front().device);
        text += "| launch | kernel | grid | block | comparison |\n|---|---|---|---|---|\n";
        for (const CapturedLaunch& launch : m_launches) {
            const char* comparison = !launch.finished ? "none: the launch did not end"
                : !launch.fault.empty()               ? "the same fault"
                : uses_float_atomics(m_module, launch.kernel)
                ? "integers exact; floating point with a tolerance, because the order of its atomic operations varies"
                : "exact";
            text += fmt::format("| {} | `{}` | {} | {} | {} |\n", launch.number, kernel_name(launch), text::extent(launch.grid),
                text::extent(launch.block), comparison);
        }
        text += "\nThe buffers lie at their captured addresses, so that addresses stored in them are valid.\n";
        for (const std::string& sentence : m_left_out)
            text += "\n" + sentence + "\n";
        return text;
    }

    Result<void> write_files()
    {
        std::vector<std::pair<std::string, std::string>> files { { "lesson.toml", m_toml }, { "kernels.ptx", m_ptx },
            { "kernels.cu", m_source.text }, { "notes.md", notes() } };
        for (const auto& [name, text] : m_source.headers)
            files.emplace_back("source/" + name, text);
        for (const auto& [name, text] : files) {
            const fs::path file = m_folder / name;
            std::error_code failed;
            fs::create_directories(file.parent_path(), failed);
            if (auto written = write_whole_file(file, text); !written)
                return Error { fmt::format("Cannot write `{}`: {}.", file.string(), written.error().message) };
        }
        return {};
    }

    const CaptureRequest& m_request;
    const fs::path& m_folder;
    ContentFiles m_contents;
    std::vector<CapturedLaunch> m_launches; // stored ones
    std::string m_ptx;
    ptx::Module m_module;
    CapturedSource m_source;
    std::vector<CaptureBuffer> m_buffers;
    std::optional<CaptureArguments> m_arguments;
    std::string m_title;
    std::string m_toml;
    std::vector<std::string> m_left_out;
};

} // namespace

std::string lesson_id(const std::string& name)
{
    return "capture-" + id_characters(name);
}

Result<WrittenCapture> write_lesson(const CaptureRequest& request, const fs::path& folder)
{
    std::error_code failed;
    fs::create_directories(folder / "buffers", failed);
    if (failed)
        return Error { fmt::format("Cannot write `{}`: {}.", folder.string(), failed.message()) };
    return LessonText { request, folder }.run();
}

} // namespace warpstage::capture_file
