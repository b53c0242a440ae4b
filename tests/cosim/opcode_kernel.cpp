// The PTX around the code of a case: load the operands of this thread's run, run the code, store its result.
#include "opcode_case.h"

#include <fmt/format.h>

namespace warpstage::cosim {

namespace {

bool has_second_result(const OpcodeCase& opcode_case)
{
    return opcode_case.code.find("%e") != std::string::npos;
}

std::string declaration(const std::string& type, char name)
{
    return fmt::format("    .reg .{} %{};\n", type == "pred" ? type : fmt::format("b{}", 8 * bytes_of(type)), name);
}

std::string load(const std::string& type, char name)
{
    const std::size_t bytes = bytes_of(type);
    std::string text = fmt::format("    ld.param.u64 %place, [{}];\n    mad.wide.u32 %place, %index, {}, %place;\n", name, bytes);
    if (type == "pred")
        return text + fmt::format("    ld.global.u32 %word, [%place];\n    setp.ne.u32 %{}, %word, 0;\n", name);
    return text + fmt::format("    ld.global.u{} %{}, [%place];\n", 8 * bytes, name);
}

std::string store(const OpcodeCase& opcode_case)
{
    const std::size_t bytes = bytes_of(opcode_case.result_type);
    std::string text = fmt::format("    ld.param.u64 %place, [result];\n    mad.wide.u32 %place, %index, {}, %place;\n", bytes);
    if (opcode_case.result_type != "pred")
        return text + fmt::format("    st.global.u{} [%place], %d;\n", 8 * bytes);
    text += "    selp.u32 %word, 1, 0, %d;\n";
    if (has_second_result(opcode_case))
        text += "    selp.u32 %second, 2, 0, %e;\n    add.u32 %word, %word, %second;\n";
    return text + "    st.global.u32 [%place], %word;\n";
}

std::string kernel_text(const OpcodeCase& opcode_case, const std::string& name, Flow flow)
{
    std::string text = fmt::format(
        ".visible .entry {}(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 result, .param .u32 runs)\n{{\n", name);
    text +=
        "    .reg .pred %beyond, %odd;\n    .reg .b32 %index, %block, %width, %runs, %word, %second;\n    .reg .b64 %place;\n";
    for (std::size_t i = 0; i < opcode_case.operands.size(); ++i)
        text += declaration(opcode_case.operand_types[i], "abc"[i]);
    text += declaration(opcode_case.result_type, 'd');
    if (has_second_result(opcode_case))
        text += declaration(opcode_case.result_type, 'e');
    text += "    mov.u32 %index, %tid.x;\n    mov.u32 %block, %ctaid.x;\n    mov.u32 %width, %ntid.x;\n"
            "    mad.lo.s32 %index, %block, %width, %index;\n    ld.param.u32 %runs, [runs];\n"
            "    setp.ge.u32 %beyond, %index, %runs;\n    @%beyond bra DONE;\n";
    for (std::size_t i = 0; i < opcode_case.operands.size(); ++i)
        text += load(opcode_case.operand_types[i], "abc"[i]);
    if (flow == Flow::diverged) {
        text += "    and.b32 %word, %index, 1;\n    setp.ne.u32 %odd, %word, 0;\n    @%odd bra ODD;\n";
        text += "    " + opcode_case.code + "\n    bra MEET;\nODD:\n    " + opcode_case.code + "\nMEET:\n";
    } else {
        text += "    " + opcode_case.code + "\n";
    }
    return text + store(opcode_case) + "DONE:\n    ret;\n}\n";
}

} // namespace

std::string kernel_name(std::size_t index)
{
    return fmt::format("case_{}", index);
}

std::string module_text(const OpcodeTable& table, Flow flow)
{
    std::string text = fmt::format(".version 8.1\n.target {}\n.address_size 64\n", table.target);
    std::size_t index = 0;
    for (const OpcodeCase* opcode_case : cases_of(table))
        text += kernel_text(*opcode_case, kernel_name(index++), flow);
    return text;
}

} // namespace warpstage::cosim
