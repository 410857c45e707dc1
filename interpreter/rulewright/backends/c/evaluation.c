/* -- what players know of a program, as tables that Python makes (players/guide.py): weights, steps, who sees what

   Everything is found in the state by its offset, so one text serves all programs. */

struct guide {
  const int64_t *sums, *weighed, *starts; /* weights: cumulative values, rows for `weighed`, the first row by moment */
  const int64_t *sites, *steps, *blocks, *params; /* by question: step, whether it is secret; by step; by block: step */
  const int64_t *options, *domains, *classes, *sees; /* by option: domains of its pieces, whether it is quiet */
};

INLINE int64_t stored(const RW *R, int64_t offset, int64_t width) {
  const char *from = (const char *)&R->s + offset;
  if (width == 1) return *(const int8_t *)from;
  if (width == 2) return *(const int16_t *)from;
  if (width == 4) return *(const int32_t *)from;
  return *(const int64_t *)from;
}

/* The value of the position for a seat, in hundredths of a point: each row has a quantity, where the cumulative values of
   its numbers begin, and the last number that has one. */
static int64_t evaluated(RW *R, const struct guide *G, int seat) {
  R->steps = MOST_STEPS;
  int64_t total = 100 * all_points(R, seat);
  const int64_t *starts = G->starts + moment(R);
  for (const int64_t *row = G->weighed + 3 * starts[0]; row < G->weighed + 3 * starts[1]; row += 3) {
    int64_t number = quantity(R, (int)row[0], seat);
    if (number > 0) total += G->sums[row[1] + (number < row[2] ? number : row[2])];
  }
  return total;
}

EXPORT int rw_evaluated(RW *R, const struct guide *G, const struct state *S, int seat, int64_t *found) {
  WORK_ON(S, -1)
  *found = evaluated(R, G, seat);
  return 0;
}
