/* -- a run: the state that the functions of the rules work on, and all that is needed beside it */

enum { RECIPROCALS = 64 }; /* divisors with a reciprocal */
enum { BATCH = 4 }; /* choices that are written at once */

struct run {
  int64_t steps, spent; /* what is left of the budgets of a decision, and the steps that its loops are charged */
  uint64_t reciprocals[RECIPROCALS]; /* 2^64 - 1, divided by each number and rounded down */
  int count; /* of choices */
  int left; /* blocks that may still be run */
  intptr_t outermost; /* where the stack began when a step was done that does itself */
  volatile int stop;
  int forced_too; /* whether decisions with one choice are returned */
  int no_worlds; /* whether no worlds are drawn until the end of the game */
  volatile int looking, status; /* of playing: at an `always` rule, and what is returned */
  volatile int64_t replayed;
  jmp_buf start;
  struct state s;
  const struct state *real; /* inside a condition on what would be: what is */
  struct state truth, before; /* of sampling: what it begins with, and what an exchange may lead back to */
  struct own own;
  int64_t choices[MOST_CHOICES + BATCH];
};

/* All but what is remembered of positions, which no step changes that is only imagined. */
INLINE void keep(struct state *to, const struct state *from) {
  memcpy((char *)to + REMEMBERED, (const char *)from + REMEMBERED, sizeof *to - REMEMBERED);
}

static void bail(RW *R) {
  if (R->real) keep(&R->s, R->real), R->real = 0;
  longjmp(R->start, 1);
}

/* Goes on with a block. Mostly that is a jump; where the compiler makes a call of it, returning bounds the stack. */
#define GO(number, block) return --R->left & 127 ? block(R) : number
#define GO_BACK(number)                                                                                      \
  {                                                                                                          \
    int to = (int)(number);                                                                                  \
    return to > 0 && --R->left & 127 ? BLOCKS[to](R) : to;                                                   \
  }
static int (*const BLOCKS[BLOCK_COUNT + 1])(RW *R);

/* What taking a choice calls, and the block that a menu's option returns to. */
struct answer {
  int (*function)(RW *R, int64_t code, int64_t back);
  int back;
};

/* What lists the choices, the answers by code from `first` on, the block if there are none, and where the seat is kept. */
struct question {
  void (*options)(RW *R);
  const struct answer *answers;
  int first, count, empty, seat;
};

/* Stops at a question, with its choices listed. */
INLINE int ask(RW *R, int question, void (*options)(RW *R)) {
  R->s.at = question, R->count = 0;
  options(R);
  return question;
}

static int no_block(RW *R) { bail(R); }
static int no_answer(RW *R, int64_t code, int64_t back) { bail(R); }

INLINE void spend(RW *R, int64_t steps) {
  if (RARELY((R->steps -= steps) < 0)) bail(R);
}

/* -- numbers */

INLINE int64_t need(RW *R, int64_t thing) {
  if (RARELY(thing < 0)) bail(R);
  return thing;
}

INLINE int64_t within(RW *R, int64_t n, int64_t low, int64_t high) {
  if (RARELY(n < low || n > high)) bail(R);
  return n;
}

INLINE int64_t at(RW *R, int64_t index, int64_t count) {
  if (RARELY((uint64_t)index >= (uint64_t)count)) bail(R);
  return index;
}

#define CHECKED(name, operation)                                                                             \
  INLINE int64_t name(RW *R, int64_t a, int64_t b) {                                                         \
    int64_t found;                                                                                           \
    if (RARELY(operation(a, b, &found))) bail(R);                                                            \
    return found;                                                                                            \
  }
CHECKED(plus, __builtin_add_overflow)
CHECKED(less, __builtin_sub_overflow)
CHECKED(times, __builtin_mul_overflow)

INLINE int64_t distance(RW *R, int64_t a, int64_t b) { return a < b ? less(R, b, a) : less(R, a, b); }
INLINE int64_t lesser(int64_t a, int64_t b) { return b < a ? b : a; }
INLINE int64_t greater(int64_t a, int64_t b) { return b > a ? b : a; }
INLINE int64_t modulo(int64_t a, int64_t by) { return a % by < 0 ? a % by + by : a % by; }
INLINE int64_t quotient(int64_t a, int64_t by) { return a / by - (a % by < 0); }
INLINE int64_t after(int64_t thing, int64_t size) { return 0 <= thing && thing < size - 1 ? thing + 1 : -1; }

/* -- what comes with a choice */

INLINE int given(int64_t code) { return (int)(code & 65535); }
INLINE int given_or_nothing(int64_t code) { return given(code) == 65535 ? -1 : given(code); }
INLINE int piece_of(int64_t code) { return given(code >> 16) - 1; }

/* -- loops that count from decision to decision */

static void charge(RW *R, int64_t rounds, int64_t steps) {
  if (rounds > MOST_SPENT / steps || (R->spent += rounds * steps) > MOST_SPENT) bail(R);
}

static void count_on(RW *R, int64_t low, int64_t high, int64_t steps) {
  if (high < low) return;
  if (high - low < 0) bail(R);
  charge(R, high - low, steps);
  charge(R, 1, steps);
}

#define COUNTED(N)                                                                                           \
  static U##N counted_##N(RW *R, U##N set, int64_t steps) {                                                  \
    charge(R, size_##N(set), steps);                                                                         \
    return set;                                                                                              \
  }

/* -- steps that do themselves: how deep they are, and how much of the stack they take, which Python has more of */

enum { MOST_STACK = 1 << 18 };

INLINE int64_t deeper(RW *R, int64_t depth) {
  intptr_t here = (intptr_t)__builtin_frame_address(0);
  if (!depth) R->outermost = here;
  if (RARELY(depth >= MOST_DEEP || R->outermost - here > MOST_STACK)) bail(R);
  return depth + 1;
}

/* -- rows: how many pieces there are, then the pieces, then zeros */

typedef int16_t row;
INLINE int row_length(const row *r) { return r[0]; }
INLINE int row_first(const row *r) { return r[0] ? r[1] : -1; }
INLINE int row_last(const row *r) { return r[0] ? r[r[0]] : -1; }
INLINE int row_only(const row *r) { return r[0] == 1 ? r[1] : -1; }
#define ROW_SET(N)                                                                                           \
  static U##N row_set_##N(const row *r) {                                                                    \
    U##N found = none_##N();                                                                                 \
    for (int i = 1; i <= r[0]; i++) add_##N(&found, r[i]);                                                   \
    return found;                                                                                            \
  }

/* -- stretches of a field: pointers to the first value, which the generator has checked or has `from` check */

INLINE int64_t from(RW *R, int64_t index, int64_t size, int64_t count) {
  if (RARELY(index < 0 || size < 0 || index > count || size > count - index)) bail(R);
  return index;
}

/* Bytes that are not negative are added up all at once; what lies behind them is not looked at. */
INLINE int sum_of_bytes(const int8_t *values, int size) {
  uint64_t all, even = 0x00FF00FF00FF00FF;
  memcpy(&all, values, sizeof all);
  all <<= 64 - 8 * size;
  return (int)(((all & even) + (all >> 8 & even)) * 0x0001000100010001 >> 48);
}

#define SUM_OF(T)                                                                                            \
  INLINE int64_t sum_of_##T(RW *R, const T *values, int64_t size) {                                          \
    int64_t sum = 0;                                                                                         \
    for (int64_t i = 0; i < size; i++) sum = sizeof(T) < 8 ? sum + values[i] : plus(R, sum, values[i]);      \
    return sum;                                                                                              \
  }

/* Mostly the first number is not there at all: that is found out for four at a time. */
INLINE int occurs(const int64_t *firsts, const int64_t *seconds, int size, int64_t one, int64_t other) {
  typedef int64_t __attribute__((vector_size(32))) four;
  four here, any = {0};
  int found = 0, i = 0;
  for (; i + 4 <= size; i += 4) memcpy(&here, firsts + i, sizeof here), any |= here == one;
  if (RARELY(any[0] | any[1] | any[2] | any[3])) i = 0;
  for (; i < size; i++) found += firsts[i] == one && seconds[i] == other;
  return found;
}

#define FIRST_IN_LINE(T, N)                                                                                  \
  static int64_t first_in_line_##T##_##N(RW *R, const T *values, int64_t size, U##N set) {                   \
    for (int64_t i = 0; i < size; i++)                                                                       \
      if (has_##N(set, values[i])) return values[i];                                                         \
    bail(R);                                                                                                 \
  }

/* The values of piece p begin at p * SIZE, none is below LEAST; M is the class of the second key. */
#define ENOUGH(T, N, M, SIZE, LEAST)                                                                                \
  static U##M some_of_##T##_##N##_##M##_##SIZE(const T *values, U##N pieces) {                               \
    U##M found = none_##M();                                                                                 \
    if (sizeof(T) * SIZE <= 8 && LEAST >= 0) { /* all of a piece at once; what lies behind is not looked at */ \
      uint64_t all = 0, mine;                                                                                \
      EACH_OF(N, pieces, piece) memcpy(&mine, values + piece * SIZE, 8), all |= mine;                        \
      UNROLLED for (int name = 0; name < SIZE; name++)                                                       \
        set_##M(&found, name, (all >> 8 * sizeof(T) * name & (uint64_t)-1 >> (64 - 8 * sizeof(T))) != 0);    \
      return found;                                                                                          \
    }                                                                                                        \
    EACH_OF(N, pieces, piece)                                                                                \
      UNROLLED for (int name = 0; name < SIZE; name++)                                                       \
        set_##M(&found, name, values[piece * SIZE + name] >= 1);                                             \
    return found;                                                                                            \
  }                                                                                                          \
  static U##M sums_of_##T##_##N##_##M##_##SIZE(RW *R, const T *values, U##N pieces, int64_t number) {        \
    int64_t held[SIZE] = {0};                                                                                \
    U##M found = none_##M();                                                                                 \
    EACH_OF(N, pieces, piece)                                                                                \
      for (int name = 0; name < SIZE; name++) {                                                              \
        int64_t mine = values[piece * SIZE + name];                                                          \
        held[name] = sizeof(T) < 8 ? held[name] + mine : plus(R, held[name], mine);                          \
      }                                                                                                      \
    UNROLLED for (int name = 0; name < SIZE; name++) set_##M(&found, name, held[name] >= number);            \
    return found;                                                                                            \
  }                                                                                                          \
  INLINE U##M enough_##T##_##N##_##M##_##SIZE(RW *R, const T *values, U##N pieces, int64_t number) {         \
    if (number == 1) return some_of_##T##_##N##_##M##_##SIZE(values, pieces);                                \
    return sums_of_##T##_##N##_##M##_##SIZE(R, values, pieces, number);                                      \
  }

/* -- things in the order of their keys, equal ones in the order in which they came */

static void insert(struct item *items, int count) {
  for (int k = 1; k < count; k++) {
    struct item mine = items[k];
    int i = k;
    for (; i > 0 && items[i - 1].key > mine.key; i--) items[i] = items[i - 1];
    items[i] = mine;
  }
}

static void sort(RW *R, struct item *items, int count) {
  enum { FEW = 10 };
  struct item *from = items, *to = R->own.merged;
  for (int i = 0; i < count; i += FEW) insert(items + i, count - i < FEW ? count - i : FEW);
  for (int width = FEW; width < count; width *= 2) {
    for (int start = 0; start < count; start += 2 * width) {
      int middle = start + width < count ? start + width : count, end = middle + width < count ? middle + width : count;
      for (int k = start, a = start, b = middle; k < end; k++)
        to[k] = b >= end || (a < middle && from[a].key <= from[b].key) ? from[a++] : from[b++];
    }
    struct item *other = from;
    from = to, to = other;
  }
  if (from != items) memcpy(items, from, (size_t)count * sizeof *items);
}

/* A bucket sort for keys that are distributed uniformly over 64 bits, compared as unsigned numbers; stable. */
static void sort_spread(RW *R, struct item *items, int count) {
  struct item *to = R->own.merged;
  uint16_t *ends = R->own.ends;
  memset(ends, 0, (size_t)count * sizeof *ends);
#define BUCKET(item) ((uint32_t)((uint64_t)(item).key >> 32) * (uint64_t)count >> 32)
  for (int i = 0; i < count; i++) ends[BUCKET(items[i])]++;
  for (int i = 1; i < count; i++) ends[i] += ends[i - 1];
  for (int i = count; i--;) to[--ends[BUCKET(items[i])]] = items[i];
#undef BUCKET
  for (int k = 0; k < count; k++) {
    struct item mine = to[k];
    int i = k;
    for (; i > 0 && (uint64_t)items[i - 1].key > (uint64_t)mine.key; i--) items[i] = items[i - 1];
    items[i] = mine;
  }
}

/* -- choices */

INLINE void offer(RW *R, int64_t choice) {
  if (RARELY(R->count >= MOST_CHOICES)) bail(R);
  R->choices[R->count++] = choice;
}

/* Without a branch, which nothing predicts well where what a player has differs from decision to decision. */
INLINE void offer_if(RW *R, int offered, int64_t choice) {
  if (RARELY(R->count >= MOST_CHOICES)) bail(R);
  R->choices[R->count] = choice;
  R->count += offered;
}

INLINE void offer_range(RW *R, int64_t base, int64_t low, int64_t high) {
  if (high < low) return;
  if (RARELY(high - low < 0 || high - low >= MOST_CHOICES - R->count)) bail(R);
  int64_t *to = R->choices + R->count, first = base + low, more = high - low;
  for (int64_t i = 0; i <= more; i += BATCH)
    UNROLLED for (int k = 0; k < BATCH; k++) to[i + k] = first + i + k;
  R->count += (int)more + 1;
}

/* Some at once, so that there are fewer loops whose end nothing predicts; what is written too much is behind the last one. */
#define OFFER_EACH(N)                                                                                        \
  INLINE void offer_each_##N(RW *R, int64_t base, U##N things) {                                             \
    if (RARELY(size_##N(things) > MOST_CHOICES - R->count)) bail(R);                                         \
    for (int w = 0; w < N; w++) {                                                                            \
      uint64_t rest = word_##N(things, w);                                                                   \
      int64_t *to = R->choices + R->count;                                                                   \
      R->count += size_1(rest);                                                                              \
      for (; rest; to += BATCH)                                                                              \
        UNROLLED for (int k = 0; k < BATCH; k++, rest &= rest - 1)                                           \
          to[k] = base + 64 * w + __builtin_ctzll(rest | (uint64_t)1 << 63);                                 \
    }                                                                                                        \
  }

/* -- whose turn it is: the next seat from `turn` on, and what is left of the round */

struct turn { int seat, turn; U1 rest; };
INLINE struct turn next_seat(RW *R, int64_t turn, U1 rest) {
  if (RARELY(turn < 0 || turn > SEATS)) bail(R);
  int seat = low_1(rest >> turn ? rest >> turn << turn : rest);
  return (struct turn){seat, seat + 1, rest & ~single_1(seat)};
}

struct place {
  uint64_t sees, dirty; /* the seats that see the faces of what lies there; the rules that look at what does */
  uint64_t counted; /* the rules to which only the number of pieces matters, there and in some other places together */
  uint64_t seen_bit; /* in the word at `seen_at`, where it is noted whether anything lies there; 0 if nowhere */
  int offset, seen_at, first, size, limit, refill, words, ordered, single, unused;
};

/* -- facts of pieces: marks are one set, other facts some values for each piece */

struct fact {
  int offset, stride, base, size, marks, width;
  int64_t nothing;
  uint64_t mask, pattern; /* the bytes that a piece has, and what stands there at the start, if there are 8 at most */
  uint64_t dirty; /* the rules that look at it */
};

INLINE void clear(RW *R, const struct fact *f, int piece) {
  int i = piece - f->base, changed = 0;
  char *from = (char *)&R->s + f->offset, *to = from + i * f->stride;
  if ((unsigned)i >= (unsigned)f->size) return;
  if (f->marks) {
    changed = from[i / 8] & 1 << i % 8;
    from[i / 8] &= (char)~(1 << i % 8);
  } else if (f->mask) {
    uint64_t now;
    memcpy(&now, to, sizeof now);
    if (!((now ^ f->pattern) & f->mask)) return;
    now = (now & ~f->mask) | f->pattern;
    memcpy(to, &now, sizeof now);
    changed = 1;
  } else
    for (int k = 0, byte = 0; k < f->stride; k++, byte = byte + 1 < f->width ? byte + 1 : 0) {
      char nothing = (char)(f->nothing >> (byte < 8 ? 8 * byte : 63));
      changed |= to[k] ^ nothing;
      to[k] = nothing;
    }
  if (changed) R->s.dirty |= f->dirty;
}

static int same_fact(const RW *R, const struct fact *f, int a, int b) {
  const char *from = (const char *)&R->s + f->offset;
  int i = a - f->base, j = b - f->base, here = i >= 0 && i < f->size;
  if (!here || j < 0 || j >= f->size) return here == (j >= 0 && j < f->size);
  if (f->marks) return (from[i / 8] >> i % 8 & 1) == (from[j / 8] >> j % 8 & 1);
  return memcmp(from + i * f->stride, from + j * f->stride, (size_t)f->stride) == 0;
}

/* -- laps: hashes of what is in some fields, eight bytes at a time, since there are hundreds of them in each lap */

#define UNHASHED 0xCBF29CE484222325ull

static uint64_t hash_word(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 32;
}

static uint64_t hash_bytes(uint64_t hash, const void *from, size_t length) {
  enum { LANES = 4 }; /* each word waits for the last one of its lane only */
  const char *at = from, *last = at + length / 8 * 8;
  uint64_t lanes[LANES] = {0}, word = 0;
  for (; last - at >= 8 * LANES; at += 8 * LANES)
    UNROLLED for (int k = 0; k < LANES; k++) memcpy(&word, at + 8 * k, 8), lanes[k] = hash_word(lanes[k], word);
  UNROLLED for (int k = 0; k < LANES; k++) hash = hash_word(hash, lanes[k]);
  for (; at < last; at += 8) memcpy(&word, at, 8), hash = hash_word(hash, word);
  word = 0;
  memcpy(&word, at, length % 8);
  return length % 8 ? hash_word(hash, word) : hash;
}

/* Whether a lap is hashed: not before the first one (0), and not where somebody had a choice in it (1), as hardly ever
   nothing happens in the next lap. Then the mark is 2, which equals no hash: after such a lap there is another one, which
   does the same as nobody is asked in either, unless decisions with one choice count. */
INLINE int is_compared(const RW *R, int64_t *mark) {
  if (*mark > 1 || R->forced_too) return 1;
  *mark = 2;
  return 0;
}

static void note_lap(int64_t *mark, uint64_t hash) {
  int64_t now = (int64_t)(hash >> 3) + 3;
  *mark = *mark == now ? 0 : now;
}

/* -- chance

   Every stream of chance (a die, a stack that is shuffled) has a key and a counter in the state. Its next number is a hash
   (SplitMix64) of the game's seed, the key and the counter, so no other stream influences it, and a copy of a state goes
   on alike. A number of 64 bits becomes one below `limit` by its remainder. For a die of six sides, 2^64 leaves a
   remainder of 4, so the four largest numbers would make the first four sides likelier: they are drawn again. */

#define GOLDEN 0x9E3779B97F4A7C15ull

INLINE uint64_t mix(uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

/* -- half of a hash of some fields: Python makes the same of the values in them, 64 bits at a time */

INLINE uint64_t digest_word(uint64_t hash, uint64_t word) { return mix((hash ^ word) + GOLDEN); }

#define DIGEST(T)                                                                                            \
  INLINE uint64_t digest_##T(uint64_t hash, const T *values, int count) {                                    \
    for (int i = 0; i < count; i++) hash = digest_word(hash, (uint64_t)values[i]);                           \
    return hash;                                                                                             \
  }
#define DIGEST_SETS(N)                                                                                       \
  INLINE uint64_t digest_U##N(uint64_t hash, const U##N *sets, int count) {                                  \
    for (int i = 0; i < count; i++)                                                                          \
      for (int w = 0; w < N; w++) hash = digest_word(hash, word_##N(sets[i], w));                            \
    return hash;                                                                                             \
  }

INLINE uint64_t stream_number(const RW *R, uint64_t key, int64_t count) {
  return mix(mix(R->s.seed ^ key) + (uint64_t)count * GOLDEN);
}

INLINE int needs_redraw(uint64_t number, uint64_t limit) { /* not all rests are equally likely with it: it is redrawn */
  return RARELY(number >= -limit) && number > UINT64_MAX - (UINT64_MAX % limit + 1) % limit;
}

INLINE uint64_t remainder_of(const RW *R, uint64_t number, uint64_t by) { /* `number % by`, mostly by multiplying */
  if (by >= RECIPROCALS) return number % by;
  uint64_t rest = number - (uint64_t)((U2)number * R->reciprocals[by] >> 64) * by;
  return rest >= by ? rest - by : rest;
}

INLINE uint64_t below(uint64_t number, uint64_t limit) {
  while (needs_redraw(number, limit)) number = mix(number + GOLDEN);
  return number % limit;
}

INLINE int64_t roll_between(RW *R, int64_t low, int64_t high, uint64_t number) {
  if (RARELY(low > high || high - low < 0 || high - low >= (int64_t)1 << 62)) bail(R);
  return low + (int64_t)below(number, (uint64_t)(high - low + 1));
}
