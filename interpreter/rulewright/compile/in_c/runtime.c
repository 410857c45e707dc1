/* What rules written in C call: numbers that never go wrong in silence, sets, choices, chance, moving pieces.

   It says in C what compile/machine.py and compile/vocabulary.py say in Python, and has no other meaning. Whatever is
   unusual (a table looked up outside, a full place, a number too large) gives up: the vector is put back as it was at
   the decision before, and the Python build plays the same decision and says what is wrong. */

#include <setjmp.h>
#include <stdint.h>
#include <string.h>

typedef __int128 W; /* every value: a number, or a set of up to 126 things */
typedef unsigned __int128 U;
typedef int64_t I;

static const W LISTED = (W)1 << 100; /* what comes back instead of a block where the choices are in `rw_choices` */

I rw_choices[MOST_CHOICES];
static int chosen;
static I spent;
static jmp_buf start;

static W give_up(void) { longjmp(start, 1); }

/* -- numbers */

static inline W add(W a, W b) { W r; return __builtin_add_overflow(a, b, &r) ? give_up() : r; }
static inline W sub(W a, W b) { W r; return __builtin_sub_overflow(a, b, &r) ? give_up() : r; }
static inline W mul(W a, W b) { W r; return __builtin_mul_overflow(a, b, &r) ? give_up() : r; }

static inline W shl(W a, W by) {
  if (by < 0 || by > MOST_THINGS || (a << by) >> by != a) give_up();
  return a << by;
}

static inline W shr(W a, W by) {
  if (by < 0) give_up();
  return by > MOST_THINGS ? (a < 0 ? -1 : 0) : a >> by;
}

static inline W floor_div(W a, W b) {
  if (b <= 0) give_up();
  if (a == (I)a && b == (I)b) return (I)a / (I)b - ((I)a % (I)b < 0);
  return a / b - (a % b < 0);
}

static inline W mod(W a, W b) {
  if (b <= 0) give_up();
  if (a == (I)a && b == (I)b) return (I)a % (I)b + ((I)a % (I)b < 0 ? (I)b : 0);
  return a % b + (a % b < 0 ? b : 0);
}

static inline W larger(W a, W b) { return a < b ? b : a; }
static inline W smaller(W a, W b) { return b < a ? b : a; }
static inline W within(W n, W low, W high, W where) { return n < low || n > high ? give_up() : n; }
static inline W die(W low, W high, W where) { return low <= high && sub(high, low) < (W)1 << 62 ? high : give_up(); }

/* -- the vector, and tables */

static inline I *place_of(I *S, W at) {
  if (at < 0 || at >= LENGTH) give_up();
  return S + (I)at;
}

static inline W at(const I *S, W place) { return place < 0 || place >= LENGTH ? give_up() : S[(I)place]; }

static inline W put(I *S, W place, W number) {
  if (number != (I)number) give_up();
  return *place_of(S, place) = (I)number;
}

static inline W entry(const I *table, I size, W place) {
  if (place < 0) place += size;
  return place < 0 || place >= size ? give_up() : table[(I)place];
}

static inline W wide_entry(const W *table, I size, W place) {
  if (place < 0) place += size;
  return place < 0 || place >= size ? give_up() : table[(I)place];
}

static W sum_of(const I *S, W from, W to) {
  W sum = 0;
  if (from < 0 || to < 0 || to > LENGTH) give_up();
  for (I i = from; i < to; i++) sum += S[i];
  return sum;
}

static W some_of(const I *S, W from, W to) {
  if (from < 0 || to < 0 || to > LENGTH) give_up();
  for (I i = from; i < to; i++)
    if (S[i]) return 1;
  return 0;
}

static void move_stretch(I *S, W to, W end, W from, W from_end) {
  if (end - to != from_end - from || to > end || to < 0 || from < 0 || end > LENGTH || from_end > LENGTH) give_up();
  memmove(S + (I)to, S + (I)from, (size_t)(end - to) * sizeof(I));
}

/* -- sets */

static inline int lowest(U set) {
  uint64_t low = (uint64_t)set;
  return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline U a_set(W set) { return set < 0 ? (U)give_up() : (U)set; }
static inline W bit_count(W set) {
  U s = a_set(set);
  return __builtin_popcountll((uint64_t)s) + __builtin_popcountll((uint64_t)(s >> 64));
}

static inline W bit_length(W set) {
  U s = a_set(set);
  uint64_t high = (uint64_t)(s >> 64), low = (uint64_t)s;
  return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

static inline W first(W set) { return set ? lowest((U)set) : -1; }
static inline W only(W set) { return set && !(set & (set - 1)) ? bit_length(set) - 1 : -1; }
static inline W has(W set, W thing) { return thing >= 0 && shr(set, thing) & 1; }
static inline W one(W thing) { return thing >= 0 ? shl(1, thing) : 0; }
static inline W after(W thing, W size) { return 0 <= thing && thing < size - 1 ? thing + 1 : -1; }
static inline W gone(W where) { return give_up(); }
static inline W some(W thing, W where) { return thing >= 0 ? thing : give_up(); }
static inline W need(W thing, W where) { return thing >= 0 ? thing : give_up(); }
static inline W out_of_range(void) { return give_up(); }
static inline W next_lap(W done) { return done == MOST_LAPS ? give_up() : done + 1; }

static W row_set(const I *S, W slot) {
  W set = 0, count = at(S, slot);
  if (count < 0) give_up();
  for (W i = 1; i <= count; i++) set |= shl(1, at(S, slot + i));
  return set;
}

static inline W row_first(const I *S, W slot) { return at(S, slot) ? at(S, slot + 1) : -1; }
static inline W row_last(const I *S, W slot) { return at(S, slot) ? at(S, slot + at(S, slot)) : -1; }
static inline W row_only(const I *S, W slot) { return at(S, slot) == 1 ? at(S, slot + 1) : -1; }

static W enough(const I *S, W base, W size, W pieces, W number) {
  W found = 0;
  if (number == 1) {
    for (U rest = a_set(pieces); rest; rest &= rest - 1)
      for (W name = 0, from = base + lowest(rest) * size; name < size; name++)
        if (at(S, from + name) >= 1) found |= shl(1, name);
    return found;
  }
  for (W name = 0; name < size; name++) {
    W held = 0;
    for (U rest = a_set(pieces); rest; rest &= rest - 1) held += at(S, base + lowest(rest) * size + name);
    if (held >= number) found |= shl(1, name);
  }
  return found;
}

struct best { W top, things; int any; };
static inline void weigh(struct best *best, W value, W thing) {
  if (!best->any || value > best->top) *best = (struct best){value, 0, 1};
  if (value == best->top) best->things = add(best->things, shl(1, thing));
}

struct list { int count; W thing[MOST_THINGS], worth[MOST_THINGS]; };
static void insert(struct list *list, W thing, W worth) { /* equal ones keep their order */
  int i = list->count++;
  if (i >= MOST_THINGS) give_up();
  for (; i > 0 && list->worth[i - 1] > worth; i--) {
    list->thing[i] = list->thing[i - 1];
    list->worth[i] = list->worth[i - 1];
  }
  list->thing[i] = thing, list->worth[i] = worth;
}

static void put_list(I *S, W from, const struct list *list) {
  for (int i = 0; i < list->count; i++) put(S, from + i, list->thing[i]);
}

static inline W times(W low, W high) {
  if (high >= low && (sub(high, low) >= MOST_TIMES || (spent += (I)(high - low + 1)) > MOST_TIMES)) give_up();
  return high;
}

/* -- whose turn it is: the next seat, and what is left of the round */

struct turn { W seat, stands, rest; };
static struct turn next_seat(W stands, W rest) {
  if (stands < 0 || stands > SEATS || rest < 0 || rest >= (W)1 << SEATS) give_up();
  W seat = first(rest >> stands ? rest >> stands << stands : rest);
  return (struct turn){seat, seat + 1, rest ? rest & ~((W)1 << seat) : 0};
}

/* -- choices */

static inline void offer(W choice) {
  if (chosen >= MOST_CHOICES || choice != (I)choice) give_up();
  rw_choices[chosen++] = (I)choice;
}

static W listed(W base, W fewest, W things, W size) {
  chosen = 0;
  if (shr(things, size)) give_up();
  if (bit_count(things) >= fewest)
    for (U rest = a_set(things); rest; rest &= rest - 1) offer(base + lowest(rest));
  return LISTED;
}

/* -- laps of a loop in which nobody is asked: it ends when one changes nothing */

struct lap { int known; W still; I S[LENGTH]; };
static void keep_lap(struct lap *lap, const I *S, W still) {
  lap->known = 1, lap->still = still;
  memcpy(lap->S, S, sizeof lap->S);
}

static int lap_differs(const struct lap *lap, const I *S, W still) {
  return !lap->known || lap->still != still || memcmp(lap->S, S, sizeof lap->S) != 0;
}

/* -- chance */

#define GOLDEN 0x9E3779B97F4A7C15ull

static inline uint64_t mix(uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

static inline uint64_t stream_number(const I *S, uint64_t key, W counter) {
  return mix(mix((uint64_t)S[1] ^ key) + (uint64_t)at(S, counter) * GOLDEN);
}

static inline int uneven(uint64_t number, uint64_t limit) { /* not all rests are equally likely with it: it is redrawn */
  uint64_t rest = (UINT64_MAX % limit + 1) % limit; /* 2^64 mod limit */
  return rest && number > UINT64_MAX - rest;
}

static uint64_t below(uint64_t number, uint64_t limit) {
  while (uneven(number, limit)) number = mix(number + GOLDEN);
  return number % limit;
}

static W roll(I *S, W low, W high, W counter, uint64_t key) {
  if (low > high) give_up();
  uint64_t number = stream_number(S, key, counter);
  put(S, counter, at(S, counter) + 1);
  return low + below(number, (uint64_t)(high - low + 1));
}
