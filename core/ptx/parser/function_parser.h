// One .entry or .func: its parameters, its performance directives and its body.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/parser/declaration.h"
#include "core/ptx/parser/jump_parser.h"
#include "core/ptx/parser/line_tracker.h"
#include "core/ptx/parser/name_table.h"
#include "core/ptx/parser/operand_parser.h"
#include "core/ptx/parser/token_stream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace warpstage::ptx {

// File numbers are used as indices; nvcc counts from 1, so a larger number is damaged text.
inline constexpr std::uint32_t kMaxFileNumber = 65535;

// A ".loc" directive after its first word, at module or function scope.
struct LocDirective {
    SourcePlace place;
    std::optional<SourcePlace> call_site;
};
[[nodiscard]] std::optional<LocDirective> take_loc(TokenStream& tokens);

class FunctionParser final : private OperandScope {
public:
    FunctionParser(TokenStream& tokens, NameTable& names);
    FunctionParser(const FunctionParser&) = delete;
    FunctionParser& operator=(const FunctionParser&) = delete;

    // Parses from after ".entry" or ".func". Returns true with `is_prototype()` for a declaration without a body.
    [[nodiscard]] bool parse(std::string_view directive);

    [[nodiscard]] bool is_prototype() const { return m_prototype; }
    [[nodiscard]] std::string_view name() const { return m_name.text; }
    [[nodiscard]] std::uint32_t line() const { return m_name.line; }
    [[nodiscard]] Function take_function() { return std::move(m_function); }
    [[nodiscard]] LineTracker take_lines() { return std::move(m_lines); }

private:
    std::optional<RegisterId> find_register(std::string_view name) override;
    std::optional<std::string> find_symbol(std::string_view name) const override;
    std::string description() const override;

    // The two lists of a header: return parameters and parameters.
    enum class List : std::uint8_t { returns, parameters };

    bool parse_header(std::string_view directive);
    bool parse_list(List list);
    bool add_parameter(List list, const Declaration& declaration);
    bool parse_performance_directives();

    bool parse_body();
    bool parse_statement();
    bool parse_directive();
    bool parse_registers();
    bool parse_variable(StateSpace space);
    bool add_variable(StateSpace space, Declaration declaration);
    bool add_register(std::string_view name, Type type, std::uint32_t line);
    bool parse_instruction(const Token& word, const std::optional<Guard>& guard);
    static void parse_opcode_word(const Token& word, Instruction& instruction);
    bool parse_operands(Instruction& instruction);
    bool parse_labeled_directive(const Token& label);
    std::optional<Guard> parse_guard();
    bool fail_twice(std::string_view name, std::uint32_t line);

    TokenStream& m_tokens;
    NameTable& m_names;
    Function m_function;
    Token m_name;
    bool m_prototype = false;
    LineTracker m_lines;
    JumpParser m_jumps; // of m_function
    std::uint32_t m_return_bytes = 0;
    std::unordered_set<std::string> m_variable_names;
};

} // namespace warpstage::ptx
