// Memory accesses whose forms are too large for an operation: bulk and tensor copies, textures, surfaces, products of a
// warpgroup.
#pragma once

#include "core/simt/operation.h"
#include "core/simt/program_body.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace warpstage::simt {

// The operation accesses memory in this form, which `forms` of the body owns; `memory` says what else is known of the access.
template <typename Form>
void use_memory_form(ProgramBody& body, std::unique_ptr<const Form> form, std::vector<std::unique_ptr<const Form>>& forms,
    Operation& operation, MemoryForm memory = {})
{
    point_to(operation, form.get());
    operation.accesses_memory = true;
    operation.site = static_cast<std::uint32_t>(body.memory_forms.size());
    memory.special = form.get();
    body.memory_forms.push_back(memory);
    forms.push_back(std::move(form));
}

} // namespace warpstage::simt
