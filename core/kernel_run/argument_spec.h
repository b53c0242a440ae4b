// The syntax of kernel arguments on the command line: `f32=0.5`, `n:s32=2^20`, `x:f32[n]=random:7`, `y:f32[n]=out`.
//
//   [NAME:]TYPE=VALUE             a scalar
//   [NAME:]TYPE[COUNT]=CONTENTS   a buffer, passed by address
//   [NAME:]KIND[,OPTION...]:TEXEL[WIDTH[,HEIGHT]]=CONTENTS   a texture object (see texture_spec.h)
//   [NAME:]tensormap,boxWxH,...:TYPE[WIDTH,HEIGHT,...]=CONTENTS   a tensor map, as CUtensorMap by value (see tensor_map_spec.h)
//   [NAME:]{MEMBER,MEMBER,...}    a structure by value with C layout; members are scalars, buffers, addresses and structures
//   @BUFFER, @BUFFER+ELEMENTS     the address of a buffer of a preceding argument or launch, plus so many of its elements
//   [NAME:]ptr[COUNT]=list:@X,@Y+N,null,... or each:@X+EXPRESSION   an array of such addresses (EXPRESSION as below)
//
// TYPE is s8 to u64, f16, bf16, f32 or f64. COUNT may be an expression (see expression.h) of all named integer scalars and
// #defines; VALUE of an integer, of the preceding ones. CONTENTS is one of
//
//   zero, ones, iota (0, 1, 2, ...), value:V, list:V,V,...
//   random:SEED (0 to 1; integers 0 to 99), random:SEED:LOW:HIGH (below HIGH; integers up to it)
//   each:EXPRESSION (of `i`, the element's number: see core/problem/expressions/expression.h)
//   file:PATH (see core/problem/buffers/array_file.h; without COUNT all numbers, as in f32[]=file:data.csv)
//   out (zeros that are printed after the run)
//   unwritten (memory after cudaMalloc: with --checks, a kernel that reads it first has an error; its bytes are zeros)
#pragma once

#include "core/base/objects/tensor_map.h"
#include "core/base/objects/texture_description.h"
#include "core/base/result.h"
#include "core/problem/expressions/expression.h"
#include "core/ptx/type.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::kernel_run {

using problem::Names;

// "@x+256": an address inside a buffer.
struct AddressSpec {
    std::string buffer; // empty: a null pointer
    std::int64_t elements = 0; // of the buffer's type, from its start
};

struct ArgumentSpec {
    std::string text; // text of the argument
    std::string name; // "x"; "arg2" by position if no name was given
    ptx::Type type = ptx::Type::f32;
    std::optional<std::uint64_t> count; // number of elements of a buffer or texture; nothing: a scalar
    std::vector<std::byte> bytes; // the scalar's value, or the buffer's contents; empty for zeros
    bool output = false; // printed by default
    bool unwritten = false;
    std::optional<AddressSpec> alias {}; // passed instead of a buffer of its own
    std::vector<AddressSpec> pointers {}; // contents of a buffer of addresses
    std::optional<TextureDescription> texture; // texture or surface that accesses the buffer
    std::optional<TensorMapDescription> tensor_map; // tensor map of the buffer
    std::vector<ArgumentSpec> members; // members of a structure, else empty
    std::uint32_t offset = 0; // offset of a member in its structure, in bytes
    std::uint32_t structure_bytes = 0;

    [[nodiscard]] bool is_structure() const { return !members.empty(); }
    [[nodiscard]] bool is_buffer() const { return count.has_value(); }
    // Size of the kernel's parameter: 8 for a buffer, which is passed by address, for an alias and for a texture; 128 for a
    // tensor map.
    [[nodiscard]] std::uint32_t parameter_bytes() const;
    [[nodiscard]] std::uint32_t alignment() const;
};

// `place` is 1 for the first argument. An integer scalar is added to `names`. Errors, each one sentence that quotes the argument:
// invalid form, type, count, contents or value, a value outside the range of its type, an unreadable file.
[[nodiscard]] Result<ArgumentSpec> parse_argument(std::string_view text, std::size_t place, Names& names);

// Parses all arguments, integer scalars first. Additional error: a duplicate name.
[[nodiscard]] Result<std::vector<ArgumentSpec>> parse_arguments(std::span<const std::string> texts, Names& names);

// Adds the names of the argument and of the members of a structure.
void collect_names(const ArgumentSpec& spec, std::vector<std::string>& names);

// "--arg TEXT: PROBLEM." for errors of an argument.
[[nodiscard]] Error argument_error(std::string_view argument, std::string_view problem);

} // namespace warpstage::kernel_run
