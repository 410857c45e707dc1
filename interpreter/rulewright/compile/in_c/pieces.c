/* Moving pieces: what `movers` in compile/machine.py and `telling_apart` in compile/vocabulary.py do. */

struct fact { int start, per, base, marks, size; I nothing; };
struct pieces {
  int located, known, count, places, everyone, facts, cleared;
  const int *slot, *first, *limit, *sees, *refill, *seen_at, *class;
  const I *seen_bits;
  const char *ordered, *wide;
  const uint64_t *keys;
  const struct fact *clears, *differs;
};
typedef const struct pieces *P;

/* Whatever a vector says, nothing outside of it is read or written. */

static inline int a_place(P p, W place) { return place < 0 || place >= p->places ? (int)give_up() : (int)place; }
static inline int a_piece(P p, W piece) { return piece < 0 || piece >= p->count ? (int)give_up() : (int)piece; }
static inline int lies_in(P p, const I *S, int piece) { return a_place(p, S[p->located + piece]); }

static inline int row_length(P p, const I *S, int place) {
  I n = S[p->slot[place]];
  return !p->ordered[place] || n < 0 || n > p->limit[place] ? (int)give_up() : (int)n;
}

static inline int bit_of(P p, int piece, int place) {
  int bit = piece - p->first[place], words = p->wide[place] ? p->wide[place] : 1;
  return bit < 0 || bit >= words * WORD ? (int)give_up() : bit;
}

static inline I *word_of(P p, I *S, int place, int bit) { return S + p->slot[place] + bit / WORD; }
static inline I in_word(int bit) { return (I)1 << bit % WORD; }

static inline U contents(P p, const I *S, int place) { /* only where there is no order */
  const I *word = S + p->slot[place];
  U set = (U)a_set(word[0]);
  for (int w = 1; w < p->wide[place]; w++) set |= (U)shl(a_set(word[w]), w * WORD);
  set = (U)shl(set, p->first[place]);
  return set >> p->count ? (U)give_up() : set;
}

static int row_index(P p, const I *S, int piece, int place) { /* counted from 1 */
  int n = row_length(p, S, place);
  const I *row = S + p->slot[place];
  for (int i = 1; i <= n; i++)
    if (row[i] == piece) return i;
  return (int)give_up();
}

static inline void emptied(P p, I *S, int place) {
  if (p->seen_at[place] >= 0) S[p->seen_at[place]] &= ~p->seen_bits[place];
}

static void take_out(P p, I *S, int piece, int place) {
  int empty;
  if (p->ordered[place]) {
    I *row = S + p->slot[place], n = row[0];
    for (int i = row_index(p, S, piece, place); i < n; i++) row[i] = row[i + 1];
    row[n] = 0;
    empty = (row[0] = n - 1) == 0;
  } else {
    int bit = bit_of(p, piece, place);
    *word_of(p, S, place, bit) ^= in_word(bit);
    empty = contents(p, S, place) == 0;
  }
  if (empty) emptied(p, S, place);
}

static void put_in(P p, I *S, int piece, int place) {
  if (p->ordered[place]) {
    I *row = S + p->slot[place], n = row_length(p, S, place) + 1;
    if (n > p->limit[place]) give_up();
    row[0] = n;
    row[n] = piece;
  } else {
    int bit = bit_of(p, piece, place);
    if (p->limit[place] && bit_count((W)contents(p, S, place)) >= p->limit[place]) give_up();
    *word_of(p, S, place, bit) |= in_word(bit);
  }
  if (p->seen_at[place] >= 0) S[p->seen_at[place]] |= p->seen_bits[place];
}

static void arrive(P p, I *S, int piece, int place, int seen_by) {
  put_in(p, S, piece, place);
  S[p->located + piece] = place;
  S[p->known + piece] |= seen_by;
  for (const struct fact *f = p->clears; f < p->clears + p->cleared; f++) {
    int i = piece - f->base;
    if (i < 0 || i >= f->size) continue;
    if (f->marks) S[f->start + i / WORD] &= ~((I)1 << i % WORD);
    else
      for (int k = 0; k < f->per; k++) S[f->start + i * f->per + k] = f->nothing;
  }
}

static void move(P p, I *S, W which, W where) {
  int piece = a_piece(p, which), place = a_place(p, where), old = lies_in(p, S, piece), everyone = p->everyone;
  if (old == place) return;
  if (p->sees[old] != everyone && !p->ordered[old]) /* of pieces that are alike the known one leaves first */
    for (int other = 0; other < p->count; other++)
      if (other != piece && p->class[other] == p->class[piece] && S[p->located + other] == old) {
        I known_only = S[p->known + other] & ~S[p->known + piece] & (everyone & ~p->sees[old]);
        S[p->known + other] ^= known_only;
        S[p->known + piece] |= known_only;
      }
  if (p->limit[old] == 1 && !p->ordered[old] && !p->wide[old]) {
    S[p->slot[old]] = 0;
    emptied(p, S, old);
  } else take_out(p, S, piece, old);
  int seen_by = p->sees[old] | p->sees[place];
  arrive(p, S, piece, place, seen_by);
  if (seen_by == everyone || p->ordered[old]) return;
  U left = contents(p, S, old); /* who did not see which piece left no longer knows which ones are there */
  if (!left) return;
  S[p->known + piece] &= ~(I)(everyone & ~seen_by);
  for (; left; left &= left - 1) S[p->known + lowest(left)] &= ~(I)(everyone & ~seen_by);
}

static void move_all(P p, I *S, W pieces, W place) {
  for (U rest = a_set(pieces); rest; rest &= rest - 1) move(p, S, lowest(rest), place);
}

static void shuffle(P p, I *S, W where, W counter, uint64_t key) {
  int place = a_place(p, where), n = row_length(p, S, place);
  uint64_t number = stream_number(S, key, counter), worth[MOST_THINGS];
  put(S, counter, at(S, counter) + 1);
  I *row = S + p->slot[place] + 1;
  for (int k = 0; k < n; k++) { /* sorted by a number made from the stream and the piece's own name, then by piece */
    int piece = a_piece(p, row[k]);
    uint64_t mine = mix(number ^ p->keys[piece]);
    int i = k;
    for (; i > 0 && (worth[i - 1] > mine || (worth[i - 1] == mine && row[i - 1] > piece)); i--)
      row[i] = row[i - 1], worth[i] = worth[i - 1];
    row[i] = piece, worth[i] = mine;
  }
  for (int k = 0; k < n; k++) S[p->known + row[k]] &= p->sees[place];
}

static void refill(P p, I *S, int source, int to) {
  if (p->ordered[source]) {
    I row[MOST_THINGS];
    int n = row_length(p, S, source);
    memcpy(row, S + p->slot[source] + 1, (size_t)n * sizeof(I));
    for (int i = 0; i < n; i++) move(p, S, row[i], to);
  } else move_all(p, S, (W)contents(p, S, source), to);
}

static void draw(P p, I *S, W number, W stack, W where, W counter, uint64_t key) {
  int from = a_place(p, stack), place = a_place(p, where), seen_by = p->sees[from] | p->sees[place];
  I *row = S + p->slot[from];
  for (W k = 0; k < number; k++) {
    if (!row_length(p, S, from)) {
      if (p->refill[from] < 0) return;
      refill(p, S, p->refill[from], from);
      shuffle(p, S, from, counter, key);
      if (!row[0]) return;
    }
    I n = row[0];
    int piece = a_piece(p, row[n]);
    row[n] = 0;
    row[0] = n - 1;
    if (n == 1) emptied(p, S, from);
    arrive(p, S, piece, place, seen_by);
  }
}

static void swap(P p, I *S, W one_piece, W other_piece) {
  int a = a_piece(p, one_piece), b = a_piece(p, other_piece), here = lies_in(p, S, a), there = lies_in(p, S, b);
  int seen_by = p->sees[here] | p->sees[there];
  if (p->ordered[here] && p->ordered[there]) {
    I *i = S + p->slot[here] + row_index(p, S, a, here), *j = S + p->slot[there] + row_index(p, S, b, there);
    *i = b, *j = a;
    S[p->located + a] = there, S[p->located + b] = here;
    S[p->known + a] |= seen_by, S[p->known + b] |= seen_by;
    return;
  }
  take_out(p, S, a, here);
  take_out(p, S, b, there);
  arrive(p, S, a, there, seen_by);
  arrive(p, S, b, here, seen_by);
}

static W position(P p, const I *S, W which) {
  int piece = a_piece(p, which), place = lies_in(p, S, piece);
  return p->ordered[place] ? row_index(p, S, piece, place) : 0;
}

static int same_facts(P p, const I *S, int a, int b) {
  for (const struct fact *f = p->differs; f < p->differs + p->facts; f++) {
    int i = a - f->base, j = b - f->base;
    if (i < 0 || j < 0 || i >= f->size || j >= f->size) {
      if ((i < 0 || i >= f->size) != (j < 0 || j >= f->size)) return 0;
    } else if (f->marks) {
      if ((S[f->start + i / WORD] >> i % WORD & 1) != (S[f->start + j / WORD] >> j % WORD & 1)) return 0;
    } else if (memcmp(S + f->start + i * f->per, S + f->start + j * f->per, (size_t)f->per * sizeof(I))) return 0;
  }
  return 1;
}

static int alike(P p, const I *S, int a, int b) {
  if (p->class[a] != p->class[b]) return 0;
  W here = position(p, S, a), there = position(p, S, b);
  return S[p->located + a] == S[p->located + b] && here == there && same_facts(p, S, a, b);
}

static W unlike(P p, const I *S, W things) { /* without those that nothing tells apart from an earlier one */
  U kept = a_set(things);
  if (kept >> p->count) give_up();
  for (U rest = kept & (kept - 1); rest; rest &= rest - 1) {
    int piece = lowest(rest);
    for (U before = kept & (((U)1 << piece) - 1); before; before &= before - 1) {
      if (!alike(p, S, lowest(before), piece)) continue;
      kept &= ~((U)1 << piece);
      break;
    }
  }
  return (W)kept;
}

static void unlike_choices(P p, const I *S, W code) { /* the same of the choices of one kind with what comes with them */
  int left = 0;
  U seen = 0;
  for (int i = 0; i < chosen; i++) {
    I choice = rw_choices[i];
    if (choice >> 32 == code && (choice & 65535) != 65535) {
      int piece = a_piece(p, choice & 65535), known = (int)(seen >> piece & 1);
      position(p, S, piece);
      for (U before = seen; before && !known; before &= before - 1) known = alike(p, S, lowest(before), piece);
      if (known) continue;
      seen |= (U)1 << piece;
    }
    rw_choices[left++] = choice;
  }
  chosen = left;
}
