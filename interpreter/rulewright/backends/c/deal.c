/* -- dealing the pieces of one domain anew that a seat does not know: `backends/python/dealing.py` in C

   This file is written once for each domain of which pieces may be hidden, behind its `pieces.c`. Beside what is defined
   for that: KINDS (of pieces), SHOWN (values that refer to pieces and are visible to somebody), CARRIED (references that
   follow the position), TRAITS (facts of pieces, and memories of them). */

#define N(name) JOIN(JOIN(name, _), DOMAIN)
#define P (&N(places)[place])
#define GROUP_OF(piece) (GROUPED ? N(group_of)(R, piece, seat) : 0)
#define UNKNOWN(piece) (!(KNOWN[piece] >> seat & 1) && !(SHOWN && is_in(fixed, piece)))

/* What is attached to a piece, by which positions in one place are told apart. */
static uint64_t N(attached)(RW *R, int piece, int traits) {
  uint64_t noted = 0;
  for (int k = 0; k < traits; k++)
    if (!N(traits)[k].doubt) noted += attachment_marks(R, N(traits) + k, k, piece);
  for (int k = 0; k < CARRIED; k++)
    if (refers_to(R, N(carried) + k, piece)) noted += mix((uint64_t)(TRAITS + k) * FEATURES * GOLDEN + 1);
  return noted;
}

/* Sorts the spots of one kind in one place without an order. */
static void N(sort_spots)(RW *R, struct spot *spots, int count, int traits) {
  if (count < 2) return;
  for (int k = 0; k < count; k++) spots[k].key = spots[k].known + N(attached)(R, spots[k].piece, traits);
  sort_by_key(spots, count);
}

static void N(swap_unknown)(RW *R, int a, int b) {
  uint8_t both[COUNT / 8 + 1] = {0};
  int16_t new[COUNT];
  char old[TRAIT_ROOM];
  int places[] = {LOCATED[a], LOCATED[b]}, pieces[] = {a, b}, at_row[2] = {0, 0};
  uint64_t known[] = {KNOWN[a], KNOWN[b]};
  for (int k = 0; k < 2; k++) {
    int place = places[k], bit = pieces[k] - P->first;
    if (P->ordered) at_row[k] = N(row_index)(R, pieces[k], place);
    else ((word *)((char *)&R->s + P->offset))[bit / 64] ^= (uint64_t)1 << bit % 64;
    put_in_set(both, pieces[k]), new[pieces[k]] = (int16_t)pieces[1 - k];
  }
  for (int k = 0; k < 2; k++) {
    int place = places[k], piece = pieces[1 - k], bit = piece - P->first;
    if (P->ordered) ((row *)((char *)&R->s + P->offset))[at_row[k]] = (row)piece;
    else ((word *)((char *)&R->s + P->offset))[bit / 64] ^= (uint64_t)1 << bit % 64;
    LOCATED[piece] = (int16_t)place, KNOWN[piece] = known[k];
  }
  int64_t groups = GROUPED ? GROUPS[a] : 0;
  if (GROUPED) GROUPS[a] = GROUPS[b], GROUPS[b] = groups;
  for (int k = 0; k < TRAITS - GROUPED; k++) carry_trait(R, N(traits) + k, both, new, COUNT, old);
  for (int k = 0; k < CARRIED; k++) follow_position(R, N(carried) + k, both, new, COUNT, old);
}

/* Exchanges unknown pieces at random, with everything attached to their positions. Returns whether facts of pieces have
   changed places with them. With `pools`, the unknown pieces of each kind and group are noted there, in `room` for all. */
static int N(deal)(RW *R, int seat, struct chance *chance, struct pool *pools, int16_t *room) {
  struct spot spots[COUNT];
  int16_t ends[KINDS], begins[KINDS], order[COUNT], new[COUNT];
  uint8_t fixed[COUNT / 8 + 1] = {0}, unknown[COUNT / 8 + 1] = {0};
  int most = 0, traits = TRAITS, grouped = 0;
  for (int k = 0; GROUPED && k < COUNT; k++) grouped |= GROUPS[k] != 0;
  traits -= GROUPED && !grouped; /* where all are in the same group for everybody, that tells nothing apart */
  for (int k = 0; k < SHOWN; k++)
    if (N(shown)[k].owner < 0 || N(shown)[k].owner == seat) collect_references(R, N(shown) + k, fixed);
  memcpy(ends, N(kind_start), sizeof ends);
  for (const int16_t *veiled = N(veiled); *veiled >= 0; veiled++) {
    int place = *veiled, found = 0;
    if (P->sees >> seat & 1) continue;
    memcpy(begins, ends, sizeof begins);
#define FOUND(where)                                                                                         \
  if (UNKNOWN(piece)) {                                                                                      \
    spots[ends[N(kind_of)[piece]]++] = (struct spot){KNOWN[piece], 0, (int16_t)place, (int16_t)(where), (int16_t)piece}; \
    put_in_set(unknown, piece), found++;                                                                     \
  }
    if (P->ordered) {
      const row *r = (const row *)((const char *)&R->s + P->offset);
      for (int i = 1; i <= r[0]; i++) {
        int piece = r[i];
        FOUND(i)
      }
      continue;
    }
    word *words = (word *)((char *)&R->s + P->offset);
    for (int w = 0; w < P->words; w++)
      for (uint64_t rest = words[w]; rest; rest &= rest - 1) {
        int piece = P->first + 64 * w + __builtin_ctzll(rest);
        if (UNKNOWN(piece)) words[w] ^= rest & -rest;
        FOUND(0)
      }
#undef FOUND
    if (found > 1)
      for (int k = 0; k < KINDS; k++) N(sort_spots)(R, spots + begins[k], ends[k] - begins[k], traits);
  }
  if (pools) memset(pools, 0, (GROUPED ? COUNT : KINDS) * sizeof *pools);
  for (int kind = 0; kind < KINDS; kind++) {
    int first = N(kind_start)[kind], end = ends[kind];
    for (int k = first; grouped && k < end; k++) spots[k].key = (uint64_t)GROUP_OF(spots[k].piece);
    if (grouped) sort_by_key(spots + first, end - first);
    for (int start = first, count; start < end; start += count) {
      int16_t *mine = order + start;
      int group = GROUP_OF(spots[start].piece);
      for (count = grouped ? 1 : end - start; start + count < end && GROUP_OF(spots[start + count].piece) == group;) count++;
      for (int piece = first; mine < order + start + count; piece++)
        if (is_in(unknown, piece) && (!grouped || GROUP_OF(piece) == group)) *mine++ = (int16_t)piece;
      mine = order + start;
      if (pools) {
        memcpy(room + start, mine, (size_t)count * sizeof *mine);
        pools[GROUPED ? start : kind] = (struct pool){room + start, N(class_of), count, N(swap_unknown)};
      }
      if (count > most) most = count;
      for (int last = count - 1; last > 0; last--) {
        int other = (int)below_in(R, next_number(chance), (uint64_t)last + 1);
        int16_t piece = mine[last];
        mine[last] = mine[other], mine[other] = piece;
      }
    }
    for (int k = first; k < end; k++) {
      int place = spots[k].place, piece = order[k];
      new[spots[k].piece] = (int16_t)piece;
      LOCATED[piece] = (int16_t)place, KNOWN[piece] = spots[k].known;
      if (P->ordered) ((row *)((char *)&R->s + P->offset))[spots[k].at] = (row)piece;
      else {
        int bit = piece - P->first;
        ((word *)((char *)&R->s + P->offset))[bit / 64] |= (uint64_t)1 << bit % 64;
      }
    }
  }
  if (most < 2) return 0;
  char old[TRAIT_ROOM];
  int carried = 0;
  for (int k = 0; k < traits; k++) carried |= carry_trait(R, N(traits) + k, unknown, new, COUNT, old) && k < TRAITS - GROUPED;
  for (int k = 0; k < CARRIED; k++) follow_position(R, N(carried) + k, unknown, new, COUNT, old);
  return carried;
}

#undef N
#undef P
#undef UNKNOWN
#undef GROUP_OF
