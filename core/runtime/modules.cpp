#include "core/runtime/modules.h"

#include "core/ptx/link.h"
#include "core/ptx/parser.h"
#include "core/runtime/program/fat_binary.h"

#include <algorithm>
#include <utility>

namespace warpstage::runtime {

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
        m_memory.vm().map(managed.name, *content);
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
    return std::nullopt;
}

const void* Modules::handle(const void* host) const
{
    const auto found = m_kernels.find(host);
    return found == m_kernels.end() ? nullptr : &found->second;
}

Kernel* Modules::kernel(const void* function, Failure& failure)
{
    auto found = m_kernels.find(function);
    if (found == m_kernels.end())
        found = std::ranges::find_if(m_kernels, [function](const auto& entry) { return &entry.second == function; });
    if (found == m_kernels.end()) {
        failure = { Status::invalid_function, {} };
        return nullptr;
    }
    Kernel& kernel = found->second;
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
    const Symbol& symbol = found->second;
    if (const Failure* of_binary = load(*symbol.binary)) {
        failure = *of_binary;
        return nullptr;
    }
    for (const auto& unit : symbol.binary->units) {
        const auto& variables = unit->module->variables;
        const auto variable = std::ranges::find(variables, symbol.name, &ptx::Variable::name);
        const auto content = unit->memory->find(symbol.name, m_memory.vm());
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
