#include "core/simt/layout/call_graph.h"

#include "core/base/verify.h"

#include <variant>

namespace warpstage::simt {

namespace {

class Search {
public:
    explicit Search(const ModuleSymbols& symbols)
        : m_symbols(&symbols)
        , m_seen(symbols.module().functions.size(), false)
    {
    }

    CallGraph run(std::uint32_t kernel)
    {
        add(kernel);
        follow_calls();
        m_graph.direct = m_graph.functions.size();
        if (m_calls_through_register) {
            add_taken_addresses();
            follow_calls();
        }
        return std::move(m_graph);
    }

private:
    void add(std::uint32_t function)
    {
        if (m_seen[function])
            return;
        m_seen[function] = true;
        m_graph.functions.push_back(function);
    }

    void add(const std::string& name)
    {
        // Kernels cannot be called from the device.
        if (const auto function = m_symbols->function(name); function && !m_symbols->module().functions[*function].entry)
            add(*function);
    }

    // Adds the callees of all functions that have not been visited yet, and their callees in turn.
    void follow_calls()
    {
        for (; m_next < m_graph.functions.size(); ++m_next) {
            for (const ptx::Instruction& instruction : m_symbols->module().functions[m_graph.functions[m_next]].instructions) {
                if (instruction.opcode != ptx::Opcode::call || instruction.operands.size() < 2)
                    continue;
                if (const auto* callee = std::get_if<ptx::SymbolOperand>(&instruction.operands[1]))
                    add(callee->name);
                else
                    m_calls_through_register = true;
            }
        }
    }

    // A pointer may come from any initializer and, through global memory, from any other kernel of the module.
    void add_taken_addresses()
    {
        for (const ptx::Variable& variable : m_symbols->module().variables) {
            for (const ptx::AddressInitial& address : variable.addresses)
                add(address.symbol);
        }
        for (const ptx::Function& function : m_symbols->module().functions) {
            for (const ptx::Instruction& instruction : function.instructions) {
                if (instruction.opcode != ptx::Opcode::mov || instruction.operands.size() != 2)
                    continue;
                if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&instruction.operands[1]))
                    add(symbol->name);
            }
        }
    }

    const ModuleSymbols* m_symbols;
    std::vector<bool> m_seen;
    CallGraph m_graph;
    std::size_t m_next = 0;
    bool m_calls_through_register = false;
};

} // namespace

CallGraph call_graph_of(const ModuleSymbols& symbols, const ptx::Function& kernel)
{
    const auto index = symbols.function(kernel.name);
    VERIFY(index.has_value());
    return Search(symbols).run(*index);
}

std::vector<const ptx::Function*> functions_of(const ptx::Module& module, const CallGraph& calls)
{
    std::vector<const ptx::Function*> functions;
    for (const std::uint32_t index : calls.functions)
        functions.push_back(&module.functions[index]);
    return functions;
}

} // namespace warpstage::simt
