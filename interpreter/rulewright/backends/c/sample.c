/* -- determinizations: positions that look the same to a seat, as a function of what it can know

   The same as `backends/python/determinizer.py`, which explains it, number for number. */

static void draw_value(RW *R, const struct drawn *d, int seat, struct chance *chance) {
  char *to = (char *)&R->s + d->offset, *low_at = (char *)&R->s + d->low, *high_at = (char *)&R->s + d->high;
  for (int member = 0; member < d->members; member++)
    if (is_in(low_at, member) && !(d->by_member && member == seat) && next_number(chance) >> 63 != (uint64_t)is_in(to, member))
      flip_in_set(to, member);
  if (d->members) return;
  int64_t low = get_number(low_at, d->width), high = get_number(high_at, d->width);
  if (low < high) low += (int64_t)below_in(R, next_number(chance), (uint64_t)(high - low) + 1);
  put_number(to, d->width, low);
}

static void draw_all(RW *R, int seat, struct chance *chance) {
  for (const struct drawn *d = DRAWN; d->there; d++)
    if (d->by_member || d->owner != seat) draw_value(R, d, seat, chance);
}

/* -- `always` rules as constraints: other worlds are tried, and the last one is repaired */

enum { TRIES = 16, FAR = 4, EXCHANGES = 3000, DRAWS = 5 };

static int64_t sum_strains(RW *R, int count) {
  int64_t sum = 0;
  for (int i = 0; i < count; i++) sum = plus(R, sum, strain(R, i));
  return sum;
}

static int is_open(const RW *R, const struct drawn *d) {
  const char *low = (const char *)&R->s + d->low, *high = (const char *)&R->s + d->high;
  for (int byte = 0; d->members && byte < d->width; byte++)
    if (low[byte]) return 1;
  return !d->members && get_number(low, d->width) < get_number(high, d->width);
}

/* Returns of some indices, drawn by chance, the one whose changes were undone least often. */
static int seldom_undone(RW *R, struct chance *chance, const int16_t *undone, int count, int draws) {
  int found = (int)below_in(R, next_number(chance), (uint64_t)count);
  for (int more = 1; more < draws; more++) {
    int other = (int)below_in(R, next_number(chance), (uint64_t)count);
    if (undone[other] < undone[found]) found = other;
  }
  return found;
}

static void repair(RW *R, int seat, struct chance *chance, const struct pool *pools, int64_t strain) {
  const struct drawn *values[DRAWN_COUNT + 1];
  int open = 0, pieces = 0;
  for (const struct drawn *d = DRAWN; d->there; d++)
    if ((d->by_member || d->owner != seat) && is_open(R, d)) values[open++] = d;
  for (int k = 0; k < POOLS; k++)
    if (pools[k].count > 1) pieces += pools[k].count;
  int16_t undone[POOLED + DRAWN_COUNT] = {0};
  for (int done = 0; done < EXCHANGES && strain && pieces + open; done++) {
    int draws = done % 2 ? 1 : DRAWS, start = 0, a = -1, b = -1;
    int chosen = seldom_undone(R, chance, undone, pieces + open, draws), other = chosen;
    const struct pool *p = pools;
    if (chosen < pieces) {
      for (; p->count < 2 || chosen >= start + p->count; p++)
        if (p->count > 1) start += p->count;
      other = start + seldom_undone(R, chance, undone + start, p->count, draws);
      a = p->pieces[chosen - start], b = p->pieces[other - start];
      if (p->classes[a] == p->classes[b]) continue;
      p->swap(R, a, b);
    } else {
      memcpy(&R->before, &R->s, sizeof R->s);
      draw_value(R, values[chosen - pieces], seat, chance);
    }
    int64_t found = sum_strains(R, STRAINS);
    if (found < strain) undone[chosen] = undone[other] = 0;
    if (found <= strain) {
      strain = found;
      continue;
    }
    undone[chosen]++, undone[other] += other != chosen;
    if (a >= 0) p->swap(R, a, b);
    else memcpy(&R->s, &R->before, sizeof R->s);
  }
}

/* Replaces what is hidden from a seat; returns by how much that violates `always` rules. */
static int64_t redeal_hidden(RW *R, int seat, struct chance *chance, struct pool *pools, int16_t *room) {
  int carried = deal_all(R, seat, chance, pools, room);
  draw_all(R, seat, chance);
  return sum_strains(R, carried ? STRAINS : STRAINED);
}

/* Goes on after a world that violates rules. */
static void satisfy_rules(RW *R, int seat, struct chance *chance, struct pool *pools, int16_t *room, int64_t strain) {
  memcpy(&R->before, &R->s, sizeof R->s);
  memcpy(&R->s, &R->truth, sizeof R->s);
  int64_t violated = sum_strains(R, STRAINS);
  memcpy(&R->s, &R->before, sizeof R->s);
  if (violated) return; /* what does not hold in the truth is no constraint */
  for (int left = strain > FAR ? 0 : TRIES - 1; left && strain; left--) {
    memcpy(&R->s, &R->truth, sizeof R->s);
    strain = redeal_hidden(R, seat, chance, pools, room);
  }
  if (strain) repair(R, seat, chance, pools, strain);
}

/* Replaces what a seat cannot know in the state of the run. Returns 0. */
static int sample(RW *R, int seat, uint64_t number) {
  at(R, seat, SEATS);
  struct chance chance = {mix(number ^ SAMPLE_KEYS[seat]) - GOLDEN};
  if (STRAINS) memcpy(&R->truth, &R->s, sizeof R->s);
  struct pool pools[POOLS + 1];
  int16_t room[POOLED];
  int64_t strain = redeal_hidden(R, seat, &chance, pools, room);
  if (strain) satisfy_rules(R, seat, &chance, pools, room, strain);
  R->s.seed = next_number(&chance);
  R->s.dirty = ~(uint64_t)0;
  return 0;
}

EXPORT int rw_sample(RW *R, struct state *S, int seat, uint64_t number) {
  WORK_ON(S, -1)
  sample(R, seat, number);
  memcpy(S, &R->s, sizeof R->s);
  return 0;
}
