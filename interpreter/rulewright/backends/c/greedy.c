/* -- the greedy seat: players/greedy.py describes it, and decides alike */

#define BROKEN_OFF (-1000000000LL)
enum { FOLLOWING = 12 };

INLINE int seat_asked(RW *R, const struct question *q) {
  return (int)at(R, *((const int8_t *)&R->s + q->seat), SEATS);
}

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

struct trial {
  struct state here, then;
  int64_t choices[MOST_CHOICES];
};

static int64_t best_at_once(RW *R, const struct weights *W, struct trial *T, int seat) {
  int count = R->count, best = 0;
  memcpy(T->choices, R->choices, (size_t)count * sizeof *T->choices);
  memcpy(&T->then, &R->s, sizeof T->then);
  int64_t most = INT64_MIN;
  for (int i = 0; i < count; i++) {
    int64_t value = value_after_choice(R, W, &T->then, T->choices[i], seat);
    if (value > most) most = value, best = i;
  }
  memcpy(&R->s, &T->then, sizeof T->then);
  return T->choices[best];
}

/* An opponent takes the first or the last of his options, whichever is better for him at once. */
static int64_t first_or_last(RW *R, const struct weights *W, struct trial *T, int seat) {
  int64_t first = R->choices[0], last = R->choices[R->count - 1];
  memcpy(&T->then, &R->s, sizeof T->then);
  int better = value_after_choice(R, W, &T->then, first, seat) > value_after_choice(R, W, &T->then, last, seat);
  memcpy(&R->s, &T->then, sizeof T->then);
  return better ? first : last;
}

static __attribute__((noinline)) int64_t value_after_step(RW *R, const struct weights *W, struct trial *T, int64_t choice, int seat) {
  jmp_buf outer;
  volatile int64_t found = BROKEN_OFF;
  int64_t site = T->here.at;
  int step = ASKED[~site].step;
  int asked[SEATS] = {0};
  memcpy(&outer, &R->start, sizeof outer);
  memcpy(&R->s, &T->here, sizeof T->here);
  if (!setjmp(R->start)) {
    const struct question *q = take_choice(R, QUESTIONS + ~site, choice);
    while (q && is_within_step(R, step) && is_same_run(R, step, &T->here)) {
      int who = seat_asked(R, q);
      asked[who]++;
      if (who == seat ? R->s.at == site || asked[who] > FOLLOWING : asked[who] != 1) break;
      q = take_choice(R, q, who == seat ? best_at_once(R, W, T, seat) : first_or_last(R, W, T, who));
    }
    found = evaluate_position(R, W, seat);
  }
  memcpy(&R->start, &outer, sizeof outer);
  return found;
}

/* Rates choices of the question in a world, in hundredths of a point. */
EXPORT int rw_rated(RW *R, const struct weights *W, const struct state *S, const int64_t *choices, int count, int64_t *found) {
  struct trial *T = malloc(sizeof *T);
  if (!T) return -1;
  memcpy(&T->here, S, sizeof T->here);
  int seat = *((const int8_t *)S + QUESTIONS[~S->at].seat);
  for (int i = 0; i < count; i++) found[i] = value_after_step(R, W, T, choices[i], seat);
  free(T);
  return 0;
}
