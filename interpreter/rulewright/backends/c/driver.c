/* -- from decision to decision, and from the first to the end of a game. Written behind the functions of the rules. */

enum { CHAIN = 100 };

static void begin(RW *R) { /* a decision */
  R->steps = MOST_STEPS, R->spent = 0, R->chain = CHAIN;
  R->count = 0;
}

static void list(RW *R, int question) {
  R->count = 0;
  QUESTIONS[question].options(R);
}

static int answer(RW *R, int64_t choice) {
  int64_t question = ~R->s.at, code = choice >> 32;
  const struct question *q = QUESTIONS + at(R, question, QUESTION_COUNT);
  const struct answer *a = q->answers + at(R, code - q->first, q->count);
  if (RARELY(!a->function)) bail(R);
  return a->function(R, choice, a->back);
}

/* Runs on from a block or question to the next decision of two choices or more, or to the end. */
static void run(RW *R, int64_t to) {
  int forced = 0;
  for (int left = BUDGET; left > 0; left -= 1 + CHAIN - R->chain) {
    R->chain = CHAIN;
    if (to > 0) {
      if (RARELY(to >= BLOCK_COUNT || !BLOCKS[to])) bail(R);
      to = BLOCKS[to](R);
      continue;
    }
    R->s.at = to;
    if (to == 0) {
      R->count = 0;
      return;
    }
    int question = (int)at(R, ~to, QUESTION_COUNT);
    list(R, question);
    if (R->count > 1) return;
    if (R->count) {
      if (++forced > FORCED) bail(R);
      to = answer(R, R->choices[0]);
    } else {
      to = QUESTIONS[question].empty;
      if (to < 0) bail(R);
    }
  }
  bail(R);
}

/* -- a run */

EXPORT void rw_free(RW *R) {
  if (R) free(R->choices);
  free(R);
}

EXPORT RW *rw_new(void) {
  RW *R = calloc(1, sizeof *R);
  if (!R) return 0;
  R->room = 256;
  R->choices = malloc((size_t)R->room * sizeof *R->choices);
  if (R->choices) return R;
  rw_free(R);
  return 0;
}

EXPORT void rw_stop(RW *R, int stop) { R->stop = stop; }
EXPORT int64_t rw_state_size(void) { return sizeof(struct state); }
EXPORT const int64_t *rw_choices(const RW *R) { return R->choices; }

/* -- single decisions: each returns how many choices there are; -1 where it bails out, with the state as it was */

#define WORK_ON(state, failure)              \
  memcpy(&R->s, state, sizeof R->s);         \
  if (setjmp(R->start)) return failure;      \
  begin(R);

EXPORT int rw_advance(RW *R, struct state *S, int64_t to) {
  WORK_ON(S, -1)
  run(R, to);
  memcpy(S, &R->s, sizeof R->s);
  return R->count;
}

EXPORT int rw_take(RW *R, struct state *S, int64_t choice) {
  WORK_ON(S, -1)
  run(R, answer(R, choice));
  memcpy(S, &R->s, sizeof R->s);
  return R->count;
}

EXPORT int rw_list(RW *R, const struct state *S) {
  WORK_ON(S, -1)
  if (R->s.at < 0) list(R, (int)at(R, ~R->s.at, QUESTION_COUNT));
  return R->count;
}

/* -- what only looks: returns 0, or -1 where it bails out */

static int64_t all_points(RW *R, int seat) {
  int64_t points = 0;
  for (int i = 0; i < SCORE_COUNT; i++) points = plus(R, points, score(R, i, seat));
  return points;
}

EXPORT int rw_scores(RW *R, const struct state *S, int64_t *found) { /* by scoring, then by seat */
  WORK_ON(S, -1)
  for (int i = 0; i < SCORE_COUNT; i++)
    for (int seat = 0; seat < SEATS; seat++) *found++ = score(R, i, seat);
  return 0;
}

EXPORT int rw_points(RW *R, const struct state *S, int seat, int64_t *found) {
  WORK_ON(S, -1)
  *found = all_points(R, seat);
  return 0;
}

static int higher(const int64_t *mine, const int64_t *other) {
  for (int i = 0; i <= TIE_COUNT; i++)
    if (mine[i] != other[i]) return mine[i] > other[i];
  return 0;
}

static void ranked(RW *R, int64_t *points, int64_t *ranks) { /* the first place is 0; equal ones share a place */
  int64_t keys[SEATS][1 + TIE_COUNT];
  int order[SEATS];
  for (int seat = 0; seat < SEATS; seat++) {
    keys[seat][0] = points[seat] = all_points(R, seat);
    for (int i = 0; i < TIE_COUNT; i++) keys[seat][1 + i] = tie(R, i, seat);
    int k = seat;
    for (; k > 0 && higher(keys[seat], keys[order[k - 1]]); k--) order[k] = order[k - 1];
    order[k] = seat;
  }
  for (int k = 0, rank = 0; k < SEATS; k++) {
    rank += k && higher(keys[order[k - 1]], keys[order[k]]);
    ranks[order[k]] = rank;
  }
}

EXPORT int rw_ranks(RW *R, const struct state *S, int64_t *points, int64_t *ranks) {
  WORK_ON(S, -1)
  ranked(R, points, ranks);
  return 0;
}

/* Which `always` rule does not hold: the first one, or ALWAYS_COUNT. Only those are looked at whose fields were written
   since they were last found to hold. */
static int broken(RW *R) {
  for (int i = 0; i < ALWAYS_COUNT; i++) {
    uint64_t bit = (uint64_t)1 << (i < 63 ? i : 63);
    if (R->s.dirty & bit && !always(R, i)) return i;
    if (i < 63) R->s.dirty &= ~bit;
  }
  R->s.dirty = 0;
  return ALWAYS_COUNT;
}

EXPORT int rw_broken(RW *R, struct state *S) {
  WORK_ON(S, -1)
  int found = broken(R);
  memcpy(S, &R->s, sizeof R->s);
  return found;
}

/* -- playing on at random */

static int64_t now(void) { /* nanoseconds */
  struct timespec t;
#ifdef _WIN32
  timespec_get(&t, TIME_UTC);
#else
  clock_gettime(CLOCK_MONOTONIC, &t);
#endif
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

enum { OVER, SLICE, LIMIT, BROKEN, LOOK, UNSCORED, BAILED = -1 };
struct play {
  uint64_t game;
  int64_t made, broken, asked[SEATS];
};

static uint64_t picked(uint64_t game, int64_t decision, uint64_t options) { /* as players/random_seat.py */
  uint64_t counter = mix(game + GOLDEN * (uint64_t)(decision + 1)), drawn;
  do drawn = mix(counter += GOLDEN);
  while (uneven(drawn, options));
  return drawn % options;
}

static int playing(RW *R, struct play *play, int64_t most, int check, int64_t end) {
  begin(R);
  run(R, R->s.at);
  for (int64_t until = play->made + 64; R->count;) {
    if (play->made >= most) return LIMIT;
    int64_t seat = seat_asked(R);
    if (RARELY(seat < 0 || seat >= SEATS)) bail(R);
    int64_t choice = R->choices[picked(play->game, play->made, (uint64_t)R->count)];
    begin(R);
    run(R, answer(R, choice));
    play->asked[seat]++;
    play->made++;
    if (check && R->s.dirty) {
      R->looking = 1, R->steps = MOST_STEPS;
      play->broken = broken(R);
      R->looking = 0;
      if (play->broken < ALWAYS_COUNT) return BROKEN;
    }
    if (play->made >= until) {
      if (R->stop || (end && now() >= end)) return SLICE;
      until = play->made + 64;
    }
  }
  return OVER;
}

/* Plays on from a state until the game is over, `most` decisions have been made, or the slice (in nanoseconds, 0 for
   none) is over. Where it bails out, the state is the one before the decision; LOOK: an `always` rule bailed out. */
EXPORT int rw_play(RW *R, struct state *S, struct play *play, int64_t most, int check, int64_t slice) {
  struct play first = *play;
  int64_t end = slice ? now() + slice : 0;
  memcpy(&R->s, S, sizeof R->s);
  R->looking = 0, R->status = LOOK;
  if (!setjmp(R->start)) R->status = playing(R, play, most, check, end);
  else if (!R->looking) { /* the same again, but for the decision that bailed out */
    R->replayed = play->made;
    R->status = BAILED;
    memcpy(&R->s, S, sizeof R->s);
    *play = first;
    if (R->replayed == first.made || setjmp(R->start)) return BAILED;
    playing(R, play, R->replayed, 0, 0);
  }
  memcpy(S, &R->s, sizeof R->s);
  return R->status;
}

/* What is kept of a game: its number, how many decisions, those of each seat, points, ranks, then points by scoring, and
   the numbers that the game itself has. */
enum { ROW_LENGTH = 2 + (3 + SCORE_COUNT) * SEATS + NUMBER_COUNT };
EXPORT int rw_row_length(void) { return ROW_LENGTH; }

static int finished(RW *R, const struct state *S, const struct play *play, int64_t *row) {
  WORK_ON(S, UNSCORED)
  *row++ = (int64_t)play->game, *row++ = play->made;
  memcpy(row, play->asked, sizeof play->asked);
  ranked(R, row + SEATS, row + 2 * SEATS);
  row += 3 * SEATS;
  for (int i = 0; i < SCORE_COUNT; i++)
    for (int seat = 0; seat < SEATS; seat++) *row++ = score(R, i, seat);
  for (int i = 0; i < NUMBER_COUNT; i++) *row++ = number(R, i);
  return OVER;
}

/* Plays games one after the other, each from `start` with its number as the seed, until `to` is reached (then it returns
   OVER), the slice is over or there is no room for more rows, or something else is to be done about a game, which is at
   `current` then. `play->made` is -1 between games. */
EXPORT int rw_play_many(RW *R, const struct state *start, struct state *current, struct play *play, uint64_t to,
                        int64_t most, int check, int64_t slice, int64_t room, int64_t *rows, int64_t *done) {
  int64_t end = now() + slice;
  for (*done = 0; play->made >= 0 || play->game != to;) {
    int64_t left = end - now();
    if (*done == room || R->stop || left <= 0) return SLICE;
    if (play->made < 0) {
      memcpy(current, start, sizeof *current);
      current->seed = play->game;
      *play = (struct play){.game = play->game};
    }
    int status = rw_play(R, current, play, most, check, left);
    if (status == OVER) status = finished(R, current, play, rows + *done * ROW_LENGTH);
    if (status != OVER) return status;
    ++*done;
    play->game++;
    play->made = -1;
  }
  return OVER;
}
