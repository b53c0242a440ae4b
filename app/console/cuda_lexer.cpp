#include "app/console/cuda_lexer.h"

namespace warpstage::console {

QColor to_qt(draw::Color color)
{
    return { color.r, color.g, color.b, color.a };
}

CudaLexer::CudaLexer(QObject* parent)
    : QsciLexerCPP(parent)
{
}

void CudaLexer::wear(const draw::Style& style, const QFont& letters)
{
    setDefaultColor(to_qt(style.text));
    setDefaultPaper(to_qt(style.panel));
    setDefaultFont(letters);
    for (int kind = 0; kind <= InactiveTaskMarker; ++kind) {
        setColor(to_qt(style.text), kind);
        setPaper(to_qt(style.panel), kind);
        setFont(letters, kind);
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

} // namespace warpstage::console
