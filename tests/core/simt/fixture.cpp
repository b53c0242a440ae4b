#include "fixture.h"

#include "core/base/verify.h"
#include "core/ptx/parser.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

namespace warpstage::simt {

namespace {

std::string text_of(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    VERIFY(file.good());
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// Calls function(word, rest of the line) for each line that is not empty.
template <typename Function> void for_each_line(const std::filesystem::path& path, Function&& function)
{
    std::istringstream text(text_of(path));
    for (std::string line; std::getline(text, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        if (std::string word; words >> word)
            function(word, words);
    }
}

std::vector<std::string> words_of(std::istream& line)
{
    std::vector<std::string> words;
    for (std::string word; line >> word;)
        words.push_back(word);
    if (words.size() == 2 && (words[0] == "zero" || words[0] == "iota")) {
        const unsigned long count = std::stoul(words[1]);
        const bool counts = words[0] == "iota";
        words.clear();
        for (unsigned long i = 0; i < count; ++i)
            words.push_back(counts ? std::to_string(i) : "0");
    }
    return words;
}

Dim3 extent_of(std::istream& line)
{
    Dim3 extent;
    line >> extent.x;
    if (!(line >> extent.y))
        extent.y = 1;
    if (!(line >> extent.z))
        extent.z = 1;
    return extent;
}

void read_buffer(std::istream& line, Fixture& fixture)
{
    std::string name;
    std::string type;
    line >> name >> type;
    const std::vector<std::string> values = words_of(line);
    const std::size_t size = size_of_type(type);
    const DeviceAddress address = fixture.memory.allocate(name, values.size() * size);
    std::byte* place = fixture.memory.bytes(address).data();
    for (const std::string& value : values) {
        std::memcpy(place, bytes_of(type, value).data(), size);
        place += size;
    }
    fixture.buffers.emplace(name, address);
}

void allocate_uninitialized(std::istream& line, Fixture& fixture)
{
    std::string name;
    std::string type;
    std::size_t count = 0;
    line >> name >> type >> count;
    fixture.buffers.emplace(name, fixture.memory.allocate_uninitialized(name, count * size_of_type(type)));
}

Checks checks_of(std::istream& line)
{
    std::string name;
    line >> name;
    const Result<Checks> checks = find_checks(name);
    VERIFY(checks.ok());
    return *checks;
}

Scheduling scheduling_of(std::istream& line)
{
    std::string policy;
    Scheduling scheduling;
    line >> policy >> scheduling.seed;
    VERIFY(policy == "independent");
    scheduling.policy = Scheduling::Policy::independent;
    return scheduling;
}

void read_argument(std::istream& line, Fixture& fixture)
{
    std::string type;
    std::string value;
    line >> type >> value;
    if (type == "pointer")
        fixture.parameters.add(fixture.buffers.at(value));
    else
        fixture.parameters.append(bytes_of(type, value).data(), size_of_type(type));
}

template <typename T> std::vector<std::byte> raw(T value)
{
    std::vector<std::byte> bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
}

} // namespace

std::filesystem::path fixture_folder()
{
    return std::filesystem::path(WARPSTAGE_FIXTURES) / "simt";
}

std::string kernel_text(const std::string& body)
{
    return std::string(kHeader)
        + ".visible .entry k()\n{\n.reg .pred %p<4>;\n.reg .b16 %h<4>;\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n" + body + "\n}\n";
}

ptx::Module parse_text(const std::string& text)
{
    Result<ptx::Module> module = ptx::parse(text, "test.ptx");
    if (!module)
        std::fprintf(stderr, "%s\n", module.error().message.c_str());
    return std::move(module).value();
}

ptx::Module parse_fixture(const std::string& file)
{
    return parse_text(text_of(fixture_folder() / file));
}

void Parameters::append(const std::byte* value, std::size_t size)
{
    while (m_bytes.size() % size != 0)
        m_bytes.push_back(std::byte { 0 });
    m_bytes.insert(m_bytes.end(), value, value + size);
}

std::size_t size_of_type(const std::string& type)
{
    return std::stoul(type.substr(1)) / 8;
}

std::vector<std::byte> bytes_of(const std::string& type, const std::string& value)
{
    if (type == "f32")
        return raw(std::strtof(value.c_str(), nullptr));
    if (type == "f64")
        return raw(std::strtod(value.c_str(), nullptr));
    const int base = type[0] == 'x' ? 16 : 10;
    const std::uint64_t bits =
        value[0] == '-' ? static_cast<std::uint64_t>(std::stoll(value, nullptr, base)) : std::stoull(value, nullptr, base);
    std::vector<std::byte> bytes = raw(bits);
    bytes.resize(size_of_type(type));
    return bytes;
}

void read_fixture(const std::string& name, Fixture& fixture)
{
    fixture = {};
    fixture.name = name;
    std::string ptx = name + ".ptx";
    for_each_line(fixture_folder() / (name + ".in"), [&](const std::string& word, std::istream& line) {
        if (word == "ptx")
            line >> ptx;
        else if (word == "kernel")
            line >> fixture.kernel;
        else if (word == "grid")
            fixture.shape.grid = extent_of(line);
        else if (word == "block")
            fixture.shape.block = extent_of(line);
        else if (word == "shared")
            line >> fixture.shape.dynamic_shared_bytes;
        else if (word == "warp")
            line >> fixture.shape.warp_width;
        else if (word == "budget")
            line >> fixture.budget;
        else if (word == "checks")
            fixture.checks = checks_of(line);
        else if (word == "schedule")
            fixture.scheduling = scheduling_of(line);
        else if (word == "relies-on")
            std::getline(line >> std::ws, fixture.relies_on);
        else if (word == "uninitialized")
            allocate_uninitialized(line, fixture);
        else if (word == "buffer")
            read_buffer(line, fixture);
        else if (word == "argument")
            read_argument(line, fixture);
        else
            VERIFY_NOT_REACHED();
    });
    fixture.module = parse_fixture(ptx);
    for_each_line(fixture_folder() / (name + ".out"), [&](const std::string& word, std::istream& line) {
        if (word == "trap") {
            line >> fixture.trap_kind >> std::ws;
            std::getline(line, fixture.trap_sentence);
            return;
        }
        std::string type;
        line >> type;
        fixture.expected.push_back({ word, type, words_of(line) });
    });
}

std::vector<std::string> fixture_names()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(fixture_folder())) {
        if (entry.path().extension() == ".in")
            names.push_back(entry.path().lexically_relative(fixture_folder()).replace_extension().generic_string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace warpstage::simt
