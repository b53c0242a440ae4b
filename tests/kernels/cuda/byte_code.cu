// A stack machine in each thread: a dense switch, and a stack in local memory.

enum Code : unsigned char { kPush, kAdd, kSubtract, kMultiply, kDuplicate, kSwap, kNegate, kAnd, kXor, kShift, kReturn };

__global__ void interpret(const unsigned char* program, const int* input, int* output, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int stack[16];
    int top = 0;
    stack[top] = input[i];
    // Each thread starts at an offset that depends on its index, so neighbors run different instructions.
    const unsigned char* at = program + program[i % 4];
    while (true) {
        switch (*at++) {
        case kPush:
            stack[++top] = *at++;
            break;
        case kAdd:
            top--;
            stack[top] += stack[top + 1];
            break;
        case kSubtract:
            top--;
            stack[top] -= stack[top + 1];
            break;
        case kMultiply:
            top--;
            stack[top] *= stack[top + 1];
            break;
        case kDuplicate:
            stack[top + 1] = stack[top];
            top++;
            break;
        case kSwap: {
            int t = stack[top];
            stack[top] = stack[top - 1];
            stack[top - 1] = t;
            break;
        }
        case kNegate:
            stack[top] = -stack[top];
            break;
        case kAnd:
            top--;
            stack[top] &= stack[top + 1];
            break;
        case kXor:
            top--;
            stack[top] ^= stack[top + 1];
            break;
        case kShift:
            top--;
            stack[top] <<= stack[top + 1] & 31;
            break;
        case kReturn:
            output[i] = stack[top];
            return;
        }
    }
}
