// The part of a declaration after the state space: ".align 8 .b8 name[16] = {1, 2}". Shared by module scope, function scope and
// parameters. Source: PTX ISA, sections 5.4 and 7.1.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/parser/token_stream.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpstage::ptx {

struct Declaration {
    std::string_view name;
    std::uint32_t line = 0;
    Type type = Type::b32;
    std::uint32_t alignment = 1; // bytes
    std::uint64_t size = 0; // bytes; 0 for "x[]"
    std::vector<std::byte> initial; // initializer bytes, followed by zeros
    std::vector<AddressInitial> addresses; // addresses among them
};

// ".global" -> global; empty for a directive that is not a state space of variables.
[[nodiscard]] std::optional<StateSpace> parse_variable_space(std::string_view directive);

// Parses from after the state space up to, but not including, the comma, semicolon or parenthesis that ends the declaration.
[[nodiscard]] std::optional<Declaration> take_declaration(TokenStream& tokens);

} // namespace warpstage::ptx
