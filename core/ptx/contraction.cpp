#include "core/ptx/contraction.h"

#include "core/ptx/used_registers.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <variant>

namespace warpstage::ptx {

namespace {

struct Product {
    std::uint32_t at = 0;
    std::uint32_t uses = 0;
    bool joined = true;
};
using Products = std::map<RegisterId, Product>; // by the register that has the product

struct Sum {
    std::uint32_t at = 0;
    std::array<Product*, 2> products {}; // null: an operand that is no product
};

bool has_only(const Instruction& instruction, std::initializer_list<std::string_view> allowed)
{
    return std::ranges::all_of(instruction.modifiers,
        [&](const std::string& modifier) { return std::ranges::find(allowed, modifier) != allowed.end(); });
}

const RegisterOperand* register_at(const Instruction& instruction, std::size_t operand)
{
    return operand < instruction.operands.size() ? std::get_if<RegisterOperand>(&instruction.operands[operand]) : nullptr;
}

bool is_arithmetic(const Instruction& instruction)
{
    return instruction.operands.size() == 3 && instruction.types.size() == 1 && is_float(instruction.types.front())
        && register_at(instruction, 0) != nullptr;
}

bool is_product(const Instruction& instruction)
{
    return instruction.opcode == Opcode::mul && is_arithmetic(instruction) && has_only(instruction, { "ftz" })
        && !instruction.guard;
}

bool is_sum(const Instruction& instruction)
{
    return (instruction.opcode == Opcode::add || instruction.opcode == Opcode::sub) && is_arithmetic(instruction)
        && has_only(instruction, { "ftz", "sat" });
}

Products products_of(const Function& function)
{
    Products products;
    for (std::uint32_t at = 0; at < function.instructions.size(); ++at) {
        if (is_product(function.instructions[at]))
            products[register_at(function.instructions[at], 0)->id] = { at };
    }
    if (products.empty())
        return products;
    std::map<RegisterId, std::uint32_t> writes;
    for (const Instruction& instruction : function.instructions)
        for_each_written_register(instruction, [&](RegisterId id) { ++writes[id]; });
    std::erase_if(products, [&](const auto& product) { return writes[product.first] != 1; });
    return products;
}

// Finds the uses of products in one pass over the function.
class Uses {
public:
    Uses(const Function& function, const ControlFlow& flow, Products& products)
        : m_function(function)
        , m_flow(flow)
        , m_products(products)
        , m_written(function.registers.size(), 0)
    {
    }

    [[nodiscard]] std::vector<Sum> sums()
    {
        for (std::uint32_t at = 0; at < m_function.instructions.size(); ++at) {
            const Instruction& instruction = m_function.instructions[at];
            visit(instruction, at);
            for_each_written_register(instruction, [&](RegisterId id) { m_written[id] = at + 1; });
        }
        return std::move(m_sums);
    }

private:
    void visit(const Instruction& instruction, std::uint32_t at)
    {
        Sum sum { at };
        for (std::size_t operand = 0; operand < instruction.operands.size(); ++operand)
            for_each_used_register(instruction.operands[operand], [&](RegisterId id) {
                const auto known = m_products.find(id);
                if (known == m_products.end() || known->second.at == at)
                    return;
                ++known->second.uses;
                if (operand != 0 && can_join(known->second, instruction, at))
                    sum.products[operand - 1] = &known->second;
                else
                    known->second.joined = false;
            });
        if (sum.products[0] != nullptr && sum.products[0] == sum.products[1])
            sum.products[0]->joined = false;
        else if (sum.products[0] != nullptr || sum.products[1] != nullptr)
            m_sums.push_back(sum);
    }

    // Whether the sum may compute the product itself: in the same basic block, and the factors still have their values.
    [[nodiscard]] bool can_join(const Product& product, const Instruction& instruction, std::uint32_t at) const
    {
        const Instruction& made = m_function.instructions[product.at];
        if (!is_sum(instruction) || at < product.at || m_flow.block_of(at) != m_flow.block_of(product.at)
            || instruction.types != made.types || instruction.has_modifier("ftz") != made.has_modifier("ftz"))
            return false;
        return std::ranges::all_of(std::array<std::size_t, 2> { 1, 2 }, [&](std::size_t factor) {
            const RegisterOperand* known = register_at(made, factor);
            return known == nullptr || m_written[known->id] <= product.at;
        });
    }

    const Function& m_function;
    const ControlFlow& m_flow;
    Products& m_products;
    std::vector<std::uint32_t> m_written; // by register: one past the last instruction so far that writes it
    std::vector<Sum> m_sums;
};

// Of two products only one is joined with their sum: that with fewer uses, or the first.
void choose(std::vector<Sum>& sums)
{
    for (const Sum& sum : sums) {
        const auto [first, second] = sum.products;
        if (first == nullptr || second == nullptr || !first->joined || !second->joined)
            continue;
        (second->uses < first->uses ? first : second)->joined = false;
    }
}

} // namespace

std::vector<Contraction> contractions_of(const Function& function, const ControlFlow& flow)
{
    Products products = products_of(function);
    if (products.empty())
        return {};
    std::vector<Sum> sums = Uses(function, flow, products).sums();
    choose(sums);
    std::vector<Contraction> contractions;
    for (const Sum& sum : sums) {
        for (std::uint32_t i = 0; i < sum.products.size(); ++i) {
            if (sum.products[i] != nullptr && sum.products[i]->joined) {
                contractions.push_back({ sum.at, sum.products[i]->at, i + 1 });
                break;
            }
        }
    }
    return contractions;
}

} // namespace warpstage::ptx
