/* -- what computer players know of a program: the value of positions, the steps that ask, who sees which choices

   Tables name values of the state by their offset, so one text serves all programs. */

struct stored { int offset, width; };
struct asked { int step, is_secret; }; /* by question */
struct step { struct stored back; int arguments, count; }; /* the block that it returns to, no width for none */
struct option { int argument, piece, is_quiet; }; /* the domains of its pieces; -1 */
struct domain { struct stored located, known; int classes, seen_by_all; };

/* The weights of a seat: cumulative values of numbers; by moment and quantity where they begin, and the last number that has
   one, -1 for a quantity without a weight. */
struct weights { const int64_t *sums, *ends; };

INLINE int64_t value_of(const RW *R, struct stored found, int64_t index) {
  return get_number((const char *)&R->s + found.offset + index * found.width, found.width);
}

/* What a seat has, in hundredths of a point. */
static int64_t evaluate_seat(RW *R, const struct weights *W, int seat) {
  int64_t total = (FEWEST ? -100 : 100) * all_points(R, seat);
  const int64_t *ends = W->ends + 2 * QUANTITY_COUNT * moment(R);
#define WEIGH(which, quantity)                                                                               \
  if (ends[2 * which + 1] >= 0) total += W->sums[ends[2 * which] + lesser(greater(quantity(R, seat), 0), ends[2 * which + 1])];
  EACH_QUANTITY(WEIGH)
  return total;
}

/* The value of the position for a seat: what its side has. */
static int64_t evaluate_position(RW *R, const struct weights *W, int seat) {
  R->steps = MOST_STEPS;
  if (!SIDED) return evaluate_seat(R, W, seat);
  int sides[SEATS];
  find_sides(R, sides);
  int64_t total = 0;
  for (int other = 0; other < SEATS; other++)
    if (sides[other] == sides[seat]) total += evaluate_seat(R, W, other);
  return total;
}

EXPORT int rw_evaluated(RW *R, const struct weights *W, const struct state *S, int seat, int64_t *found) {
  WORK_ON(S, -1)
  *found = evaluate_position(R, W, seat);
  return 0;
}
