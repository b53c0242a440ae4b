#include "core/gpu/nvrtc/compile_message.h"

#include "core/base/json_text.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace warpstage::gpu {

namespace {

using nlohmann::json;

std::vector<std::string> texts_of(const std::vector<std::filesystem::path>& paths)
{
    return { paths.begin(), paths.end() };
}

std::vector<std::filesystem::path> paths_of(const json& texts)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& text : texts)
        paths.emplace_back(text.get<std::string>());
    return paths;
}

std::string bytes_of(const json& message)
{
    std::string bytes;
    json::to_cbor(message, bytes);
    return bytes;
}

json json_of(const Diagnostic& diagnostic)
{
    return { { "file", diagnostic.file }, { "line", diagnostic.line }, { "column", diagnostic.column },
        { "severity", static_cast<int>(diagnostic.severity) }, { "text", diagnostic.text },
        { "source_line", diagnostic.source_line } };
}

Diagnostic diagnostic_of(const json& message)
{
    Diagnostic diagnostic;
    message.at("file").get_to(diagnostic.file);
    message.at("line").get_to(diagnostic.line);
    message.at("column").get_to(diagnostic.column);
    diagnostic.severity = static_cast<Diagnostic::Severity>(message.at("severity").get<int>());
    message.at("text").get_to(diagnostic.text);
    message.at("source_line").get_to(diagnostic.source_line);
    return diagnostic;
}

template <typename T, typename Read> Result<T> read_message(std::string_view bytes, const Read& read_from)
{
    try {
        return read_from(json::from_cbor(bytes));
    } catch (const json::exception& error) {
        return Error { "The compiler's process sent an invalid message (" + json_reason(error)
            + "). Check that it has the same version as the program." };
    }
}

} // namespace

std::string to_bytes(const CompileRequest& request)
{
    return bytes_of({ { "source", request.source }, { "name", request.name }, { "architecture", request.architecture },
        { "defines", request.defines }, { "name_expressions", request.name_expressions },
        { "include_folders", texts_of(request.include_folders) }, { "flags", request.flags }, { "confined", request.confined } });
}

std::string to_bytes(const Compilation& compilation)
{
    json message { { "diagnostics", json::array() }, { "requires_nvcc", compilation.requires_nvcc },
        { "lacks_names", compilation.lacks_names } };
    for (const auto& diagnostic : compilation.diagnostics)
        message["diagnostics"].push_back(json_of(diagnostic));
    if (compilation.result) {
        message["ptx"] = compilation.result->text;
        message["lowered_names"] = compilation.result->lowered_names;
    } else {
        message["error"] = compilation.result.error().message;
    }
    return bytes_of(message);
}

Result<CompileRequest> request_of(std::string_view bytes)
{
    return read_message<CompileRequest>(bytes, [](const json& message) {
        CompileRequest request;
        message.at("source").get_to(request.source);
        message.at("name").get_to(request.name);
        message.at("architecture").get_to(request.architecture);
        message.at("defines").get_to(request.defines);
        message.at("name_expressions").get_to(request.name_expressions);
        request.include_folders = paths_of(message.at("include_folders"));
        message.at("flags").get_to(request.flags);
        message.at("confined").get_to(request.confined);
        return request;
    });
}

Result<Compilation> compilation_of(std::string_view bytes)
{
    return read_message<Compilation>(bytes, [](const json& message) {
        Compilation compilation { CompiledPtx {} };
        for (const auto& diagnostic : message.at("diagnostics"))
            compilation.diagnostics.push_back(diagnostic_of(diagnostic));
        message.at("requires_nvcc").get_to(compilation.requires_nvcc);
        message.at("lacks_names").get_to(compilation.lacks_names);
        if (message.contains("error")) {
            compilation.result = Error { message.at("error").get<std::string>() };
        } else {
            message.at("ptx").get_to(compilation.result->text);
            message.at("lowered_names").get_to(compilation.result->lowered_names);
        }
        return compilation;
    });
}

} // namespace warpstage::gpu
