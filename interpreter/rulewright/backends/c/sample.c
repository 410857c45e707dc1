/* -- determinizations: positions that look the same to a seat, as a function of what it can know

   The same as `backends/python/determinizer.py`, number for number. */

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

/* Replaces what a seat cannot know in the state of the run. Returns 0. */
static int sample(RW *R, int seat, uint64_t number) {
  at(R, seat, SEATS);
  struct chance chance = {mix(number ^ SAMPLE_KEYS[seat]) - GOLDEN};
  deal_all(R, seat, &chance);
  for (const struct drawn *d = DRAWN; d->there; d++)
    if (d->by_member || d->owner != seat) draw_value(R, d, seat, &chance);
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
