#include "core/memory_model/litmus_instruction.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/memory_model/litmus_words.h"

#include <fmt/format.h>

namespace warpstage::memory_model {

namespace {

constexpr std::array kOrders { Word<Order> { "weak", Order::weak }, Word<Order> { "relaxed", Order::relaxed },
    Word<Order> { "acquire", Order::acquire }, Word<Order> { "release", Order::release },
    Word<Order> { "acq_rel", Order::acq_rel }, Word<Order> { "sc", Order::sc } };
constexpr std::array kScopes { Word<Scope> { "cta", Scope::cta }, Word<Scope> { "gpu", Scope::gpu },
    Word<Scope> { "sys", Scope::sys } };
constexpr std::array kArithmetic { Word<Arithmetic> { "add", Arithmetic::add }, Word<Arithmetic> { "sub", Arithmetic::sub },
    Word<Arithmetic> { "mul", Arithmetic::mul }, Word<Arithmetic> { "div", Arithmetic::div },
    Word<Arithmetic> { "and", Arithmetic::bit_and }, Word<Arithmetic> { "or", Arithmetic::bit_or },
    Word<Arithmetic> { "xor", Arithmetic::bit_xor }, Word<Arithmetic> { "exch", Arithmetic::exchange } };
constexpr std::array kBranches { Word<Comparison> { "beq", Comparison::equal }, Word<Comparison> { "bne", Comparison::unequal },
    Word<Comparison> { "blt", Comparison::less }, Word<Comparison> { "ble", Comparison::less_equal },
    Word<Comparison> { "bgt", Comparison::greater }, Word<Comparison> { "bge", Comparison::greater_equal } };
constexpr std::array kLoads { Word<Proxy> { "ld", Proxy::generic }, Word<Proxy> { "tld", Proxy::texture },
    Word<Proxy> { "suld", Proxy::surface }, Word<Proxy> { "cold", Proxy::constant } };
constexpr std::array kStores { Word<Proxy> { "st", Proxy::generic }, Word<Proxy> { "sust", Proxy::surface } };
constexpr std::array kAtomics { Word<Proxy> { "atom", Proxy::generic }, Word<Proxy> { "suatom", Proxy::surface } };
constexpr std::array kReductions { Word<Proxy> { "red", Proxy::generic }, Word<Proxy> { "sured", Proxy::surface } };

class InstructionReader {
public:
    InstructionReader(LitmusNames& names, std::size_t thread, std::string_view text)
        : m_names(&names)
        , m_thread(thread)
        , m_text(text)
    {
    }

    LitmusInstruction read()
    {
        const auto space = std::min(m_text.find(' '), m_text.size());
        const auto words = text::split(m_text.substr(0, space), '.');
        std::vector<std::string_view> operands;
        if (const auto rest = text::trim(m_text.substr(space)); !rest.empty())
            for (const auto operand : text::split(rest, ','))
                operands.push_back(text::trim(operand));
        const Instruction instruction = instruction_of(words, operands);
        return { instruction, std::string { m_label } };
    }

private:
    [[noreturn]] void refuse() const
    {
        throw LitmusRefusal { fmt::format("`{}` is not an instruction of a litmus test", m_text) };
    }

    void require(bool condition) const
    {
        if (!condition)
            refuse();
    }

    Instruction instruction_of(const std::vector<std::string_view>& words, const std::vector<std::string_view>& operands)
    {
        const auto word = words.front();
        if (const auto proxy = find(kLoads, word); proxy && words.size() == 1) {
            require(operands.size() == 2); // "ld r0, 1" moves a value
            return Compute { .reg = m_names->reg(m_thread, operands[0]),
                .operation = std::nullopt,
                .left = m_names->operand(m_thread, operands[1]),
                .right = {} };
        }
        if (const auto proxy = find(kLoads, word)) {
            require(operands.size() == 2);
            const auto [order, scope] = semantics(words, 1);
            require(order == Order::weak || order == Order::relaxed || order == Order::acquire);
            return Load { order, scope, *proxy, m_names->reg(m_thread, operands[0]), m_names->location(operands[1]) };
        }
        if (const auto proxy = find(kStores, word)) {
            require(operands.size() == 2);
            const auto [order, scope] = semantics(words, 1);
            require(order == Order::weak || order == Order::relaxed || order == Order::release);
            return Store { order, scope, *proxy, m_names->location(operands[0]), m_names->operand(m_thread, operands[1]) };
        }
        if (const auto proxy = find(kAtomics, word))
            return atomic(*proxy, words, operands, true);
        if (const auto proxy = find(kReductions, word))
            return atomic(*proxy, words, operands, false);
        if (word == "fence")
            return fence(words);
        if (word == "bar")
            return barrier(words, operands);
        if (const auto operation = find(kArithmetic, word);
            operation && words.size() == 1 && *operation != Arithmetic::exchange) {
            require(operands.size() == 3);
            const auto left = m_names->operand(m_thread, operands[1]);
            const auto right = m_names->operand(m_thread, operands[2]);
            return Compute { m_names->reg(m_thread, operands[0]), operation, left, right };
        }
        if (const auto comparison = find(kBranches, word)) {
            require(operands.size() == 3);
            Branch branch { comparison, m_names->operand(m_thread, operands[0]), m_names->operand(m_thread, operands[1]), 0 };
            m_label = operands[2];
            return branch;
        }
        if (word == "goto") {
            require(operands.size() == 1);
            m_label = operands[0];
            return Branch { std::nullopt, {}, {}, 0 };
        }
        refuse();
    }

    // ".acquire.gpu", ".weak": at words[first].
    std::pair<Order, Scope> semantics(const std::vector<std::string_view>& words, std::size_t first) const
    {
        require(words.size() > first);
        const auto order = find(kOrders, words[first]);
        require(order.has_value());
        if (*order == Order::weak) {
            require(words.size() == first + 1);
            return { *order, Scope::none };
        }
        require(words.size() == first + 2);
        const auto scope = find(kScopes, words[first + 1]);
        require(scope.has_value());
        return { *order, *scope };
    }

    Instruction atomic(
        Proxy proxy, const std::vector<std::string_view>& words, std::vector<std::string_view> operands, bool returns)
    {
        require(words.size() == 4);
        const auto order = find(kOrders, words[1]);
        const auto scope = find(kScopes, words[2]);
        const bool swaps = words[3] == "cas" && returns;
        const auto operation = swaps ? std::optional { Arithmetic::exchange } : find(kArithmetic, words[3]);
        require(order && scope && operation && *order != Order::weak && *order != Order::sc);
        require(operands.size() == 2U + (returns ? 1U : 0U) + (swaps ? 1U : 0U));
        Atomic result { .order = *order,
            .scope = *scope,
            .proxy = proxy,
            .operation = *operation,
            .reg = {},
            .location = 0,
            .expected = {},
            .value = {} };
        if (returns) {
            result.reg = m_names->reg(m_thread, operands.front());
            operands.erase(operands.begin());
        }
        result.location = m_names->location(operands[0]);
        if (swaps)
            result.expected = m_names->operand(m_thread, operands[1]);
        result.value = m_names->operand(m_thread, operands.back());
        return result;
    }

    Instruction fence(const std::vector<std::string_view>& words) const
    {
        if (words.size() == 3 && words[1] == "proxy") {
            if (words[2] == "alias")
                return ProxyFence {};
            const auto proxy = find(kProxies, words[2]);
            require(proxy.has_value());
            return ProxyFence { proxy };
        }
        const auto [order, scope] = semantics(words, 1);
        require(order == Order::acq_rel || order == Order::sc);
        return Fence { order, scope };
    }

    // bar.cta.sync INSTANCE [, NAME [, THREADS]]
    Instruction barrier(const std::vector<std::string_view>& words, const std::vector<std::string_view>& operands)
    {
        require(words.size() == 3 && words[1] == "cta" && (words[2] == "sync" || words[2] == "arrive"));
        require(!operands.empty() && operands.size() <= 3);
        const auto instance = number_in<std::int64_t>(operands[0]);
        require(instance.has_value());
        Barrier result { .arrive = words[2] == "arrive", .instance = *instance, .id = {}, .threads = {} };
        if (operands.size() > 1)
            result.id = m_names->operand(m_thread, operands[1]);
        if (operands.size() > 2)
            result.threads = m_names->operand(m_thread, operands[2]);
        return result;
    }

    LitmusNames* m_names;
    std::size_t m_thread;
    std::string_view m_text;
    std::string_view m_label;
};

} // namespace

LitmusInstruction read_instruction(LitmusNames& names, std::size_t thread, std::string_view text)
{
    return InstructionReader(names, thread, text).read();
}

} // namespace warpstage::memory_model
