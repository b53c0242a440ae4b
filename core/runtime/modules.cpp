#include "core/runtime/modules.h"

#include "core/ptx/demangle.h"
#include "core/ptx/link.h"
#include "core/ptx/memory_order.h"
#include "core/ptx/parser.h"
#include "core/runtime/program/fat_binary.h"
#include "core/simt/program_body.h"

#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>
#include <variant>

namespace warpstage::runtime {

namespace {

// PTX begins with a comment, white space or a directive; fat binaries and machine code begin with other bytes.
bool is_text(const std::byte* image)
{
    const auto first = static_cast<unsigned char>(*image);
    return first == '/' || first == '.' || std::isspace(first) != 0;
}

bool is_global(const ptx::Instruction& instruction)
{
    return !instruction.has_modifier("shared") && !instruction.has_modifier("local") && !instruction.has_modifier("const")
        && !instruction.has_modifier("param");
}

// A loop of the program: its first instruction and the branch back to it.
struct Loop {
    const simt::Program& program;
    std::uint32_t first = 0;
    std::uint32_t branch = 0;

    template <typename Predicate> [[nodiscard]] bool any(const Predicate& predicate) const
    {
        for (std::uint32_t at = first; at < branch; ++at) {
            const ptx::Instruction* const instruction = program.listing().find(at);
            if (instruction != nullptr && predicate(*instruction, program.body().operations[at]))
                return true;
        }
        return false;
    }
};

// An atomic operation with the host, or one that only reads: `atomicAdd(flag, 0)`. Others take locks or work.
bool is_polling_atomic(const ptx::Instruction& instruction)
{
    constexpr std::size_t kValue = 2; // operand
    if (instruction.has_modifier("sys"))
        return true;
    const bool keeps_zero = instruction.has_modifier("add") || instruction.has_modifier("or") || instruction.has_modifier("xor");
    const auto* const value =
        instruction.operands.size() > kValue ? std::get_if<ptx::ImmediateOperand>(&instruction.operands[kValue]) : nullptr;
    return keeps_zero && value != nullptr && value->bits == 0;
}

// Reads memory that another thread may change: a strong load, a load in a loop with a fence, or an atomic operation, in a loop
// that does not change its operands.
bool polls(const Loop& loop)
{
    using enum ptx::Opcode;
    const bool has_fence = loop.any([](const ptx::Instruction& instruction, const simt::Operation&) {
        return instruction.opcode == membar || instruction.opcode == fence;
    });
    const auto is_written = [&](std::uint32_t row) {
        return loop.any([row](const ptx::Instruction&, const simt::Operation& operation) {
            return row != simt::kNoRow && operation.d == row;
        });
    };
    return loop.any([&](const ptx::Instruction& instruction, const simt::Operation& operation) {
        if (!is_global(instruction))
            return false;
        if (instruction.opcode == ld)
            return ptx::is_strong(instruction) || (has_fence && !is_written(operation.a));
        return instruction.opcode == atom && is_polling_atomic(instruction) && !is_written(operation.a)
            && !is_written(operation.b) && !is_written(operation.c);
    });
}

bool polls_memory(const simt::Program& program)
{
    const auto& operations = program.body().operations;
    for (std::uint32_t pc = 0; pc < operations.size(); ++pc)
        if (operations[pc].kind == simt::OperationKind::branch && operations[pc].site <= pc
            && polls({ program, operations[pc].site, pc }))
            return true;
    return false;
}

bool is_machine_code(const std::byte* image)
{
    return std::memcmp(image, ELFMAG, SELFMAG) == 0;
}

} // namespace

std::string link_texts(std::span<const std::string> texts)
{
    return ptx::link(texts);
}

Modules::Modules(Memory& memory, const arch::Traits& traits)
    : m_memory(memory)
    , m_traits(traits)
{
}

Binary* Modules::add(std::vector<const std::byte*> containers)
{
    m_binaries.push_back(std::make_unique<Binary>());
    m_binaries.back()->containers = std::move(containers);
    return m_binaries.back().get();
}

Binary* Modules::load_image(const void* image, Failure& failure)
{
    const auto* data = static_cast<const std::byte*>(image);
    if (is_fat_binary_wrapper(image))
        data = registered_containers(image).front();
    std::size_t bytes = 0;
    if (is_text(data)) {
        bytes = std::strlen(reinterpret_cast<const char*>(data)) + 1;
    } else if (is_machine_code(data)) {
        failure = { Status::no_image,
            "The program loads a module of machine code. Compile the module to PTX or to a fat binary with PTX." };
        return nullptr;
    } else if (const auto size = fat_binary_bytes(data)) {
        bytes = *size;
    } else {
        failure = { Status::invalid_image, size.error().message };
        return nullptr;
    }
    Binary* const binary = add({});
    binary->image.assign(data, data + bytes);
    binary->containers.push_back(binary->image.data());
    if (const Failure* of_binary = load(*binary)) {
        failure = *of_binary;
        remove(binary);
        return nullptr;
    }
    return binary;
}

bool Modules::contains(const Binary* binary) const
{
    return std::ranges::find(m_binaries, binary, &std::unique_ptr<Binary>::get) != m_binaries.end();
}

void Modules::remove(Binary* binary)
{
    std::erase_if(m_kernels, [binary](const auto& entry) { return entry.second.binary == binary; });
    std::erase_if(m_symbols, [binary](const auto& entry) { return entry.second.binary == binary; });
    const auto found = std::ranges::find(m_binaries, binary, &std::unique_ptr<Binary>::get);
    if (found == m_binaries.end())
        return;
    for (const ManagedVariable& managed : binary->managed) {
        if (*managed.pointer != nullptr)
            m_memory.vm().release(std::bit_cast<simt::DeviceAddress>(*managed.pointer));
    }
    for (const auto& unit : binary->units) {
        if (const auto constants = unit->memory->constants(); !constants.empty())
            m_memory.vm().release(std::bit_cast<simt::DeviceAddress>(constants.data()));
        unit->memory->unload(m_memory.vm());
    }
    m_binaries.erase(found);
}

void Modules::add_kernel(Binary& binary, const void* host, std::string name)
{
    Kernel kernel;
    kernel.binary = &binary;
    kernel.name = std::move(name);
    m_kernels.insert_or_assign(host, std::move(kernel));
}

void Modules::add_symbol(Binary& binary, const void* host, std::string name, std::size_t bytes)
{
    m_symbols.insert_or_assign(host, Symbol { &binary, std::move(name), bytes });
}

void Modules::add_managed(Binary& binary, void** pointer, std::string name, std::size_t bytes)
{
    binary.managed.push_back({ pointer, name });
    add_symbol(binary, static_cast<const void*>(pointer), std::move(name), bytes);
}

const Failure* Modules::load(Binary& binary)
{
    if (!binary.loaded)
        binary.failure = read_all(binary);
    binary.loaded = true;
    return binary.failure ? &*binary.failure : nullptr;
}

// NVIDIA's own units (libcudadevrt) have no PTX: that is an error only if no unit has any.
std::optional<Failure> Modules::read_all(Binary& binary)
{
    auto unit = std::make_unique<Unit>();
    std::vector<std::string> texts;
    std::optional<Failure> without_ptx;
    for (const std::byte* container : binary.containers) {
        Status status {};
        auto text = ptx_in(container, status);
        if (!text && status != Status::no_image)
            return Failure { status, text.error().message };
        if (!text) {
            without_ptx = Failure { status, text.error().message };
            continue;
        }
        if (texts.empty())
            unit->container = container;
        texts.push_back(*std::move(text));
    }
    if (texts.empty())
        return without_ptx;
    if (texts.size() == 1)
        return read(binary, std::move(unit), texts.front());
    unit->linked = ptx::link(texts);
    const std::string& linked = unit->linked;
    return read(binary, std::move(unit), linked);
}

// `status`: of an error.
Result<std::string> Modules::ptx_in(const std::byte* container, Status& status) const
{
    if (is_text(container))
        return std::string { reinterpret_cast<const char*>(container) };
    status = Status::invalid_image;
    const auto bytes = fat_binary_bytes(container);
    if (!bytes)
        return bytes.error();
    const auto entries = fat_binary_entries({ container, *bytes });
    if (!entries)
        return entries.error();
    status = Status::no_image;
    return best_ptx(*entries, m_traits.capability.major * 10 + m_traits.capability.minor);
}

std::string Modules::ptx_of(const Unit& unit) const
{
    if (!unit.linked.empty())
        return unit.linked;
    Status ignored {};
    auto text = ptx_in(unit.container, ignored);
    return text ? *std::move(text) : std::string {}; // read() has read it
}

std::optional<Failure> Modules::read(Binary& binary, std::unique_ptr<Unit> unit, const std::string& text)
{
    auto module = ptx::parse(text, "PTX of the program");
    if (!module)
        return Failure { Status::invalid_ptx, module.error().message };
    unit->module = std::make_unique<ptx::Module>(*std::move(module));
    auto memory = simt::ModuleMemory::load(*unit->module, m_memory.vm());
    if (!memory)
        return Failure { Status::memory_allocation, memory.error().message };
    unit->memory = *std::move(memory);
    if (const auto constants = unit->memory->constants(); !constants.empty())
        m_memory.vm().map("constants", constants);
    map_managed(binary, *unit);
    binary.units.push_back(std::move(unit));
    return std::nullopt;
}

// The host uses the address of the variable's content in this process, kernels may use either.
void Modules::map_managed(Binary& binary, Unit& unit)
{
    for (const ManagedVariable& managed : binary.managed) {
        const auto content = unit.memory->find(managed.name, m_memory.vm());
        if (!content)
            continue;
        m_memory.vm().map(ptx::display_name(managed.name), *content);
        *managed.pointer = content->data();
    }
}

std::optional<Failure> Modules::lower(Kernel& kernel)
{
    if (const Failure* failure = load(*kernel.binary))
        return *failure;
    const ptx::Function* function = nullptr;
    for (const auto& unit : kernel.binary->units) {
        const auto& functions = unit->module->functions;
        const auto found = std::ranges::find(functions, kernel.name, &ptx::Function::name);
        if (found != functions.end()) {
            kernel.unit = unit.get();
            function = &*found;
        }
    }
    if (function == nullptr)
        return Failure { Status::invalid_function, "The PTX of the program has no kernel `" + kernel.name + "`." };
    auto program = simt::Program::lower(*kernel.unit->module, *function);
    if (!program)
        return Failure { Status::invalid_ptx, program.error().message };
    kernel.program = *std::move(program);
    kernel.code = timing::machine_code(kernel.program->listing(), m_traits);
    kernel.polls = polls_memory(*kernel.program);
    return std::nullopt;
}

void Modules::assemble(Kernel& kernel) const
{
    if (kernel.assembled.valid())
        return;
    auto toolkit = analysis::assembler();
    if (!toolkit)
        return;
    kernel.assembled = std::async(std::launch::async,
        [toolkit = *std::move(toolkit), text = ptx_of(*kernel.unit), module = kernel.unit->module.get(),
            listing = &kernel.program->listing(),
            target = analysis::assembler_target(*kernel.unit->module, m_traits.capability)] {
            auto assembled = analysis::assemble_kernel({ text, module, listing, target }, toolkit);
            return assembled ? std::optional(*std::move(assembled)) : std::nullopt;
        }).share();
}

const void* Modules::handle(const void* host) const
{
    const auto found = m_kernels.find(host);
    return found == m_kernels.end() ? nullptr : &found->second;
}

std::vector<std::string> Modules::kernel_names(const Binary& binary)
{
    std::vector<std::string> names;
    for (const auto& unit : binary.units)
        for (const ptx::Function& function : unit->module->functions)
            if (function.entry)
                names.push_back(function.name);
    return names;
}

const void* Modules::find_kernel(Binary& binary, std::string_view name)
{
    for (const auto& [host, kernel] : m_kernels)
        if (kernel.binary == &binary && kernel.name == name)
            return &kernel;
    const auto names = kernel_names(binary);
    if (std::ranges::find(names, name) == names.end())
        return nullptr;
    const char* const key = &binary.keys.emplace_back();
    add_kernel(binary, key, std::string { name });
    return handle(key);
}

const Kernel* Modules::find(const void* function) const
{
    auto found = m_kernels.find(function);
    if (found == m_kernels.end())
        found = std::ranges::find_if(m_kernels, [function](const auto& entry) { return &entry.second == function; });
    return found == m_kernels.end() ? nullptr : &found->second;
}

std::string Modules::name_of(const void* function) const
{
    const Kernel* const found = find(function);
    return found == nullptr ? std::string {} : ptx::display_name(found->name);
}

Kernel* Modules::kernel(const void* function, Failure& failure)
{
    auto* const found = const_cast<Kernel*>(std::as_const(*this).find(function));
    if (found == nullptr) {
        failure = { function == nullptr ? Status::invalid_function : Status::invalid_handle, {} }; // as an H200 with CUDA 13.0
        return nullptr;
    }
    Kernel& kernel = *found;
    if (!kernel.program && !kernel.failure)
        kernel.failure = lower(kernel);
    if (kernel.failure) {
        failure = *kernel.failure;
        return nullptr;
    }
    return &kernel;
}

void* Modules::address(const void* host, std::size_t& bytes, Failure& failure)
{
    const auto found = m_symbols.find(host);
    if (found == m_symbols.end()) {
        failure = { Status::invalid_symbol, {} };
        return nullptr;
    }
    return address(*found->second.binary, found->second.name, bytes, failure);
}

void* Modules::address(Binary& binary, const std::string& name, std::size_t& bytes, Failure& failure)
{
    if (const Failure* of_binary = load(binary)) {
        failure = *of_binary;
        return nullptr;
    }
    for (const auto& unit : binary.units) {
        const auto& variables = unit->module->variables;
        const auto variable = std::ranges::find(variables, name, &ptx::Variable::name);
        const auto content = unit->memory->find(name, m_memory.vm());
        if (variable == variables.end() || !content || variable->external)
            continue;
        bytes = content->size();
        if (variable->space == ptx::StateSpace::constant)
            return content->data();
        return std::bit_cast<void*>(unit->memory->addresses()[static_cast<std::size_t>(variable - variables.begin())]);
    }
    failure = { Status::invalid_symbol, {} };
    return nullptr;
}

} // namespace warpstage::runtime
