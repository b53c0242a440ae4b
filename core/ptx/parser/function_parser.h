// One .entry or .func: its parameters, its performance directives and its body.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/parser/declaration.h"
#include "core/ptx/parser/line_tracker.h"
#include "core/ptx/parser/name_table.h"
#include "core/ptx/parser/operand_parser.h"
#include "core/ptx/parser/token_stream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace warpstage::ptx {

// The numbers of files are indices; nvcc counts from 1, and no program has this many.
inline constexpr std::uint32_t kGreatestFileNumber = 65535;

// A ".loc" directive without its first word, at module or function scope.
struct LocDirective {
    SourcePlace place;
    std::optional<SourcePlace> call_site;
};
[[nodiscard]] std::optional<LocDirective> take_loc(TokenStream& tokens);

class FunctionParser final : private OperandScope {
public:
    FunctionParser(TokenStream& tokens, NameTable& names);

    // Takes from after ".entry" or ".func". True with `is_prototype()` for a declaration without a body.
    [[nodiscard]] bool parse(std::string_view directive);

    [[nodiscard]] bool is_prototype() const { return m_prototype; }
    [[nodiscard]] std::string_view name() const { return m_name.text; }
    [[nodiscard]] std::uint32_t line() const { return m_name.line; }
    [[nodiscard]] Function take_function() { return std::move(m_function); }

private:
    // A label that an instruction named, to be resolved when the whole body is known.
    struct LabelUse {
        std::uint32_t instruction = 0;
        std::uint32_t operand = 0;
        std::string_view name;
        std::uint32_t line = 0;
        ScopeId scope = 0;
    };

    std::optional<RegisterId> find_register(std::string_view name) override;
    std::optional<std::string> find_symbol(std::string_view name) const override;
    std::string description() const override;

    // ".branchtargets A, B;" of one function.
    struct BranchTable {
        std::vector<LabelUse> labels;
    };
    // A brx.idx, whose labels are filled in when the whole body is known.
    struct TableUse {
        std::uint32_t instruction = 0;
        std::string_view name;
        std::uint32_t line = 0;
        ScopeId scope = 0;
    };

    bool parse_header(std::string_view directive);
    bool parse_returns();
    bool parse_parameters();
    bool add_parameter(const Declaration& declaration);
    bool add_return(const Declaration& declaration);
    bool parse_performance_directives();

    bool parse_body();
    bool parse_statement();
    bool parse_directive();
    bool parse_registers();
    bool parse_variable(StateSpace space);
    bool add_variable(StateSpace space, Declaration declaration);
    bool add_register(std::string_view name, Type type, std::uint32_t line);
    bool parse_instruction(const Token& word, const std::optional<Guard>& guard);
    bool parse_opcode_word(const Token& word, Instruction& instruction);
    bool parse_operands(Instruction& instruction);
    bool parse_label_use(Instruction& instruction);
    bool parse_call(Instruction& instruction);
    bool parse_call_list(Instruction& instruction);
    bool parse_call_target(Instruction& instruction);
    bool parse_call_prototype_name(Instruction& instruction);
    bool parse_branch_table_use(Instruction& instruction);
    bool parse_texture_operands(Instruction& instruction);
    bool parse_labelled_directive(const Token& label);
    bool parse_branch_targets(const Token& label);
    bool parse_call_targets(const Token& label);
    bool parse_call_prototype(const Token& label);
    bool parse_prototype_list();
    std::optional<Guard> parse_guard();
    bool resolve_labels();
    bool resolve_branch_tables();
    std::optional<std::uint32_t> resolved(const LabelUse& use);
    bool fail_twice(std::string_view name, std::uint32_t line);

    TokenStream& m_tokens;
    NameTable& m_names;
    Function m_function;
    Token m_name;
    bool m_prototype = false;
    LineTracker m_lines;
    std::vector<LabelUse> m_label_uses;
    std::vector<BranchTable> m_branch_tables;
    std::vector<TableUse> m_table_uses;
    std::uint32_t m_return_bytes = 0;
    std::unordered_set<std::string> m_variable_names;
};

} // namespace warpstage::ptx
