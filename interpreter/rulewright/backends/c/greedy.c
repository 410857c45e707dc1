/* -- the greedy seat: players/greedy.py describes it, and decides alike */

#define BROKEN_OFF (-1000000000LL)
enum { FOLLOWING = 12 };

INLINE const struct question *take_choice(RW *R, const struct question *q, int64_t choice) {
  begin(R);
  return run(R, answer(R, q, choice));
}

/* In a function of its own, with a way out of its own: the value for a seat right after a choice. */
static __attribute__((noinline)) int64_t value_after_choice(RW *R, const struct weights *W, const struct state *S,
                                                      int64_t choice, int seat) {
  jmp_buf outer;
  volatile int64_t found = BROKEN_OFF;
  memcpy(&outer, &R->start, sizeof outer);
  memcpy(&R->s, S, sizeof *S);
  if (!setjmp(R->start)) {
    take_choice(R, QUESTIONS + ~S->at, choice);
    found = evaluate_position(R, W, seat);
  }
  memcpy(&R->start, &outer, sizeof outer);
  return found;
}

/* Whether the question is asked within a step, directly or indirectly. */
static int is_within_step(RW *R, int step) {
  int found = ASKED[~R->s.at].step;
  for (int met = 0; found != step; met++) {
    struct stored back = STEPS[found].back;
    if (!back.width || met > BLOCK_COUNT) return 0;
    found = STEP_OF_BLOCK[at(R, value_of(R, back, 0), BLOCK_COUNT)];
  }
  return 1;
}

static int is_same_run(RW *R, int step, const struct state *S) {
  const struct stored *first = ARGUMENTS + STEPS[step].arguments;
  for (const struct stored *p = first; p < first + STEPS[step].count; p++)
    if (memcmp((const char *)&R->s + p->offset, (const char *)S + p->offset, (size_t)p->width)) return 0;
  return 1;
}

static int64_t best_at_once(RW *R, const struct weights *W, int seat) {
  int best = 0;
  int64_t most = INT64_MIN;
  for (int i = 0; i < R->count; i++) {
    int64_t value = value_after_choice(R + 1, W, &R->s, R->choices[i], seat);
    if (value > most) most = value, best = i;
  }
  return R->choices[best];
}

/* An opponent takes the first or the last of his options, whichever is better for him at once. */
static int64_t first_or_last(RW *R, const struct weights *W, int seat) {
  int64_t first = R->choices[0], last = R->choices[R->count - 1];
  int64_t value = value_after_choice(R + 1, W, &R->s, first, seat);
  return value > value_after_choice(R + 1, W, &R->s, last, seat) ? first : last;
}

static __attribute__((noinline)) int64_t value_after_step(RW *R, const struct weights *W, const struct state *here, int64_t choice,
                                                    int seat) {
  int step = ASKED[~here->at].step, asked[SEATS] = {0};
  memcpy(&R->s, here, sizeof R->s);
  if (setjmp(R->start)) return BROKEN_OFF;
  const struct question *q = take_choice(R, QUESTIONS + ~here->at, choice);
  while (q && is_within_step(R, step) && is_same_run(R, step, here)) {
    int who = seat_asked(R, q);
    asked[who]++;
    if (who == seat ? R->s.at == here->at || asked[who] > FOLLOWING : asked[who] != 1) break;
    q = take_choice(R, q, who == seat ? best_at_once(R, W, seat) : first_or_last(R, W, who));
  }
  return evaluate_position(R, W, seat);
}

/* Rates choices of the question in the world of a number, in hundredths of a point, each in the run beside this one. */
EXPORT int rw_rated(RW *R, const struct weights *W, const struct state *S, uint64_t number, const int64_t *choices, int count,
                    int64_t *found) {
  WORK_ON(S, -1)
  int seat = seat_asked(R, QUESTIONS + ~S->at);
  sample(R, seat, number);
  for (int i = 0; i < count; i++) found[i] = value_after_step(R + 1, W, &R->s, choices[i], seat);
  return 0;
}
