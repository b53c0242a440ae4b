#include "core/simt/checks/code/shared_arrays.h"

#include "core/simt/layout/shared_layout.h"
#include "core/simt/operation.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

using Names = std::set<std::string>;

// Instructions whose result points into the array that an operand points into.
bool keeps_origin(ptx::Opcode opcode)
{
    using enum ptx::Opcode;
    static constexpr std::array kKeeping { mov, add, sub, mad, cvta, cvt, selp, or_, and_, shl, min, max, mapa };
    return std::ranges::find(kKeeping, opcode) != kKeeping.end();
}

bool reads_registers_only(const ptx::Operand& operand)
{
    return std::holds_alternative<ptx::RegisterOperand>(operand) || std::holds_alternative<ptx::SymbolOperand>(operand);
}

// The variables whose addresses each register may be computed from, whatever path the kernel takes.
class Origins {
public:
    explicit Origins(const ptx::Function& function)
        : m_names(function.registers.size())
    {
        for (bool changed = true; changed;) {
            changed = false;
            for (const ptx::Instruction& instruction : function.instructions)
                changed = follow(instruction) || changed;
        }
    }

    [[nodiscard]] Names of(const ptx::AddressOperand& address) const
    {
        if (const auto* name = std::get_if<std::string>(&address.base))
            return { *name };
        const auto* id = std::get_if<ptx::RegisterId>(&address.base);
        return id == nullptr ? Names {} : m_names[*id];
    }

private:
    bool follow(const ptx::Instruction& instruction)
    {
        if (!keeps_origin(instruction.opcode) || instruction.operands.empty())
            return false;
        const auto* to = std::get_if<ptx::RegisterOperand>(&instruction.operands[0]);
        if (to == nullptr)
            return false;
        const std::size_t before = m_names[to->id].size();
        for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
            const ptx::Operand& from = instruction.operands[i];
            if (!reads_registers_only(from))
                continue;
            if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&from))
                m_names[to->id].insert(symbol->name);
            else
                m_names[to->id].insert(m_names[std::get<ptx::RegisterOperand>(from).id].begin(),
                    m_names[std::get<ptx::RegisterOperand>(from).id].end());
        }
        return m_names[to->id].size() != before;
    }

    std::vector<Names> m_names; // by register
};

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// "_ZZ6kernelPfE4tile", "_ZZ6kernelPfE4tile_0" -> "tile": the last identifier, which follows its length.
std::string name_in_source(const std::string& mangled)
{
    for (std::size_t at = mangled.starts_with("_Z") ? 2 : mangled.size(); at < mangled.size(); ++at) {
        std::size_t length = 0;
        std::size_t name = at;
        for (; name < mangled.size() && is_digit(mangled[name]) && length < mangled.size(); ++name)
            length = length * 10 + static_cast<std::size_t>(mangled[name] - '0');
        const std::size_t end = name + length;
        if (length == 0 || end > mangled.size())
            continue;
        if (end == mangled.size() || mangled[end] == '_')
            return mangled.substr(name, length);
        at = end - 1;
    }
    return mangled;
}

// The last address is that of the mbarrier object.
const ptx::AddressOperand* barrier_address_of(const ptx::Instruction& instruction)
{
    const bool counts =
        std::ranges::any_of(instruction.modifiers, [](const std::string& modifier) { return modifier.starts_with("mbarrier"); });
    if (instruction.opcode != ptx::Opcode::mbarrier && !counts)
        return nullptr;
    const ptx::AddressOperand* last = nullptr;
    for (const ptx::Operand& operand : instruction.operands) {
        if (const auto* address = std::get_if<ptx::AddressOperand>(&operand))
            last = address;
    }
    return last;
}

const ptx::AddressOperand* address_of(const ptx::Instruction& instruction)
{
    using enum ptx::Opcode;
    if (instruction.opcode != ld && instruction.opcode != st && instruction.opcode != atom && instruction.opcode != red)
        return nullptr;
    const auto found = std::ranges::find_if(
        instruction.operands, [](const ptx::Operand& operand) { return std::holds_alternative<ptx::AddressOperand>(operand); });
    return found == instruction.operands.end() ? nullptr : &std::get<ptx::AddressOperand>(*found);
}

} // namespace

SharedArrays::SharedArrays(const Program& program)
    : SharedArrays(program.module(), program.listing())
{
}

SharedArrays::SharedArrays(const ptx::Module& module, const ptx::Listing& listing)
    : m_array_of(listing.size(), kNoRow)
    , m_barrier_of(listing.size(), kNoRow)
{
    const std::vector<const ptx::Function*>& functions = listing.functions();
    const SharedLayout layout(module, functions);
    for (std::size_t index = 0; index < functions.size(); ++index) {
        const ptx::Function& function = *functions[index];
        std::map<std::string, std::uint32_t, std::less<>> arrays; // index into m_arrays
        for (const auto* variables : { &function.variables, &module.variables }) {
            for (const ptx::Variable& variable : *variables) {
                const auto offset = layout.offset_of(function, variable.name);
                if (variable.space != ptx::StateSpace::shared || !offset)
                    continue;
                arrays.emplace(variable.name, static_cast<std::uint32_t>(m_arrays.size()));
                m_arrays.push_back({ name_in_source(variable.name), *offset, variable.size });
            }
        }
        if (arrays.empty())
            continue;
        const Origins origins(function);
        const auto note = [&](const ptx::AddressOperand* address, std::uint32_t& array_of) {
            const Names names = address == nullptr ? Names {} : origins.of(*address);
            const auto array = names.size() == 1 ? arrays.find(*names.begin()) : arrays.end();
            if (array != arrays.end())
                array_of = array->second;
        };
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
            const std::uint32_t pc = listing.first(index) + i;
            note(address_of(function.instructions[i]), m_array_of[pc]);
            note(barrier_address_of(function.instructions[i]), m_barrier_of[pc]);
        }
    }
}

const SharedArray* SharedArrays::at(std::uint32_t pc) const
{
    const std::uint32_t index = pc < m_array_of.size() ? m_array_of[pc] : kNoRow;
    return index == kNoRow ? nullptr : &m_arrays[index];
}

const SharedArray* SharedArrays::barrier_at(std::uint32_t pc) const
{
    const std::uint32_t index = pc < m_barrier_of.size() ? m_barrier_of[pc] : kNoRow;
    return index == kNoRow ? nullptr : &m_arrays[index];
}

const SharedArray* SharedArrays::covering(std::uint64_t offset) const
{
    const auto found = std::ranges::find_if(m_arrays, [offset](const SharedArray& array) {
        return offset >= array.offset && (array.bytes == 0 || offset < array.offset + array.bytes);
    });
    return found == m_arrays.end() ? nullptr : &*found;
}

} // namespace warpstage::simt
