// Colours of CUDA C++ for the source view: C++ with the words that CUDA adds, in the hues of the stage.
#pragma once

#include "app/draw/style.h"

#include <Qsci/qscilexercpp.h>

namespace warpstage::console {

[[nodiscard]] QColor to_qt(draw::Color color);

class CudaLexer : public QsciLexerCPP {
public:
    explicit CudaLexer(QObject* parent);

    void wear(const draw::Style& style, const QFont& letters);
    [[nodiscard]] const char* keywords(int set) const override;
};

} // namespace warpstage::console
