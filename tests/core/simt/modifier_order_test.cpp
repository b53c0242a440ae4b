// ptxas accepts the modifiers of most instructions in any order.
#include "core/simt/matrix/matrix_multiply.h"
#include "core/simt/program.h"
#include "core/simt/program_body.h"
#include "fixture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

std::vector<std::vector<std::string>> groups_of(const std::string& file)
{
    std::ifstream input(fixture_folder() / file);
    std::vector<std::vector<std::string>> groups(1);
    for (std::string line; std::getline(input, line);) {
        if (line.empty())
            groups.emplace_back();
        else if (line.front() != '#')
            groups.back().push_back(line);
    }
    std::erase_if(groups, [](const std::vector<std::string>& group) { return group.empty(); });
    return groups;
}

std::string module_of(const std::string& instruction)
{
    return fmt::format(".version 8.8\n.target sm_90a\n.address_size 64\n.visible .entry k()\n{{\n.reg .pred %p<9>;\n"
                       ".reg .b16 %h<19>;\n.reg .b32 %r<40>;\n.reg .b64 %d<20>;\n.reg .f32 %f<40>;\n.reg .f64 %fd<20>;\n"
                       ".shared .align 128 .b8 s[256];\n{}\nret;\n}}\n",
        instruction);
}

// What the instruction does; a refusal where it is not supported.
std::string lowered(const std::string& instruction)
{
    const ptx::Module module = parse_text(module_of(instruction));
    const Result<Program> program = Program::lower(module, *module.find("k"));
    if (!program)
        return program.error().message;
    std::string text;
    for (const Operation& operation : program->body().operations)
        text += fmt::format("{} {} d{} a{} b{} c{} e{} {} elements {} of {} combine {} site {}\n",
            reinterpret_cast<std::uintptr_t>(operation.full), reinterpret_cast<std::uintptr_t>(operation.masked), operation.d,
            operation.a, operation.b, operation.c, operation.e, static_cast<int>(operation.kind), operation.elements,
            operation.element_bytes, static_cast<int>(operation.combine), operation.site);
    for (const MemoryForm& form : program->body().memory_forms)
        text += fmt::format(
            "{} {} {} {}\n", static_cast<int>(form.space), static_cast<int>(form.kind), form.element_bytes, form.elements);
    if (instruction.starts_with("cvt."))
        text += fmt::format("{}\n", program->body().operations.front().displacement); // the conversion
    for (const auto& form : program->body().forms.matrix)
        text += fmt::format(
            "m{}n{}k{} {} {}\n", form->shape.m, form->shape.n, form->shape.k, static_cast<int>(form->product), form->saturates);
    return text;
}

TEST(ModifierOrder, DoesNotMatter)
{
    const auto groups = groups_of("modifier_order.txt");
    EXPECT_GT(groups.size(), 70U);
    for (const std::vector<std::string>& group : groups) {
        const std::string expected = lowered(group.front());
        EXPECT_EQ(expected.find("does not support"), std::string::npos) << group.front();
        for (const std::string& other : group)
            EXPECT_EQ(lowered(other), expected) << other << "\nis not " << group.front();
    }
}

} // namespace

} // namespace warpstage::simt
