#include "app/console/source/source_text.h"

#include "app/console/qt_text.h"
#include "app/draw/color.h"

#include <Qsci/qscistyle.h>

#include <algorithm>
#include <map>

namespace warpstage::console {

void CudaLexer::set_style(const draw::Style& style, const QFont& font)
{
    setDefaultColor(to_qt(style.text));
    setDefaultPaper(to_qt(style.panel));
    setDefaultFont(font);
    for (int kind = 0; kind <= InactiveTaskMarker; ++kind) {
        setColor(to_qt(style.text), kind);
        setPaper(to_qt(style.panel), kind);
        setFont(font, kind);
    }
    for (const int kind : { Comment, CommentLine, CommentDoc, CommentLineDoc })
        setColor(to_qt(style.secondary), kind);
    for (const int kind : { Keyword, PreProcessor })
        setColor(to_qt(style.blue), kind);
    setColor(to_qt(style.orange), KeywordSet2);
    for (const int kind : { Number, DoubleQuotedString, SingleQuotedString, RawString })
        setColor(to_qt(style.green), kind);
}

// CUDA C++ Programming Guide, "C++ Language Extensions".
const char* CudaLexer::keywords(int set) const
{
    if (set == 2)
        return "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __launch_bounds__ "
               "__grid_constant__ "
               "__noinline__ __forceinline__ threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncthreads_count "
               "__syncthreads_and __syncthreads_or __syncwarp __threadfence __threadfence_block __threadfence_system __shfl_sync "
               "__shfl_up_sync __shfl_down_sync __shfl_xor_sync __ballot_sync __all_sync __any_sync __activemask "
               "__match_any_sync __match_all_sync __reduce_add_sync __reduce_min_sync __reduce_max_sync __ldg atomicAdd "
               "atomicSub atomicExch atomicMin atomicMax atomicInc atomicDec atomicCAS atomicAnd atomicOr atomicXor int2 int3 "
               "int4 uint2 uint3 uint4 float2 float3 float4 double2 dim3";
    return QsciLexerCPP::keywords(set);
}

void set_plain_style(QsciScintilla& text, const draw::Style& style, const QFont& font)
{
    text.setPaper(to_qt(style.panel));
    text.setColor(to_qt(style.text));
    text.setCaretForegroundColor(to_qt(style.text));
    text.setMarginsFont(font);
    text.setMarginsBackgroundColor(to_qt(style.background));
    text.setMarginsForegroundColor(to_qt(style.secondary));
    text.setSelectionBackgroundColor(to_qt(draw::mix(style.panel, style.blue, 0.35F)));
    text.resetSelectionForegroundColor();
}

SourceText::SourceText(QWidget* parent)
    : QsciScintilla(parent)
    , m_lexer(new CudaLexer(this))
{
    setAccessibleName(qtr("Kernel source"));
    setUtf8(true);
    setLexer(m_lexer);
    setEolMode(QsciScintilla::EolUnix);
    setTabWidth(4);
    setIndentationsUseTabs(false);
    setAutoIndent(true);
    setBraceMatching(QsciScintilla::SloppyBraceMatch);
    setAnnotationDisplay(QsciScintilla::AnnotationBoxed);
    setMarginType(number_margin, QsciScintilla::NumberMargin);
    setMarginSensitivity(number_margin, true);
    markerDefine(QsciScintilla::Background, message_marker);
    markerDefine(QsciScintilla::Background, chosen_marker);
}

void SourceText::set_style(const draw::Style& style, const QFont& font)
{
    m_lexer->set_style(style, font);
    set_plain_style(*this, style, font);
    setMatchedBraceBackgroundColor(to_qt(draw::mix(style.panel, style.orange, 0.35F)));
    setMatchedBraceForegroundColor(to_qt(style.text));
    setMarkerBackgroundColor(to_qt(draw::mix(style.panel, style.vermilion, 0.25F)), message_marker);
    setMarkerBackgroundColor(to_qt(draw::mix(style.panel, style.orange, 0.22F)), chosen_marker);
    QsciStyle(note_style, QStringLiteral("note"), to_qt(style.text), to_qt(draw::mix(style.panel, style.orange, 0.2F)), font)
        .apply(this);
    QsciStyle(fault_style, QStringLiteral("fault"), to_qt(style.text), to_qt(draw::mix(style.panel, style.vermilion, 0.3F)), font)
        .apply(this);
    setMarginWidth(number_margin, QStringLiteral("00000"));
}

void SourceText::clear_messages()
{
    clearAnnotations();
    markerDeleteAll(message_marker);
}

void SourceText::show_messages(const std::vector<SourceMessage>& messages)
{
    std::map<std::uint32_t, SourceMessage> by_line; // Scintilla supports one annotation per line
    for (const auto& message : messages) {
        if (message.line == 0)
            continue;
        auto& joined = by_line[message.line];
        joined.text += (joined.text.empty() ? "" : "\n") + message.text;
        joined.severity = std::max(joined.severity, message.severity);
    }
    for (const auto& [line, message] : by_line) {
        const int at = std::clamp(static_cast<int>(line) - 1, 0, std::max(0, lines() - 1));
        const bool note = message.severity == session::Severity::information;
        annotate(at, to_qt(message.text), note ? note_style : fault_style);
        if (!note)
            markerAdd(at, message_marker);
    }
    ensureCursorVisible(); // annotations take part of the visible lines
}

int SourceText::row_of(std::uint32_t line) const
{
    return static_cast<int>(SendScintilla(SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(line) - 1));
}

int SourceText::rows() const
{
    return static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
}

void SourceText::bring_into_view(std::uint32_t line)
{
    const int row = row_of(line);
    const int top = static_cast<int>(SendScintilla(SCI_GETFIRSTVISIBLELINE));
    if (row < top || row >= top + rows())
        SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max(0, row - rows() / 3)));
}

void SourceText::bring_to_top(std::uint32_t comment, std::uint32_t first, std::uint32_t last)
{
    const bool whole = row_of(last) - row_of(comment) < rows();
    SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(row_of(whole ? comment : first)));
}

void SourceText::mark_line(std::uint32_t line)
{
    if (line == m_marked)
        return;
    markerDeleteAll(chosen_marker);
    if (line > 0)
        markerAdd(static_cast<int>(line) - 1, chosen_marker);
    m_marked = line;
}

} // namespace warpstage::console
