/* -- from decision to decision, and from the first to the end of a game. Written behind the functions of the rules. */

static void begin(RW *R) { /* a decision */
  R->steps = MOST_STEPS, R->spent = 0, R->left = BUDGET;
  R->count = 0;
}

/* A block (above 0), a question (below 0), whose choices are listed, or the end, as somebody outside gives it. */
static int checked_target(RW *R, int64_t to) {
  return to < 0 ? ask(R, (int)to, QUESTIONS[at(R, ~to, QUESTION_COUNT)].options) : (int)at(R, to, BLOCK_COUNT);
}

INLINE int seat_asked(RW *R, const struct question *q) {
  return (int)at(R, *((const int8_t *)&R->s + q->seat), SEATS);
}

INLINE int answer(RW *R, const struct question *q, int64_t choice) {
  const struct answer *a = q->answers + at(R, (choice >> 32) - q->first, q->count);
  return a->function(R, choice, a->back);
}

/* Runs on from a block, or from a question whose choices are listed, to the next decision of two choices or more, which
   is returned, or to any decision; 0 is the end. */
INLINE const struct question *run(RW *R, int to) {
  for (int forced = 0; R->left > 0; R->left--) {
    if (to > 0) {
      to = BLOCKS[to](R);
      continue;
    }
    if (to == 0) {
      R->s.at = R->count = 0;
      return 0;
    }
    const struct question *q = QUESTIONS + ~to;
    if (R->count > 1 || (R->count && R->forced_too)) return q;
    if (R->count) {
      if (RARELY(++forced > FORCED)) bail(R);
      to = answer(R, q, R->choices[0]);
    } else {
      to = q->empty;
      if (RARELY(to < 0)) bail(R);
    }
  }
  bail(R);
}

/* -- a run */

enum { RUNS = 3 }; /* the run itself, and two in which a search tries choices, from which no worlds are drawn */

EXPORT void rw_free(RW *R) { free(R); }
EXPORT RW *rw_new(void) {
  RW *R = calloc(RUNS, sizeof *R);
  for (int k = 0; R && k < RUNS; k++) {
    R[k].no_worlds = k > 0;
    for (uint64_t by = 1; by < RECIPROCALS; by++) R[k].reciprocals[by] = UINT64_MAX / by;
  }
  return R;
}

EXPORT void rw_stop(RW *R, int stop) { R->stop = stop; }
EXPORT void rw_stop_at_forced(RW *R) {
  for (int k = 0; k < RUNS; k++) R[k].forced_too = 1;
}
EXPORT int64_t rw_state_size(void) { return sizeof(struct state); }
EXPORT const int64_t *rw_choices(const RW *R) { return R->choices; }

/* -- single decisions: each returns how many choices there are; -1 where it bails out, with the state as it was */

#define WORK_ON(state, failure)              \
  memcpy(&R->s, state, sizeof R->s);         \
  if (setjmp(R->start)) return failure;      \
  begin(R);

EXPORT int rw_advance(RW *R, struct state *S, int64_t to) {
  WORK_ON(S, -1)
  run(R, checked_target(R, to));
  memcpy(S, &R->s, sizeof R->s);
  return R->count;
}

EXPORT int rw_take(RW *R, struct state *S, int64_t choice) {
  WORK_ON(S, -1)
  run(R, answer(R, QUESTIONS + at(R, ~R->s.at, QUESTION_COUNT), choice));
  memcpy(S, &R->s, sizeof R->s);
  return R->count;
}

EXPORT int rw_list(RW *R, const struct state *S) {
  WORK_ON(S, -1)
  if (R->s.at < 0) QUESTIONS[at(R, ~R->s.at, QUESTION_COUNT)].options(R);
  return R->count;
}

/* -- what only looks: returns 0, or -1 where it bails out */

static int64_t all_points(RW *R, int seat) {
  int64_t points = 0;
#define ADD(which, score) points = plus(R, points, score(R, seat));
  EACH_SCORE(ADD)
  return points;
}

EXPORT int rw_points(RW *R, const struct state *S, int seat, int64_t *found) {
  WORK_ON(S, -1)
  *found = all_points(R, seat);
  return 0;
}

/* The side of each seat: the number of its first seat. */
static void find_sides(RW *R, int *sides) {
  int64_t common[SEATS];
  for (int seat = 0, first; seat < SEATS; seat++) {
    common[seat] = TOGETHER ? 0 : SIDED ? side(R, seat) : seat;
    for (first = 0; common[first] != common[seat]; first++);
    sides[seat] = first;
  }
}

/* Replaces the number of each seat by the sum of its side. */
static void add_up_sides(RW *R, const int *sides, int64_t *numbers) {
  int64_t sums[SEATS] = {0};
  for (int seat = 0; seat < SEATS; seat++) sums[sides[seat]] = plus(R, sums[sides[seat]], numbers[seat]);
  for (int seat = 0; seat < SEATS; seat++) numbers[seat] = sums[sides[seat]];
}

enum { KEYS = 2 + TIE_COUNT };
static int ranks_higher(const int64_t *mine, const int64_t *other) {
  for (int i = 0; i < KEYS; i++)
    if (mine[i] != other[i]) return mine[i] > other[i];
  return 0;
}

/* As in backends/ranking.py: the first place is 0, equal ones share a place, and nobody has it who cannot win. */
static void rank_seats(RW *R, int64_t *points, int64_t *ranks) {
  int64_t numbers[KEYS][SEATS], keys[SEATS][KEYS], winning = 0;
  int order[SEATS], sides[SEATS];
  for (int seat = 0; seat < SEATS; seat++) {
    numbers[0][seat] = ahead(R, seat);
    points[seat] = all_points(R, seat);
    numbers[1][seat] = FEWEST ? -points[seat] : points[seat];
    for (int i = 0; i < TIE_COUNT; i++) numbers[2 + i][seat] = tie(R, i, seat);
  }
  if (SIDED) {
    find_sides(R, sides);
    for (int i = 0; i < KEYS; i++) add_up_sides(R, sides, numbers[i]);
  }
  for (int seat = 0; seat < SEATS; seat++) {
    for (int i = 0; i < KEYS; i++) keys[seat][i] = i ? numbers[i][seat] : numbers[i][seat] > 0;
    winning |= keys[seat][0];
    int k = seat;
    for (; k > 0 && ranks_higher(keys[seat], keys[order[k - 1]]); k--) order[k] = order[k - 1];
    order[k] = seat;
  }
  for (int k = 0, rank = !winning; k < SEATS; k++) {
    rank += k && ranks_higher(keys[order[k - 1]], keys[order[k]]);
    ranks[order[k]] = rank;
  }
}

EXPORT int rw_ranks(RW *R, const struct state *S, int64_t *points, int64_t *ranks) {
  WORK_ON(S, -1)
  rank_seats(R, points, ranks);
  return 0;
}

/* Which `always` rule does not hold: the first one, or ALWAYS_COUNT. */
static int broken(RW *R) {
  int first = first_broken(R);
  if (first < ALWAYS_COUNT) return first;
  R->s.dirty = R->s.partly = 0;
  memset(R->s.changed, 0, sizeof R->s.changed);
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

/* What is picked is as in players/random_seat.py. The number is drawn before the game runs on to the decision. */
INLINE uint64_t first_counter(uint64_t game, int64_t decision) {
  return mix(game + GOLDEN * (uint64_t)(decision + 1)) + GOLDEN;
}

INLINE uint64_t drawn_number(uint64_t game, int64_t decision) { return mix(first_counter(game, decision)); }

/* The next numbers of a decision, where not all choices would be equally likely with the first. */
static __attribute__((cold)) uint64_t redrawn_number(uint64_t game, int64_t decision, uint64_t limit) {
  uint64_t counter = first_counter(game, decision), number;
  do number = mix(counter += GOLDEN);
  while (needs_redraw(number, limit));
  return number;
}

/* In a function of its own: `setjmp` would slow down the one that it is in. */
static __attribute__((noinline)) int play_decisions(RW *R, struct play *play, int64_t most, int check, int64_t end) {
  begin(R);
  uint64_t drawn = drawn_number(play->game, play->made);
  const struct question *q = run(R, checked_target(R, R->s.at));
  for (int64_t until = 0; q;) {
    if (play->made >= until) {
      if (play->made >= most) return LIMIT;
      if (until && (R->stop || (end && now() >= end))) return SLICE;
      until = lesser(play->made + 64, most);
    }
    if (needs_redraw(drawn, R->count)) drawn = redrawn_number(play->game, play->made, R->count);
    int seat = seat_asked(R, q);
    int64_t choice = R->choices[remainder_of(R, drawn, R->count)];
    begin(R);
    drawn = drawn_number(play->game, play->made + 1);
    q = run(R, answer(R, q, choice));
    play->asked[seat]++;
    play->made++;
    if (check && (R->s.dirty | R->s.partly)) {
      R->looking = 1, R->steps = MOST_STEPS;
      play->broken = broken(R);
      R->looking = 0;
      if (play->broken < ALWAYS_COUNT) return BROKEN;
    }
  }
  return OVER;
}

/* Plays on from a state until the game is over, `most` decisions have been made, or the time `end` (0 for none) is
   reached. Where it bails out, the state is the one before the decision; LOOK: an `always` rule bailed out. */
static int play_until(RW *R, struct state *S, struct play *play, int64_t most, int check, int64_t end) {
  struct play first = *play;
  memcpy(&R->s, S, sizeof R->s);
  R->looking = 0, R->status = LOOK;
  if (!setjmp(R->start)) R->status = play_decisions(R, play, most, check, end);
  else if (!R->looking) { /* the same again, but for the decision that bailed out */
    R->replayed = play->made;
    R->status = BAILED;
    memcpy(&R->s, S, sizeof R->s);
    *play = first;
    if (R->replayed == first.made || setjmp(R->start)) return BAILED;
    play_decisions(R, play, R->replayed, 0, 0);
  }
  memcpy(S, &R->s, sizeof R->s);
  return R->status;
}

EXPORT int rw_play(RW *R, struct state *S, struct play *play, int64_t most, int check, int64_t slice) {
  return play_until(R, S, play, most, check, slice ? now() + slice : 0); /* nanoseconds */
}

/* What is kept of a game: its number, how many decisions, those of each seat, points, ranks, then points by scoring, sides
   where there are any, and the numbers that the game itself has. */
enum { ROW_LENGTH = 2 + (3 + SCORE_COUNT + SIDED) * SEATS + NUMBER_COUNT };
EXPORT int rw_row_length(void) { return ROW_LENGTH; }

static int write_row(RW *R, const struct state *S, const struct play *play, int64_t *row) {
  WORK_ON(S, UNSCORED)
  *row++ = (int64_t)play->game, *row++ = play->made;
  memcpy(row, play->asked, sizeof play->asked);
  rank_seats(R, row + SEATS, row + 2 * SEATS);
  row += 3 * SEATS;
#define WRITE(which, score)                                                                                  \
  for (int seat = 0; seat < SEATS; seat++) *row++ = score(R, seat);
  EACH_SCORE(WRITE)
  if (SIDED) {
    int sides[SEATS];
    find_sides(R, sides);
    for (int seat = 0; seat < SEATS; seat++) *row++ = sides[seat];
  }
  for (int i = 0; i < NUMBER_COUNT; i++) *row++ = number(R, i);
  return OVER;
}

/* Plays games one after the other, each from `start` with its number as the seed, until `to` is reached (then it returns
   OVER), the slice is over or there is no room for more rows, or something else is to be done about a game, which is at
   `current` then. `play->made` is -1 between games. */
static int play_games(RW *R, const struct state *start, struct state *current, struct play *play, uint64_t to,
                      int64_t most, int check, int64_t slice, int64_t room, int64_t *rows, int64_t *done) {
  int64_t end = now() + slice;
  for (*done = 0; play->made >= 0 || play->game != to;) {
    if (*done == room || R->stop || (*done % 16 == 0 && now() >= end)) return SLICE; /* the clock is slow */
    if (play->made < 0) {
      memcpy(current, start, sizeof *current);
      current->seed = play->game;
      *play = (struct play){.game = play->game};
    }
    int status = play_until(R, current, play, most, check, end);
    if (status == OVER) status = write_row(R, current, play, rows + *done * ROW_LENGTH);
    if (status != OVER) return status;
    ++*done;
    play->game++;
    play->made = -1;
  }
  return OVER;
}

EXPORT int rw_play_many(RW *R, const struct state *start, struct state *current, struct play *play, uint64_t to,
                        int64_t most, int check, int64_t slice, int64_t room, int64_t *rows, int64_t *done) {
  R->no_worlds = 1;
  int status = play_games(R, start, current, play, to, most, check, slice, room, rows, done);
  R->no_worlds = 0;
  return status;
}
