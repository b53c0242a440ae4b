// Where a word stands in a text: every thread tries one place. The earliest place by an atomic minimum, the number of places by an
// atomic sum, and a bit map of all places.

__global__ void find_word(const char* text, int text_length, const char* word, int word_length, int* first, int* count,
    unsigned int* places)
{
    int start = blockIdx.x * blockDim.x + threadIdx.x;
    if (start + word_length > text_length)
        return;
    for (int i = 0; i < word_length; i++) {
        if (text[start + i] != word[i])
            return;
    }
    atomicMin(first, start);
    atomicAdd(count, 1);
    atomicOr(&places[start / 32], 1u << (start % 32));
}
