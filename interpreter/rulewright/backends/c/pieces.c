/* -- moving the pieces of one domain

   This file is written once for each domain, with these names defined before: DOMAIN (its number), COUNT (of pieces),
   PLACES, WORDS (at most, of a place without an order), CLASS (of its sets), EVERYONE (the set of all seats), LOCATED
   and KNOWN (fields), ALIKE (whether there are pieces that nothing printed tells apart), CLEARED and TOLD (how many
   facts are cleared by moving, tell pieces apart), GROUPED (whether seats lose sight of pieces), GROUPS (the field),
   DIRTY (the `always` rules that look at any of this). For who knows a piece after a move, see
   `backends/python/piece_knowledge.py`. */

#define N(name) JOIN(JOIN(name, _), DOMAIN)
#define SETS(name) JOIN(JOIN(name, _), CLASS)
#define THINGS JOIN(U, CLASS)
#define P (&N(places)[place])

INLINE row *N(row_at)(RW *R, int place) { return (row *)((char *)&R->s + P->offset); }
INLINE word *N(words_at)(RW *R, int place) { return (word *)((char *)&R->s + P->offset); }
INLINE int N(bit_of)(RW *R, int piece, int place) { return (int)at(R, piece - P->first, P->size); }

INLINE int N(has_pieces)(RW *R, int place) { /* whether there are pieces in a place without an order */
  const word *words = N(words_at)(R, place);
  uint64_t any = words[0];
  for (int w = 1; w < WORDS && w < P->words; w++) any |= words[w];
  return any != 0;
}

static THINGS N(contents)(RW *R, int place) {
  THINGS found = SETS(none)();
  if (P->ordered) {
    const row *r = N(row_at)(R, place);
    for (int i = 1; i <= r[0]; i++) SETS(add)(&found, r[i]);
    return found;
  }
  memcpy(&found, N(words_at)(R, place), sizeof(uint64_t) * P->words);
  return P->first ? SETS(shift)(found, P->first) : found;
}

static int N(row_index)(RW *R, int piece, int place) { /* counted from 1 */
  const row *r = N(row_at)(R, place);
  for (int i = 1; i <= r[0]; i++)
    if (r[i] == piece) return i;
  bail(R);
}

INLINE word *N(occupied_word)(RW *R, int place) { return (word *)((char *)&R->s + P->seen_at); }

INLINE void N(take_out)(RW *R, int piece, int place) {
  int left;
  R->s.dirty |= P->dirty;
  if (P->ordered) {
    row *r = N(row_at)(R, place);
    for (int i = N(row_index)(R, piece, place); i < r[0]; i++) r[i] = r[i + 1];
    r[r[0]--] = 0;
    left = r[0];
  } else {
    int bit = N(bit_of)(R, piece, place);
    word *part = N(words_at)(R, place) + (WORDS > 1 ? bit / 64 : 0);
    *part = P->single ? 0 : *part ^ (uint64_t)1 << bit % 64;
    if (!P->seen_bit) return;
    left = N(has_pieces)(R, place);
  }
  if (P->seen_bit && !left) *N(occupied_word)(R, place) &= ~P->seen_bit;
}

INLINE void N(put_in)(RW *R, int piece, int place) {
  int bit = N(bit_of)(R, piece, place);
  R->s.dirty |= P->dirty | DIRTY;
  if (P->ordered) {
    row *r = N(row_at)(R, place);
    if (RARELY(r[0] >= P->limit)) bail(R);
    r[++r[0]] = (row)piece;
  } else {
    word *words = N(words_at)(R, place);
    if (P->limit) {
      int lying = size_1(words[0]);
      for (int w = 1; w < WORDS && w < P->words; w++) lying += size_1(words[w]);
      if (RARELY(lying >= P->limit)) bail(R);
    }
    words[WORDS > 1 ? bit / 64 : 0] |= (uint64_t)1 << bit % 64;
  }
  if (P->seen_bit) *N(occupied_word)(R, place) |= P->seen_bit;
}

INLINE void N(arrive)(RW *R, int piece, int from, int place, uint64_t seen_by) {
  R->s.dirty |= N(places)[from].counted ^ P->counted;
  N(put_in)(R, piece, place);
  LOCATED[piece] = (int16_t)place;
  KNOWN[piece] |= seen_by;
  UNROLLED for (int i = 0; i < CLEARED; i++) clear(R, N(cleared) + i, piece);
}

/* -- what seats keep in mind of pieces that they have lost sight of: `backends/python/grouping.py` explains it */
/* Games that are played in one call draw no worlds, so nobody has anything in mind there. */
#define REMEMBERS (GROUPED && !R->no_worlds)
#define LOST(piece) (!(KNOWN[piece] >> seat & 1))

INLINE int N(group_of)(RW *R, int piece, int seat) {
  return (int)((uint64_t)GROUPS[piece] >> seat * GROUP_BITS & (((uint64_t)1 << GROUP_BITS) - 1));
}

INLINE void N(put_in_group)(RW *R, int piece, int seat, int group) {
  GROUPS[piece] += (int64_t)(group - N(group_of)(R, piece, seat)) << seat * GROUP_BITS;
}

/* Makes one group of all groups of which the seat has some pieces in mind; -1 if there are none. */
static int N(join_groups)(RW *R, THINGS pieces, int seat) {
  int group = -1, several = 0;
  EACH_OF(CLASS, pieces, piece)
    if (LOST(piece)) {
      int other = N(group_of)(R, piece, seat);
      several |= group >= 0 && other != group;
      if (group < 0 || other < group) group = other;
    }
  if (several)
    EACH_OF(CLASS, pieces, piece) {
      int joined = N(group_of)(R, piece, seat);
      for (int other = 0; LOST(piece) && joined != group && other < COUNT; other++)
        if (N(group_of)(R, other, seat) == joined) N(put_in_group)(R, other, seat, group);
    }
  return group;
}

/* Returns the least number of a group that the seat does not have, but for some pieces; else the greatest. */
static int N(unused_group)(RW *R, THINGS pieces, int seat) {
  for (int group = 0, used;; group++) {
    used = 0;
    for (int piece = 0; piece < COUNT; piece++)
      used |= LOST(piece) && N(group_of)(R, piece, seat) == group && !SETS(has)(pieces, piece);
    if (!used || group == (1 << GROUP_BITS) - 1) return group;
  }
}

/* Whether none of some seats knows any of the pieces, and they are in one group: mostly there is nothing to change. */
INLINE int N(are_one_group)(RW *R, THINGS pieces, uint64_t seats) {
  int64_t first = GROUPS[at(R, SETS(low)(pieces), COUNT)], differs = 0;
  EACH_OF(CLASS, pieces, piece) differs |= (int64_t)(KNOWN[piece] & seats) | (GROUPS[piece] ^ first);
  return !differs;
}

static void N(lose_sight)(RW *R, THINGS pieces, uint64_t seats) {
  if (!REMEMBERS) {
    EACH_OF(CLASS, pieces, piece) KNOWN[piece] &= ~seats;
    return;
  }
  if (!SETS(size)(pieces) || N(are_one_group)(R, pieces, seats)) return;
  for (; seats; seats &= seats - 1) {
    int seat = low_1(seats), group = N(join_groups)(R, pieces, seat);
    EACH_OF(CLASS, pieces, piece)
      if (!LOST(piece)) {
        if (group < 0) group = N(unused_group)(R, pieces, seat);
        KNOWN[piece] ^= (uint64_t)1 << seat;
        N(put_in_group)(R, piece, seat, group);
      }
  }
}

/* A piece leaves a place without an order, or is shown there: it may not be clear from which group it is. */
static void N(leave_groups)(RW *R, int piece, int place, uint64_t seers) {
  uint64_t seats = seers & ~P->sees & ~KNOWN[piece];
  if (!seats || ((seers | P->sees) == EVERYONE && SETS(size)(N(rings)[piece]) < 2)) return;
  THINGS lying = N(contents)(R, place);
  if (N(are_one_group)(R, lying, 0)) return;
  for (; seats; seats &= seats - 1) N(join_groups)(R, lying, low_1(seats));
}

/* The known one comes first: nobody can tell that it was another. */
INLINE void N(confuse)(RW *R, int piece, THINGS others, int place, uint64_t unsure) {
  EACH_OF(CLASS, others, other)
    if (LOCATED[other] == place) {
      uint64_t known_only = KNOWN[other] & ~KNOWN[piece] & unsure;
      KNOWN[other] ^= known_only;
      KNOWN[piece] |= known_only;
      for (; REMEMBERS && known_only; known_only &= known_only - 1)
        N(put_in_group)(R, other, low_1(known_only), N(group_of)(R, piece, low_1(known_only)));
    }
}

static void N(move)(RW *R, int piece, int to) {
  int place = LOCATED[piece], old = place;
  uint64_t seen = P->sees;
  if (place == to) return;
  if (ALIKE && seen != EVERYONE && !P->ordered) N(confuse)(R, piece, N(rings)[piece], old, EVERYONE & ~seen);
  if (REMEMBERS && seen != EVERYONE && !P->ordered) N(leave_groups)(R, piece, old, N(places)[to].sees);
  N(take_out)(R, piece, old);
  uint64_t seen_by = seen | N(places)[to].sees;
  N(arrive)(R, piece, old, to, seen_by);
  if (seen_by == EVERYONE || P->ordered || !N(has_pieces)(R, old)) return;
  THINGS left = N(contents)(R, old); /* who did not see which piece left no longer knows which ones are there */
  SETS(add)(&left, piece);
  N(lose_sight)(R, left, EVERYONE & ~seen_by);
}

static void N(move_all)(RW *R, THINGS pieces, int place) {
  EACH_OF(CLASS, pieces, piece) {
    spend(R, 10);
    N(move)(R, piece, place);
  }
}

static void N(move_under)(RW *R, int piece, int place) {
  if (!P->ordered) bail(R);
  N(move)(R, piece, place);
  row *r = N(row_at)(R, place);
  R->s.dirty |= P->dirty | DIRTY;
  for (int i = N(row_index)(R, piece, place); i > 1; i--) r[i] = r[i - 1];
  r[1] = (row)piece;
}

/* A row's pieces are sorted by a number made from the stream and the piece's own name. */
static void N(shuffle)(RW *R, int place, int64_t *counter, uint64_t key) {
  if (!P->ordered || RARELY(*counter >= MOST_COUNTED)) bail(R);
  row *r = N(row_at)(R, place);
  struct item *items = R->own.items;
  uint64_t number = stream_number(R, key, (*counter)++);
  spend(R, 20 * r[0]);
  R->s.dirty |= P->dirty | DIRTY;
  for (int i = 0; i < r[0]; i++)
    items[i] = (struct item){(int64_t)mix(number ^ N(keys)[r[i + 1]]), r[i + 1]};
  sort_spread(R, items, r[0]);
  for (int i = 0; i < r[0]; i++) {
    r[i + 1] = (row)items[i].thing;
    if (!REMEMBERS) KNOWN[items[i].thing] &= P->sees;
  }
  if (REMEMBERS) N(lose_sight)(R, N(contents)(R, place), EVERYONE & ~P->sees);
}

static void N(refill)(RW *R, int place, int to) {
  struct item *items = R->own.items;
  if (!P->ordered) {
    N(move_all)(R, N(contents)(R, place), to);
    return;
  }
  const row *r = N(row_at)(R, place);
  int count = r[0];
  for (int i = 0; i < count; i++) items[i].thing = r[i + 1];
  for (int i = 0; i < count; i++) N(move)(R, items[i].thing, to);
}

static void N(draw)(RW *R, int64_t number, int place, int to, int64_t *counter, uint64_t key) {
  uint64_t seen_by = P->sees | N(places)[to].sees;
  row *r = N(row_at)(R, place);
  if (!P->ordered) bail(R);
  for (int64_t k = 0; k < number; k++) {
    if (RARELY(k == MOST_DRAWN)) bail(R);
    spend(R, 10);
    if (!r[0]) {
      if (P->refill < 0) return;
      N(refill)(R, P->refill, place);
      N(shuffle)(R, place, counter, key);
      if (!r[0]) return;
    }
    int piece = r[r[0]];
    r[r[0]--] = 0;
    R->s.dirty |= P->dirty;
    if (P->seen_bit && !r[0]) *N(occupied_word)(R, place) &= ~P->seen_bit;
    N(arrive)(R, piece, place, to, seen_by);
  }
}

/* A piece is about to leave a place for another piece: not everybody sees which one. */
static void N(leave_unseen)(RW *R, int piece, int place, uint64_t seen_by) {
  if (P->ordered || P->sees == EVERYONE) return;
  if (REMEMBERS) N(leave_groups)(R, piece, place, seen_by);
  THINGS lying = N(contents)(R, place);
  if (SETS(size)(lying) > 1) N(lose_sight)(R, lying, EVERYONE & ~seen_by);
}

static void N(swap)(RW *R, int a, int b) {
  int here = LOCATED[a], there = LOCATED[b];
  uint64_t seen_by = N(places)[here].sees | N(places)[there].sees;
  if (N(places)[here].ordered && N(places)[there].ordered) {
    int i = N(row_index)(R, a, here), j = N(row_index)(R, b, there);
    N(bit_of)(R, a, there), N(bit_of)(R, b, here);
    N(row_at)(R, here)[i] = (row)b, N(row_at)(R, there)[j] = (row)a;
    R->s.dirty |= N(places)[here].dirty | N(places)[there].dirty | DIRTY;
    LOCATED[a] = (int16_t)there, LOCATED[b] = (int16_t)here;
    KNOWN[a] |= seen_by, KNOWN[b] |= seen_by;
    UNROLLED for (int k = 0; here != there && k < CLEARED; k++)
      clear(R, N(cleared) + k, a), clear(R, N(cleared) + k, b);
    return;
  }
  if (here == there) return;
  N(leave_unseen)(R, a, here, seen_by);
  N(take_out)(R, a, here);
  N(leave_unseen)(R, b, there, seen_by);
  N(take_out)(R, b, there);
  N(arrive)(R, a, here, there, seen_by);
  N(arrive)(R, b, there, here, seen_by);
}

static int N(lift_all)(RW *R, int place, int from) { /* into the items from there on; the number of the next one */
  struct item *items = R->own.items;
  int end = from;
  THINGS lying = N(contents)(R, place);
  const row *r = N(row_at)(R, place);
  spend(R, 10 * SETS(size)(lying));
  if (P->ordered)
    for (int i = 1; i <= r[0]; i++) items[end++].thing = r[i];
  else
    EACH_OF(CLASS, lying, piece) items[end++].thing = piece;
  for (int i = from; i < end; i++) N(take_out)(R, items[i].thing, place);
  return end;
}

static void N(swap_all)(RW *R, int place, int other) {
  uint64_t seen_by = P->sees | N(places)[other].sees;
  if (place == other) return;
  int half = N(lift_all)(R, place, 0), end = N(lift_all)(R, other, half);
  for (int i = 0; i < end; i++) N(arrive)(R, R->own.items[i].thing, i < half ? place : other, i < half ? other : place, seen_by);
}

static void N(show)(RW *R, THINGS pieces, uint64_t seats) {
  EACH_OF(CLASS, pieces, piece) {
    int place = LOCATED[piece];
    spend(R, 10);
    if (ALIKE && !P->ordered) N(confuse)(R, piece, SETS(minus)(N(rings)[piece], pieces), place, seats & ~P->sees);
    if (REMEMBERS && !P->ordered) N(leave_groups)(R, piece, place, seats);
    KNOWN[piece] |= seats;
  }
}

static int N(position)(RW *R, int piece) {
  int place = LOCATED[piece];
  return P->ordered ? N(row_index)(R, piece, place) : 0;
}

static int N(alike)(RW *R, int a, int b) { /* of two pieces of one class, whether nothing tells them apart */
  if (LOCATED[a] != LOCATED[b] || N(position)(R, a) != N(position)(R, b)) return 0;
  for (const struct fact *f = N(told); f < N(told) + TOLD; f++)
    if (!same_fact(R, f, a, b)) return 0;
  return 1;
}

INLINE int N(has_indistinguishable)(RW *R, THINGS before, int piece) {
  THINGS others = SETS(and)(before, N(rings)[piece]);
  if (SETS(some)(others)) EACH_OF(CLASS, others, other)
    if (other == piece || N(alike)(R, other, piece)) return 1;
  return 0;
}

static THINGS N(keep_first_of_each)(RW *R, THINGS things) {
  THINGS kept = SETS(none)();
  word *left = (word *)&things;
  spend(R, 10 * SETS(size)(things));
  for (int w = 0; w < CLASS; w++)
    while (left[w]) {
      int piece = 64 * w + low_1(left[w]), place = LOCATED[piece], told = TOLD || P->ordered;
      left[w] &= left[w] - 1;
      if (told && N(has_indistinguishable)(R, kept, piece)) continue;
      SETS(add)(&kept, piece);
      if (told) continue;
      const word *ring = (const word *)&N(rings)[piece]; /* all of them that lie there are as good as this one */
      for (int k = w; k < CLASS; k++)
        for (uint64_t others = left[k] & ring[k]; others; others &= others - 1)
          if (LOCATED[64 * k + low_1(others)] == place) left[k] ^= others & -others;
    }
  return kept;
}

INLINE THINGS N(distinct)(RW *R, THINGS things) { /* without those that nothing tells apart from an earlier one */
  return ALIKE && SETS(low)(things) != SETS(high)(things) ? N(keep_first_of_each)(R, things) : things;
}

static void N(distinct_choices)(RW *R, int64_t code) {
  int left = 0;
  THINGS seen = SETS(none)();
  for (int i = 0; i < R->count; i++) {
    int64_t choice = R->choices[i], low = choice & 65535;
    if (choice >> 32 == code && low != 65535) {
      if (N(has_indistinguishable)(R, seen, (int)at(R, low, COUNT))) continue;
      SETS(add)(&seen, low);
    }
    R->choices[left++] = choice;
  }
  R->count = left;
}

#undef N
#undef SETS
#undef THINGS
#undef P
#undef LOST
#undef REMEMBERS
