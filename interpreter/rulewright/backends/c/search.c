/* -- information-set Monte Carlo tree search with a tree for each observer; players/search/ describes it, and its twin in
   Python makes the same moves

   Each iteration samples a world that the searching seat considers possible, walks down the trees of all seats at once,
   plays on, and credits every seat's own decisions with its own reward (max^n). */

enum { POINTS, MARGIN, PLACE };
enum { INFORMED, UNINFORMED, BLUFFING }; /* opponents */
enum { LEAST_SPAN = 100 }; /* of rewards, where they hardly differ: uncertainty counts from the start */
enum { LONGEST = 5000 };   /* decisions of an iteration, in games that may never end */
struct settings {
  int64_t reward, truncate, finishing, sampled, opponents, solving, peeking; /* truncate: decisions after trees, -1 for all */
  int64_t kept;        /* how many choices are tried at the root; 0 for all */
  const int64_t *only; /* their keys */
  double explore, prior, widen;
};

struct edge {
  int64_t key;
  int32_t node, child, visits, available, outcome; /* outcome: what is proven that the game comes to; -1 */
  double value, prior;
};
struct node {
  int32_t visits, choices, proven, best; /* how many edges are proven, and the best of them */
  double value;
};
struct outcome {
  int64_t reward[SEATS];
  uint64_t winners; /* the seats of the side that wins alone */
};
struct visit { int32_t edge, node, seat; };

struct search {
  struct state root, start;
  const struct weights *weights;
  struct settings is;
  uint64_t seed, counter;
  int64_t made, failed, most_edges;
  int seat, edges, nodes, slots, visits, outcomes, room, most_visits, most_outcomes;
  uint64_t winners;
  int32_t at[SEATS]; /* where each seat is in its own tree; -1 outside */
  double low[SEATS], high[SEATS];
  int64_t reward[SEATS];
  struct edge *edge;
  struct node *node;
  int32_t *table; /* edges by node and key */
  struct visit *visit;
  struct outcome *outcome;
  RW *spare[2]; /* where choices are tried beside the run of the iteration */
  int64_t choices[MOST_CHOICES], keys[MOST_CHOICES];
  int32_t listed[MOST_CHOICES];
};

static uint64_t random_number(struct search *T) { return mix(T->counter += GOLDEN); }
static int64_t random_below(struct search *T, int64_t count) { return (int64_t)((random_number(T) >> 32) * (uint64_t)count >> 32); }

/* -- keys: what a seat sees of a choice. Alike pieces in a place that not everybody sees are one. */

INLINE int64_t piece_key(const RW *R, int domain, int64_t piece) {
  const struct domain *d = DOMAINS + domain;
  if (piece < 0 || domain < 0 || SEEN_BY_ALL[d->seen_by_all + value_of(R, d->located, piece)]) return piece;
  return CLASSES[d->classes + piece];
}

INLINE int64_t key_of(const RW *R, int64_t choice) {
  const struct option *o = OPTIONS + (choice >> 32);
  int64_t thing = choice & 65535, piece = (choice >> 16 & 65535) - 1;
  if (thing != 65535) thing = piece_key(R, o->argument, thing);
  if (piece >= 0) piece = piece_key(R, o->piece, piece);
  return (choice >> 32) << 32 | (piece + 1) << 16 | thing;
}

INLINE int knows_piece(const RW *R, int domain, int64_t piece, int seat) {
  return domain < 0 || piece < 0 || (value_of(R, DOMAINS[domain].known, piece) >> seat & 1);
}

/* What another seat sees of a choice that was taken: the choice, only its option, or that one was taken. */
INLINE int64_t key_seen_by(const RW *R, int64_t choice, int64_t key, int64_t site, int seat) {
  const struct option *o = OPTIONS + (choice >> 32);
  if (ASKED[site].is_secret || o->is_quiet) return -1 - site;
  int64_t thing = choice & 65535, piece = (choice >> 16 & 65535) - 1;
  if (thing != 65535 && !knows_piece(R, o->argument, thing, seat)) return (choice >> 32) << 32 | 65534;
  if (!knows_piece(R, o->piece, piece, seat)) return (choice >> 32) << 32 | 65534;
  return key;
}

/* -- nodes and edges */

static int grow_list(void **list, size_t size, int count, int *room) { /* whether there is room for one more */
  if (count < *room) return 1;
  int more = *room ? 2 * *room : 1024;
  void *made = realloc(*list, size * (size_t)more);
  if (!made) return 0;
  *list = made, *room = more;
  return 1;
}

static uint64_t spot_of(const struct search *T, int32_t node, int64_t key) {
  return mix((uint64_t)key ^ (uint64_t)(node + 1) * GOLDEN) & (uint64_t)(T->slots - 1);
}

static int32_t find_edge(const struct search *T, int32_t node, int64_t key) {
  for (uint64_t i = spot_of(T, node, key);; i = (i + 1) & (uint64_t)(T->slots - 1)) {
    int32_t e = T->table[i];
    if (e < 0 || (T->edge[e].node == node && T->edge[e].key == key)) return e;
  }
}

static int rehash_edges(struct search *T) {
  if (2 * T->edges < T->slots) return 1;
  int slots = T->slots ? 2 * T->slots : 4096;
  int32_t *table = malloc(sizeof *table * (size_t)slots);
  struct edge *edge = realloc(T->edge, sizeof *edge * (size_t)(slots / 2 + 1));
  if (edge) T->edge = edge;
  if (!table || !edge) return free(table), 0;
  free(T->table);
  T->table = table, T->slots = slots;
  memset(table, -1, sizeof *table * (size_t)slots);
  for (int32_t e = 0; e < T->edges; e++) {
    uint64_t i = spot_of(T, T->edge[e].node, T->edge[e].key);
    while (table[i] >= 0) i = (i + 1) & (uint64_t)(slots - 1);
    table[i] = e;
  }
  return 1;
}

static int32_t add_edge(struct search *T, int32_t node, int64_t key, double prior) {
  if (T->edges >= T->most_edges || !rehash_edges(T)) return -1;
  uint64_t i = spot_of(T, node, key);
  while (T->table[i] >= 0) i = (i + 1) & (uint64_t)(T->slots - 1);
  T->edge[T->edges] = (struct edge){.key = key, .node = node, .child = -1, .outcome = -1, .prior = prior};
  return T->table[i] = T->edges++;
}

static int32_t add_node(struct search *T) {
  if (!grow_list((void **)&T->node, sizeof *T->node, T->nodes, &T->room)) return -1;
  T->node[T->nodes] = (struct node){.best = -1};
  return T->nodes++;
}

/* -- decisions in a tree */

/* Returns whether a choice is left out at the root. */
static int is_left_out(const struct settings *is, int64_t key) {
  for (int i = 0; i < is->kept; i++)
    if (is->only[i] == key) return 0;
  return is->kept > 0;
}

/* Puts the choices at the question into `choices`, those with the same key once, and returns how many there are. */
static int list_choices(RW *R, struct search *T, int32_t node) {
  int count = 0, merged = 0;
  for (int i = 0; i < R->count; i++) {
    int64_t choice = R->choices[i], key = key_of(R, choice);
    int again = node == T->seat && is_left_out(&T->is, key);
    if (merged |= key != choice)
      for (int k = 0; k < count && !again; k++) again = T->keys[k] == key;
    if (!again) T->choices[count] = choice, T->keys[count++] = key;
  }
  return count;
}

/* Makes edges for choices that have none, up to a number of edges, with what a look one step ahead says of each against
   their mean. Which ones is left to chance where there are too many. */
static void expand_node(RW *R, struct search *T, int32_t node, int count, int seat, int most) {
  int fresh = 0, have = 0;
  double values[64], mean = 0;
  int64_t at_first[64];
  for (int i = 0; i < count; i++) {
    T->listed[i] = find_edge(T, node, T->keys[i]);
    if (T->listed[i] >= 0) have++;
  }
  int left = count - have, wanted = most < count ? most - have : left;
  for (int i = 0; i < count && fresh < wanted && fresh < 64; i++) {
    if (T->listed[i] >= 0) continue;
    if (wanted - fresh >= left || random_below(T, left) < wanted - fresh) at_first[fresh++] = i;
    left--;
  }
  if (!fresh) return;
  if (T->is.prior > 0) {
    for (int k = 0; k < fresh; k++) {
      values[k] = (double)value_after_choice(T->spare[0], T->weights, &R->s, T->choices[at_first[k]], seat);
      mean += values[k];
    }
    mean /= fresh;
  }
  for (int k = 0; k < fresh; k++) {
    int i = (int)at_first[k];
    T->listed[i] = add_edge(T, node, T->keys[i], T->is.prior > 0 ? values[k] - mean : 0);
  }
}

/* Draws a choice by how often each was made so far, more often the more that says: smooth UCT (Heinrich and Silver, 2015),
   whose average approaches an equilibrium where plain bounds run in circles. Returns -1 where bounds are to decide. */
static int sample_average_strategy(struct search *T, int32_t node, int count) {
  double bounds = 0.9 / (1 + 0.002 * sqrt(T->node[node].visits));
  if ((double)(random_number(T) >> 11) * 0x1p-53 < (bounds > 0.1 ? bounds : 0.1)) return -1;
  int64_t sum = 0;
  for (int i = 0; i < count; i++)
    if (T->listed[i] >= 0) sum += T->edge[T->listed[i]].visits;
  if (!sum) return -1;
  int64_t left = random_below(T, sum);
  int found = 0;
  while (T->listed[found] < 0 || (left -= T->edge[T->listed[found]].visits) >= 0) found++;
  return found;
}

/* Returns the number of the choice in `choices` that promises most: upper confidence bounds with availability counts. */
static int highest_bound(struct search *T, int32_t node, int count, int seat) {
  const struct node *N = T->node + node;
  double mean = N->visits ? N->value / N->visits : 0, p = T->is.prior;
  double span = T->high[seat] - T->low[seat] > LEAST_SPAN ? T->high[seat] - T->low[seat] : LEAST_SPAN;
  double most = 0, fresh_prior = 0;
  int best = -1, fresh = -1, visited = 0, ties = 0;
  for (int i = 0; i < count; i++) {
    if (T->listed[i] < 0) continue;
    struct edge *e = T->edge + T->listed[i];
    e->available++;
    if (!e->visits) {
      if (fresh < 0 || e->prior > fresh_prior) fresh = i, fresh_prior = e->prior, ties = 1;
      else if (e->prior == fresh_prior && random_below(T, ++ties) == 0) fresh = i;
      continue;
    }
    visited++;
    if (e->outcome >= 0 && T->outcome[e->outcome].winners >> seat & 1) return i;
    double weight = e->visits + p, bound = (e->value + p * (mean + e->prior)) / weight;
    if (e->outcome >= 0) bound = (double)T->outcome[e->outcome].reward[seat];
    else bound += T->is.explore * span * sqrt(log(e->available + 1) / weight);
    if (best < 0 || bound > most) best = i, most = bound;
  }
  if (fresh < 0) return best;
  if (best < 0) return fresh;
  if (T->is.widen > 0 && visited >= 4 + T->is.widen * sqrt(N->visits)) return best;
  if (p <= 0) return fresh;
  double bound = mean + fresh_prior;
  bound += T->is.explore * span * sqrt(log(T->edge[T->listed[fresh]].available + 1) / p);
  return bound > most ? fresh : best;
}

/* -- an iteration */

static int edge_limit(const struct search *T, int32_t node) {
  return 48 + (int)(T->is.widen * sqrt(T->node[node].visits));
}

/* Returns the number of the choice in `choices` for a seat that is in its tree; -1 where the tree has no room. */
static int select_choice(RW *R, struct search *T, int seat, int count) {
  int32_t node = T->at[seat];
  expand_node(R, T, node, count, seat, edge_limit(T, node));
  T->node[node].choices = count;
  int chosen = T->is.opponents == BLUFFING ? sample_average_strategy(T, node, count) : -1;
  if (chosen < 0) chosen = highest_bound(T, node, count, seat);
  if (chosen >= 0 && grow_list((void **)&T->visit, sizeof *T->visit, T->visits, &T->most_visits))
    T->visit[T->visits++] = (struct visit){T->listed[chosen], node, seat};
  return chosen;
}

/* Each seat goes on in its own tree by what it sees of a choice. A tree gets one new node in an iteration. */
static int32_t child_of(struct search *T, int32_t node, int64_t key) {
  int32_t e = find_edge(T, node, key);
  if (e < 0) e = add_edge(T, node, key, 0);
  if (e < 0 || T->edge[e].child >= 0) return e < 0 ? -1 : T->edge[e].child;
  int32_t child = add_node(T);
  T->edge[e].child = child;
  return -1; /* the new node is visited next time */
}

static void advance_trees(RW *R, struct search *T, int64_t choice, int64_t key, int64_t site, int seat) {
  for (int each = 0; each < SEATS; each++)
    if (T->at[each] >= 0)
      T->at[each] = child_of(T, T->at[each], each == seat ? key : key_seen_by(R, choice, key, site, each));
}

/* -- games from the start, in which a node is what a seat knows at a decision, however it came about

   So the trees learn what the choices of each seat tell of what it holds. Only the first iterations begin at the root, as few
   games from the start may come there. */

enum { FROM_HERE = 10 };

/* Returns the key of what a seat knows: of the one determinization that is the same for all positions that look the same. */
static int64_t view_of(const struct state *S, struct search *T, int seat) {
  RW *R = T->spare[0];
  memcpy(&R->s, S, sizeof R->s);
  begin(R);
  sample(R, seat, 0);
  uint64_t key = 0;
  for (size_t at = 0; at < offsetof(struct state, dirty); at += sizeof key) {
    uint64_t word;
    memcpy(&word, (const char *)&R->s + at, sizeof word);
    key = mix((key ^ word) + GOLDEN);
  }
  return (int64_t)key;
}

static int32_t node_of_view(const struct state *S, struct search *T, int seat) {
  int64_t key = view_of(S, T, seat);
  int32_t e = find_edge(T, -2 - seat, key);
  if (e < 0) e = add_edge(T, -2 - seat, key, 0);
  if (e < 0 || T->edge[e].child >= 0) return e < 0 ? -1 : T->edge[e].child;
  int32_t child = add_node(T);
  return T->edge[e].child = child;
}

/* Makes the state one in which an iteration begins. Returns whose decisions are credited in it; -1 for all. */
static int start_iteration(RW *R, struct search *T, uint64_t number) {
  if (!T->edges) T->edge[add_edge(T, -2 - T->seat, view_of(&R->s, T, T->seat), 0)].child = T->seat;
  if (T->made < FROM_HERE) {
    sample(R, T->seat, number);
    return T->seat;
  }
  memcpy(&R->s, &T->start, sizeof R->s);
  R->s.seed = number;
  return -1;
}

/* Plays on outside of the trees: the best of some choices, drawn at random, for who makes it, as far as can be seen at once.
   All but the last one are tried in spare runs, so that the state of the best one need not be copied back. */
static const struct question *rollout_step(RW **current, struct search *T, const struct question *q, int seat) {
  RW *R = *current;
  int count = R->count, sampled = (int)T->is.sampled;
  if (sampled <= 1 || count == 1) return take_choice(R, q, R->choices[random_below(T, count)]);
  int64_t drawn[8], most = INT64_MIN;
  int some = sampled < count ? sampled : count, last = 0;
  for (int k = 0; k < some; k++) { /* Fisher and Yates, of which only the first ones are made */
    int other = k + (int)random_below(T, count - k);
    drawn[k] = R->choices[other];
    R->choices[other] = R->choices[k];
  }
  const struct question *best = 0;
  for (int k = 0; k < some; k++) {
    last = k + 1 == some;
    RW *tried = last ? R : T->spare[0];
    if (!last) memcpy(&tried->s, &R->s, sizeof R->s);
    const struct question *next = take_choice(tried, q, drawn[k]);
    int64_t value = evaluate_position(tried, T->weights, seat);
    if (value <= most) continue;
    most = value, best = next, *current = tried;
    if (!last) T->spare[0] = T->spare[1], T->spare[1] = tried;
  }
  if (*current != R) T->spare[1] = R;
  return best;
}

/* What a position comes to for each seat, in hundredths of a point. */
static void reward_seats(RW *R, struct search *T, int over) {
  int64_t value[SEATS], points[SEATS], ranks[SEATS];
  int sides[SEATS], first = SEATS;
  R->steps = MOST_STEPS;
  find_sides(R, sides);
  if (over) {
    rank_seats(R, points, ranks);
    for (int seat = 0; seat < SEATS; seat++) value[seat] = (FEWEST ? -100 : 100) * points[seat];
    if (SIDED) add_up_sides(R, sides, value);
  }
  T->winners = 0;
  for (int seat = 0; seat < SEATS; seat++) {
    if (TOGETHER || !over) value[seat] = evaluate_position(R, T->weights, seat);
    if (over && !ranks[seat]) T->winners |= (uint64_t)1 << seat, first = first < SEATS ? first : seat;
  }
  for (int seat = 0; seat < SEATS; seat++)
    if (over && !ranks[seat] && sides[seat] != sides[first]) T->winners = 0;
  for (int seat = 0; seat < SEATS; seat++) {
    int64_t best = INT64_MIN, below = 0, level = 0, others = 0;
    for (int other = 0; other < SEATS; other++) {
      if (sides[other] == sides[seat]) continue;
      others++;
      if (value[other] > best) best = value[other];
      int ahead = over ? ranks[other] > ranks[seat] : value[other] < value[seat];
      below += ahead;
      level += !ahead && (over ? ranks[other] == ranks[seat] : value[other] == value[seat]);
    }
    int64_t place = 100 * below + 50 * level;
    if (TOGETHER) { /* the others are on the same side: it is won or lost, or open */
      int64_t shared = !over ? 0 : T->winners ? 1 : -1;
      T->reward[seat] = T->is.reward == PLACE ? 50 + 50 * shared : value[seat] + 100 * SEATS * shared;
      continue;
    }
    int64_t won = below == others ? 100 : below + level < others ? -100 / others : 0;
    T->reward[seat] = T->is.reward == PLACE                ? place
                      : T->is.reward == POINTS || !others ? value[seat]
                                                           : value[seat] - best + won;
  }
}

/* Where neither chance nor secrets are left, the end of a game proves what its last choice comes to; and what all choices
   of a decision come to, or one that wins, proves what led there. */
static void prove_outcome(struct search *T) {
  if (!grow_list((void **)&T->outcome, sizeof *T->outcome, T->outcomes, &T->most_outcomes)) return;
  struct outcome *found = T->outcome + T->outcomes;
  memcpy(found->reward, T->reward, sizeof T->reward);
  found->winners = T->winners;
  int32_t outcome = T->outcomes++;
  for (const struct visit *v = T->visit + T->visits; v-- > T->visit;) {
    struct edge *e = T->edge + v->edge;
    struct node *n = T->node + v->node;
    if (e->outcome >= 0) return;
    e->outcome = outcome;
    n->proven++;
    if (n->best < 0 || T->outcome[outcome].reward[v->seat] > T->outcome[T->edge[n->best].outcome].reward[v->seat])
      n->best = v->edge;
    if (!(T->outcome[outcome].winners >> v->seat & 1) && n->proven < n->choices) return;
    outcome = T->edge[n->best].outcome;
  }
}

static void credit_rewards(struct search *T, int only) {
  for (int seat = 0; seat < SEATS; seat++) {
    double reward = (double)T->reward[seat];
    if (reward < T->low[seat]) T->low[seat] = reward;
    if (reward > T->high[seat]) T->high[seat] = reward;
  }
  for (const struct visit *v = T->visit; v < T->visit + T->visits; v++) {
    if (only >= 0 && v->seat != only) continue;
    struct edge *e = T->edge + v->edge;
    struct node *n = T->node + v->node;
    e->visits++, n->visits++;
    e->value += (double)T->reward[v->seat], n->value += (double)T->reward[v->seat];
  }
}

/* In a function of its own: `setjmp` would slow down the one that it is in. Returns the seat whose decisions are credited;
   -1 for all. With opponents that are not informed, every other world is dealt anew from the point of view of one of them,
   who learns in it without knowing what the searching seat holds. */
static int determinize(RW *R, struct search *T, uint64_t number) {
  memcpy(&R->s, &T->root, sizeof R->s);
  begin(R);
  if (T->is.opponents == BLUFFING) return start_iteration(R, T, number);
  if (T->is.peeking) R->s.seed = number;
  else sample(R, T->seat, number);
  if (T->is.opponents == INFORMED || SEATS == 1) return -1;
  if (T->made % 2 == 0) return T->seat;
  int other = (T->seat + 1 + (int)random_below(T, SEATS - 1)) % SEATS;
  begin(R);
  sample(R, other, mix(number));
  return other;
}

/* Whether a playout of sufficient length ends here: at once, or when the moment has passed that it has come to, so that
   all are evaluated at the same points of a game. */
INLINE int ends_playout(RW *R, const struct search *T, int64_t *last) {
  if (!T->is.finishing || !TIMED) return 1;
  int64_t before = *last;
  *last = moment(R);
  return before >= 0 && *last != before;
}

static const struct question *first_question(RW *R) {
  if (R->s.at > 0) return run(R, checked_target(R, R->s.at));
  const struct question *q = QUESTIONS + at(R, ~R->s.at, QUESTION_COUNT);
  q->options(R);
  if (!R->count) bail(R);
  return q;
}

static __attribute__((noinline)) void run_iteration(RW *R, struct search *T) {
  int only = determinize(R, T, random_number(T)), off = 0;
  int64_t last = -1;
  for (int seat = 0; seat < SEATS; seat++) T->at[seat] = seat;
  T->visits = 0;
  begin(R);
  int bluffing = T->is.opponents == BLUFFING;
  R->no_worlds = !bluffing;
  const struct question *q = first_question(R);
  for (int made = 0; q && made < LONGEST; made++) {
    int seat = seat_asked(R, q);
    int64_t site = ~R->s.at;
    if (bluffing && T->at[seat] >= 0) T->at[seat] = node_of_view(&R->s, T, seat);
    int inside = T->at[seat] >= 0, count = inside ? list_choices(R, T, T->at[seat]) : 0, chosen = inside ? select_choice(R, T, seat, count) : -1;
    if (chosen >= 0) {
      q = take_choice(R, q, T->choices[chosen]);
      if (!bluffing) advance_trees(R, T, T->choices[chosen], T->keys[chosen], site, seat);
      continue;
    }
    for (int each = 0; each < SEATS; each++) T->at[each] = -1;
    if (off++ >= T->is.truncate && T->is.truncate >= 0 && ends_playout(R, T, &last)) break;
    q = rollout_step(&R, T, q, seat);
  }
  reward_seats(R, T, !q);
  credit_rewards(T, only);
  if (T->is.solving && !q && !off) prove_outcome(T);
}

/* A world in which the rules cannot go on is dealt anew. */
static __attribute__((noinline)) int try_iteration(RW *R, struct search *T) {
  if (setjmp(R->start)) return 0;
  for (int k = 0; k < 2; k++) {
    T->spare[k] = R + 1 + k;
    memcpy(&T->spare[k]->start, &R->start, sizeof R->start);
  }
  run_iteration(R, T);
  return 1;
}

EXPORT struct search *rw_search_new(const struct state *S, const struct state *start, const struct weights *W, int seat, uint64_t seed,
                                    const struct settings *settings, int64_t most_edges) {
  struct search *T = malloc(sizeof *T);
  if (!T) return 0;
  memset(T, 0, offsetof(struct search, choices));
  memcpy(&T->root, S, sizeof T->root);
  memcpy(&T->start, start, sizeof T->start);
  T->weights = W, T->is = *settings, T->seat = seat, T->seed = T->counter = seed, T->most_edges = most_edges;
  for (int i = 0; i < SEATS; i++) T->low[i] = INFINITY, T->high[i] = -INFINITY, add_node(T);
  return T->nodes == SEATS && rehash_edges(T) ? T : 0;
}

EXPORT void rw_search_free(struct search *T) {
  free(T->edge), free(T->node), free(T->table), free(T->visit), free(T->outcome), free(T);
}

/* Makes iterations until there are `most`, or the slice of nanoseconds is over. Returns how many there are; -1 where
   almost every world fails. */
EXPORT int64_t rw_search_run(RW *R, struct search *T, int64_t most, int64_t slice) {
  int64_t end = slice ? now() + slice : 0;
  while (T->made < most && !R->stop) {
    int is_over = try_iteration(R, T);
    R->no_worlds = 0;
    if (is_over) T->made++;
    else if (++T->failed > 100 + 10 * T->made) return -1;
    if (end && now() >= end) break;
  }
  return T->made;
}

/* What was found out about a choice at a node, or about what a seat sees of one: its visits, and the node behind it; -1
   where there is none. The roots of the seats have their numbers. */
EXPORT int64_t rw_search_edge(const struct search *T, int node, int64_t key, int64_t *visits) {
  int32_t number = find_edge(T, node, key);
  *visits = number < 0 ? 0 : T->edge[number].visits;
  return number < 0 ? -1 : T->edge[number].child;
}

/* What was found out about the choices at the root: by choice, its visits, the sum of their rewards, and whether it is
   proven to win (1) or to lose (-1). */
EXPORT int rw_search_found(RW *R, struct search *T, const int64_t *choices, int count, int64_t *visits, double *worth,
                           int64_t *proven) {
  memcpy(&R->s, &T->root, sizeof R->s);
  for (int i = 0; i < count; i++) {
    int32_t number = find_edge(T, T->seat, key_of(R, choices[i]));
    const struct edge *e = T->edge + number;
    uint64_t winners = number < 0 || e->outcome < 0 ? 0 : T->outcome[e->outcome].winners;
    visits[i] = number < 0 ? 0 : e->visits;
    worth[i] = number < 0 ? 0 : e->value;
    proven[i] = !winners ? 0 : winners >> T->seat & 1 ? 1 : -1;
  }
  return T->edges;
}
