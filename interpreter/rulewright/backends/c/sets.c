/* What every program is made with: sets, checks, choices, chance.

   Nothing here reports an error. Whatever is unusual (a number out of range, a full place, a budget that is spent) bails
   out: the state is what it was at the last decision, and the Python build replays that decision and says what is wrong.
   All data of a run is in a structure of its own, so that several threads can run at once. */

#if defined __GNUC__ && !defined __clang__ /* less to compile for the same speed, and chess 1.2 times as fast */
#pragma GCC optimize("peel-loops", "no-gcse", "no-tree-pta")
#endif

#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "sets are kept with their lowest word first"
#endif

#define INLINE static inline __attribute__((always_inline))
#define RARELY(test) __builtin_expect(!!(test), 0)
#define UNROLLED _Pragma("GCC unroll 8")
#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

typedef uint64_t __attribute__((may_alias)) word; /* of a set, whatever its class */
typedef struct run RW;
static __attribute__((noreturn, cold, noinline)) void bail(RW *R);

/* -- sets: class N has room for 64 N members; classes 1 and 2 are integers */

typedef uint64_t U1;
typedef unsigned __int128 U2;

INLINE int low_1(U1 s) { return s ? __builtin_ctzll(s) : -1; }
INLINE int high_1(U1 s) { return s ? 63 - __builtin_clzll(s) : -1; }
INLINE int size_1(U1 s) { return __builtin_popcountll(s); }
INLINE int pop_1(U1 *s) {
  int i = __builtin_ctzll(*s);
  *s &= *s - 1;
  return i;
}
INLINE int low_2(U2 s) { return (U1)s ? low_1((U1)s) : (U1)(s >> 64) ? 64 + low_1((U1)(s >> 64)) : -1; }
INLINE int high_2(U2 s) { return (U1)(s >> 64) ? 64 + high_1((U1)(s >> 64)) : high_1((U1)s); }
INLINE int size_2(U2 s) { return size_1((U1)s) + size_1((U1)(s >> 64)); }
INLINE int pop_2(U2 *s) {
  U1 low = (U1)*s, high = (U1)(*s >> 64), *part = low ? &low : &high;
  int i = (low ? 0 : 64) + pop_1(part);
  *s = (U2)high << 64 | low;
  return i;
}
INLINE uint64_t word_1(U1 s, int w) { return s; }
INLINE uint64_t word_2(U2 s, int w) { return w ? (U1)(s >> 64) : (U1)s; }

#define SMALL_SETS(N)                                                                                        \
  INLINE U##N none_##N(void) { return 0; }                                                                   \
  INLINE U##N or_##N(U##N a, U##N b) { return a | b; }                                                       \
  INLINE U##N and_##N(U##N a, U##N b) { return a & b; }                                                      \
  INLINE U##N minus_##N(U##N a, U##N b) { return a & ~b; }                                                   \
  INLINE int same_##N(U##N a, U##N b) { return a == b; }                                                     \
  INLINE int some_##N(U##N s) { return s != 0; }                                                             \
  INLINE int only_##N(U##N s) { return s & (s - 1) ? -1 : low_##N(s); }                                      \
  INLINE int has_##N(U##N s, int64_t i) { return (uint64_t)i < 64 * N && (s >> i & 1); }                     \
  INLINE U##N shift_##N(U##N s, int by) { return by >= 64 * N || by <= -64 * N ? 0 : by < 0 ? s >> -by : s << by; } \
  INLINE void add_##N(U##N *s, int64_t i) { if ((uint64_t)i < 64 * N) *s |= (U##N)1 << i; }                  \
  INLINE void set_##N(U##N *s, int i, int bit) { *s |= (U##N)bit << i; }                                     \
  INLINE U##N below_##N(int size) { return size >= 64 * N ? ~(U##N)0 : ((U##N)1 << size) - 1; }
SMALL_SETS(1)
SMALL_SETS(2)

#define EACH(N) UNROLLED for (int k = 0; k < N; k++)
#define WIDE_SETS(N)                                                                                         \
  typedef struct { uint64_t w[N]; } U##N;                                                                    \
  INLINE U##N none_##N(void) { return (U##N){{0}}; }                                                         \
  INLINE U##N or_##N(U##N a, U##N b) { EACH(N) a.w[k] |= b.w[k]; return a; }                                 \
  INLINE U##N and_##N(U##N a, U##N b) { EACH(N) a.w[k] &= b.w[k]; return a; }                                \
  INLINE U##N minus_##N(U##N a, U##N b) { EACH(N) a.w[k] &= ~b.w[k]; return a; }                             \
  INLINE int same_##N(U##N a, U##N b) { return memcmp(&a, &b, sizeof a) == 0; }                              \
  INLINE int some_##N(U##N s) { uint64_t any = 0; EACH(N) any |= s.w[k]; return any != 0; }                  \
  static int low_##N(U##N s) { EACH(N) if (s.w[k]) return 64 * k + low_1(s.w[k]); return -1; }               \
  static int high_##N(U##N s) { for (int k = N; k--;) if (s.w[k]) return 64 * k + high_1(s.w[k]); return -1; } \
  static int size_##N(U##N s) { int n = 0; EACH(N) n += size_1(s.w[k]); return n; }                          \
  static int only_##N(U##N s) { return low_##N(s) == high_##N(s) ? low_##N(s) : -1; }                        \
  static int pop_##N(U##N *s) { EACH(N) if (s->w[k]) return 64 * k + pop_1(s->w + k); return -1; }           \
  INLINE int has_##N(U##N s, int64_t i) { return (uint64_t)i < 64 * N && (s.w[i / 64] >> i % 64 & 1); }      \
  INLINE void add_##N(U##N *s, int64_t i) { if ((uint64_t)i < 64 * N) s->w[i / 64] |= (uint64_t)1 << i % 64; } \
  INLINE void set_##N(U##N *s, int i, int bit) { s->w[i / 64] |= (uint64_t)bit << i % 64; }                  \
  INLINE uint64_t word_##N(U##N s, int w) { return s.w[w]; }                                                 \
  static U##N below_##N(int size) {                                                                          \
    U##N s;                                                                                                  \
    EACH(N) s.w[k] = size >= 64 * k + 64 ? ~(uint64_t)0 : size > 64 * k ? ((uint64_t)1 << size % 64) - 1 : 0; \
    return s;                                                                                                \
  }                                                                                                          \
  INLINE U##N shift_##N(U##N s, int by) { /* mostly by a constant, so that little of this is left */         \
    U##N to = {{0}};                                                                                         \
    int far = (by < 0 ? -by : by) / 64, near = (by < 0 ? -by : by) % 64;                                     \
    EACH(N) {                                                                                            \
      int from = by < 0 ? k + far : k - far, next = by < 0 ? from + 1 : from - 1;                            \
      uint64_t a = from >= 0 && from < N ? s.w[from] : 0, b = next >= 0 && next < N ? s.w[next] : 0;         \
      to.w[k] = !near ? a : by < 0 ? a >> near | b << (64 - near) : a << near | b >> (64 - near);            \
    }                                                                                                        \
    return to;                                                                                               \
  }

/* Records a member in a set of any number of words. */
INLINE void note(uint64_t *words, unsigned member) { words[member / 64] |= (uint64_t)1 << member % 64; }

/* What is the same for all classes. */
#define ALL_SETS(N)                                                                                          \
  INLINE U##N single_##N(int64_t i) { U##N s = none_##N(); add_##N(&s, i); return s; }                       \
  INLINE U##N noted_##N(const uint64_t *words) { U##N s; memcpy(&s, words, sizeof s); return s; }            \
  INLINE U##N clip_##N(RW *R, U##N s, int size) {                                                            \
    if (RARELY(some_##N(minus_##N(s, below_##N(size))))) bail(R);                                            \
    return s;                                                                                                \
  }                                                                                                          \
  INLINE U##N reach_##N(RW *R, U##N s, int64_t index, int64_t size, int64_t count) { /* `size` values for each */ \
    if (some_##N(s) && (index + low_##N(s) * size < 0 || index + (high_##N(s) + 1) * size > count)) bail(R); \
    return s;                                                                                                \
  }
ALL_SETS(1)
ALL_SETS(2)

#define CONVERTED(A, B)                                                                                      \
  INLINE U##B to_##A##_##B(U##A s) {                                                                         \
    U##B found = none_##B();                                                                                 \
    memcpy(&found, &s, sizeof s < sizeof found ? sizeof s : sizeof found);                                   \
    return found;                                                                                            \
  }
INLINE U2 to_1_2(U1 s) { return s; }
INLINE U1 to_2_1(U2 s) { return (U1)s; }

/* Goes through a set, a word at a time; `break` leaves a word only. */
#define EACH_OF(N, set, i) EACH_IN(N, set, i)
#define EACH_IN(N, set, i)                                                                                   \
  for (int w_ = 0, i; w_ < N; w_++)                                                                          \
    for (uint64_t rest_ = word_##N(set, w_); rest_ && (i = 64 * w_ + __builtin_ctzll(rest_), 1); rest_ &= rest_ - 1)

/* -- how vectors are converted (`state.c`) */

enum { NUMBER, SET, ROW, SEED };
struct column {
  int start, offset, how, width, count, words, room, size; /* `width`: bytes of a value or piece; `size`: of a set */
  int64_t low, high;
};
struct circle {
  int offset, depth, back, width, most, length, start;
  const struct column *frames;
};
