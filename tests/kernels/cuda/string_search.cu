// Occurrences of a word in a text: every thread tests one position. The first position with an atomic minimum, their number with an
// atomic sum, and a bit map of all positions.

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
