#include "core/kernel_run/symbols.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/kernel_run/argument_spec.h"
#include "core/problem/buffers/element_type.h"
#include "core/ptx/demangle.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace warpstage::kernel_run {

namespace {

bool is_symbol(const ptx::Variable& variable)
{
    return !variable.external && (variable.space == ptx::StateSpace::constant || variable.space == ptx::StateSpace::global);
}

// Finds a variable by its name in the PTX, in the source, or in the source without namespaces.
Result<const ptx::Variable*> find_symbol(const ptx::Module& module, const std::string& option, const std::string& name)
{
    std::vector<const ptx::Variable*> found;
    std::vector<std::string> known;
    for (const auto& variable : module.variables) {
        if (!is_symbol(variable))
            continue;
        if (variable.name == name)
            return &variable;
        const auto shown = ptx::display_name(variable.name);
        if (shown == name || shown.ends_with("::" + name))
            found.push_back(&variable);
        if (!variable.name.starts_with('$'))
            known.push_back(shown);
    }
    if (found.size() == 1)
        return found.front();
    if (found.size() > 1)
        return Error { fmt::format(
            "{}: `{}` is ambiguous. Use the name in the PTX, for example {}.", option, name, found.front()->name) };
    if (known.empty())
        return Error { fmt::format("{}: the module has no `__constant__` or `__device__` variable.", option) };
    return Error { fmt::format("{}: unknown variable `{}`. Use {}.", option, name, text::alternatives(known)) };
}

Result<void> check_size(const SymbolValue& value, const ptx::Variable& variable, const std::string& option)
{
    const auto bytes = value.count * ptx::size_of(value.type);
    if (bytes <= variable.size)
        return {};
    return Error { fmt::format("{}: `{}` has {} bytes, not {}.", option, value.name, variable.size, bytes) };
}

// How the code of one function uses a variable: registers with its address are tracked through arithmetic.
class SymbolUse {
public:
    SymbolUse(const ptx::Function& function, const std::string& variable)
        : m_variable(variable)
        , m_tainted(function.registers.size())
    {
        do {
            m_changed = false;
            for (const auto& instruction : function.instructions)
                look(instruction);
        } while (m_changed);
    }

    bool reads = false;
    bool writes = false; // or its address leaves the tracked registers

private:
    [[nodiscard]] bool names(const ptx::ScalarOperand& operand) const
    {
        if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand))
            return symbol->name == m_variable;
        const auto* reg = std::get_if<ptx::RegisterOperand>(&operand);
        return reg != nullptr && m_tainted[reg->id];
    }

    [[nodiscard]] bool names(const ptx::Operand& operand) const
    {
        if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand))
            return symbol->name == m_variable;
        if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand))
            return m_tainted[reg->id];
        if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand))
            return std::ranges::any_of(vector->elements, [this](const auto& element) { return names(element); });
        const auto* address = std::get_if<ptx::AddressOperand>(&operand);
        if (address == nullptr)
            return false;
        if (const auto* name = std::get_if<std::string>(&address->base))
            return *name == m_variable;
        const auto* base = std::get_if<ptx::RegisterId>(&address->base);
        return base != nullptr && m_tainted[*base];
    }

    void look(const ptx::Instruction& instruction)
    {
        const auto& operands = instruction.operands;
        const bool named = std::ranges::any_of(operands, [this](const auto& operand) { return names(operand); });
        if (!named || instruction.opcode == ptx::Opcode::setp)
            return;
        const bool loads = instruction.opcode == ptx::Opcode::ld || instruction.opcode == ptx::Opcode::ldu;
        const auto family = ptx::family_of(instruction.opcode);
        const bool computes = family == ptx::OpcodeFamily::arithmetic || family == ptx::OpcodeFamily::logic
            || family == ptx::OpcodeFamily::movement || instruction.opcode == ptx::Opcode::selp;
        const auto* result = operands.empty() ? nullptr : std::get_if<ptx::RegisterOperand>(&operands.front());
        if (loads) {
            reads = true;
        } else if (computes && result != nullptr) {
            m_changed = m_changed || !m_tainted[result->id];
            m_tainted[result->id] = true;
        } else {
            writes = true;
        }
    }

    const std::string& m_variable;
    std::vector<bool> m_tainted; // by register
    bool m_changed = false;
};

// The kernel and all functions that it calls, directly or indirectly.
std::vector<const ptx::Function*> reached_functions(const ptx::Module& module, const ptx::Function& kernel)
{
    std::vector<const ptx::Function*> reached { &kernel };
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const auto& instruction : reached[i]->instructions) {
            for (const auto& operand : instruction.operands) {
                const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand);
                if (symbol == nullptr)
                    continue;
                const auto function = std::ranges::find(module.functions, symbol->name, &ptx::Function::name);
                if (function != module.functions.end() && std::ranges::find(reached, &*function) == reached.end())
                    reached.push_back(&*function);
            }
        }
    }
    return reached;
}

} // namespace

Result<SymbolValue> parse_symbol(const ptx::Module& module, const std::string& text, problem::Names& names)
{
    const auto option = "--set-symbol " + text;
    auto spec = parse_argument(text, 1, names);
    if (!spec)
        return Error { "--set-symbol: " + spec.error().message };
    if (text.find(':') >= text.find('=') || spec->is_structure() || spec->texture || spec->alias || !spec->pointers.empty())
        return Error { fmt::format("`--set-symbol` requires NAME:TYPE=VALUE or NAME:TYPE[COUNT]=CONTENTS, for example "
                                   "scale:f32=2 or weights:f32[9]=list:1,2,1,2,4,2,1,2,1, not `{}`.",
            text) };
    const auto variable = find_symbol(module, option, spec->name);
    if (!variable)
        return variable.error();
    SymbolValue value { (*variable)->name, spec->name, spec->type, spec->count.value_or(1), std::move(spec->bytes) };
    if (auto fits = check_size(value, **variable, option); !fits)
        return fits.error();
    value.bytes.resize(static_cast<std::size_t>(value.count) * ptx::size_of(value.type)); // `zero` has no bytes
    return value;
}

Result<SymbolValue> parse_printed_symbol(const ptx::Module& module, const std::string& text)
{
    constexpr std::uint64_t kShown = 8;
    const auto option = "--print-symbol " + text;
    const auto wrong = [&] {
        return Error { fmt::format(
            "`--print-symbol` requires NAME:TYPE or NAME:TYPE[COUNT], for example total:s32, not `{}`.", text) };
    };
    const auto colon = text.find(':');
    if (colon == std::string::npos)
        return wrong();
    SymbolValue value;
    value.name = text.substr(0, colon);
    auto word = std::string_view { text }.substr(colon + 1);
    std::optional<std::uint64_t> count;
    if (const auto bracket = word.find('['); bracket != std::string_view::npos) {
        count = word.ends_with(']') ? warpstage::number_in<std::uint64_t>(word.substr(bracket + 1, word.size() - bracket - 2))
                                    : std::nullopt;
        if (!count || *count == 0 || *count > (std::uint64_t { 1 } << 32U))
            return wrong();
        word = word.substr(0, bracket);
    }
    const auto type = problem::parse_element_type(word);
    if (!type)
        return wrong();
    const auto variable = find_symbol(module, option, value.name);
    if (!variable)
        return variable.error();
    value.variable = (*variable)->name;
    value.type = *type;
    value.count = count.value_or(std::clamp<std::uint64_t>((*variable)->size / ptx::size_of(*type), 1, kShown));
    if (auto fits = check_size(value, **variable, option); !fits)
        return fits.error();
    return value;
}

std::vector<std::string> unset_symbols(
    const ptx::Module& module, std::span<const ptx::Function* const> kernels, std::span<const SymbolValue> set)
{
    std::vector<const ptx::Function*> functions;
    for (const auto* kernel : kernels)
        std::ranges::copy(reached_functions(module, *kernel), std::back_inserter(functions));
    std::vector<std::string> unset;
    for (const auto& variable : module.variables) {
        const bool known = !variable.initial.empty() || !variable.addresses.empty()
            || std::ranges::find(set, variable.name, &SymbolValue::variable) != set.end();
        if (known || !is_symbol(variable))
            continue;
        bool reads = false;
        bool writes = false;
        for (const auto* function : functions) {
            const SymbolUse use(*function, variable.name);
            reads = reads || use.reads;
            writes = writes || use.writes;
        }
        if (reads && !writes)
            unset.push_back(ptx::display_name(variable.name));
    }
    return unset;
}

} // namespace warpstage::kernel_run
