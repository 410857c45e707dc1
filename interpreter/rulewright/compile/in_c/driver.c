/* From decision to decision, and from the first to the end of a game. Written behind the functions of the rules. */

static I before[LENGTH];

static int run(I *S, W at) { /* how many choices there are at the next decision; 0 when the game is over */
  int forced = 0;
  for (int left = BUDGET; left; left--) {
    if (at != LISTED) {
      if (at > 0) {
        at = block(S, at);
        continue;
      }
      if (at != (I)at) give_up();
      S[0] = (I)at;
      if (!at) return 0;
      chosen = 0;
      options(S, ~at);
    }
    if (chosen > 1) return chosen;
    I site = ~S[0];
    if (chosen) {
      if (++forced > FORCED) give_up();
      at = answer(S, site, rw_choices[0]);
    } else {
      at = EMPTY[site];
      if (at < 0) give_up();
    }
  }
  return (int)give_up();
}

/* Each of these returns how many choices there are, or -1 with the vector as it was. */

#define OR_GIVE_UP(S)                    \
  spent = 0;                             \
  memcpy(before, S, sizeof before);      \
  if (setjmp(start)) {                   \
    memcpy(S, before, sizeof before);    \
    return -1;                           \
  }

int rw_advance(I *S, I at) {
  OR_GIVE_UP(S)
  return run(S, at);
}

int rw_take(I *S, I code) {
  OR_GIVE_UP(S)
  return run(S, answer(S, ~S[0], code));
}

/* Plays on at random to the end: the picks of players/random_seat.py. `asked` counts the decisions of each seat, the
   last number those of all. Returns 0; -1 for what the Python build has to say. */
int rw_play(I *S, I at, uint64_t game, I most, int keep_promises, I *asked) {
  if (setjmp(start)) return -1;
  spent = 0;
  for (int n = run(S, at); n; spent = 0) {
    if (asked[SEATS] >= most) return -1;
    I seat = S[SEAT_AT[~S[0]]];
    if (seat < 0 || seat >= SEATS) return -1;
    asked[seat]++;
    uint64_t counter = mix(game + GOLDEN * (uint64_t)++asked[SEATS]), drawn;
    do drawn = mix(counter += GOLDEN);
    while (uneven(drawn, (uint64_t)n));
    n = run(S, answer(S, ~S[0], rw_choices[drawn % n]));
    for (int i = 0; keep_promises && i < PROMISES; i++)
      if (!promise(S, i)) return -1;
  }
  return 0;
}

/* What only looks: returns 0 with what it found, or -1. */

int rw_promise(I *S, int which, I *found) { /* whether a promise holds */
  if (setjmp(start)) return -1;
  *found = promise(S, which) != 0;
  return 0;
}

int rw_points(I *S, I seat, I *found) { /* all points of a seat */
  if (setjmp(start)) return -1;
  W points = all_points(S, seat);
  *found = (I)points;
  return points == (I)points ? 0 : -1;
}
