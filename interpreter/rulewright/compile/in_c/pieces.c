/* Moving pieces: what `movers` in compile/machine.py and `telling_apart` in compile/vocabulary.py do. */

struct fact { int start, per, base, marks, size; };
struct pieces {
  int located, known, count, places, everyone, facts, cleared;
  const int *slot, *first, *limit, *sees, *refill, *seen_at, *class;
  const I *seen_bits;
  const char *ordered, *wide;
  const uint64_t *keys;
  const struct fact *clears, *differs;
};
typedef const struct pieces *P;

static inline int word_at(P p, int place, int bit) { return p->slot[place] + (p->wide[place] ? bit / WORD : 0); }
static inline I word_bit(P p, int place, int bit) { return (I)1 << (p->wide[place] ? bit % WORD : bit); }

static U contents(P p, const I *S, int place) { /* only where there is no order */
  U set = 0;
  if (!p->wide[place]) return (U)S[p->slot[place]] << p->first[place];
  for (int w = 0; w <= (p->count - p->first[place]) / WORD; w++) set |= (U)S[p->slot[place] + w] << w * WORD;
  return set << p->first[place];
}

static void take_out(P p, I *S, int piece, int place) {
  int s = p->slot[place], empty;
  if (p->ordered[place]) {
    I n = S[s], i = s + 1;
    while (i <= s + n && S[i] != piece) i++;
    if (i > s + n) give_up();
    for (; i < s + n; i++) S[i] = S[i + 1];
    S[s + n] = 0;
    empty = (S[s] = n - 1) == 0;
  } else {
    int bit = piece - p->first[place];
    S[word_at(p, place, bit)] ^= word_bit(p, place, bit);
    empty = contents(p, S, place) == 0;
  }
  if (p->seen_at[place] >= 0 && empty) S[p->seen_at[place]] &= ~p->seen_bits[place];
}

static void put_in(P p, I *S, int piece, int place) {
  int s = p->slot[place];
  if (p->ordered[place]) {
    I n = S[s] + 1;
    if (n > p->limit[place]) give_up();
    S[s] = n;
    S[s + n] = piece;
  } else {
    int bit = piece - p->first[place];
    if (bit < 0) give_up();
    if (!p->wide[place] && p->limit[place] && __builtin_popcountll((uint64_t)S[s]) >= p->limit[place]) give_up();
    S[word_at(p, place, bit)] |= word_bit(p, place, bit);
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
    else memset(S + f->start + i * f->per, 0, (size_t)f->per * sizeof(I));
  }
}

static void move(P p, I *S, W which, W where) {
  if (which < 0 || which >= p->count || where < 0 || where >= p->places) give_up();
  int piece = which, place = where, old = S[p->located + piece], everyone = p->everyone;
  if (old == place) return;
  if (p->sees[old] != everyone && !p->ordered[old]) /* of pieces that are alike the known one leaves first */
    for (int other = 0; other < p->count; other++)
      if (other != piece && p->class[other] == p->class[piece] && S[p->located + other] == old) {
        I known_only = S[p->known + other] & ~S[p->known + piece] & (everyone & ~p->sees[old]);
        S[p->known + other] ^= known_only;
        S[p->known + piece] |= known_only;
      }
  take_out(p, S, piece, old);
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

static void shuffle(P p, I *S, W place, W counter, uint64_t key) {
  int s = p->slot[(I)place], n = S[s];
  uint64_t number = stream_number(S, key, counter), worth[MOST_PIECES];
  put(S, counter, at(S, counter) + 1);
  I *row = S + s + 1;
  for (int k = 0; k < n; k++) { /* sorted by a number made from the stream and the piece's own name, then by piece */
    I piece = row[k];
    uint64_t mine = mix(number ^ p->keys[piece]);
    int i = k;
    for (; i > 0 && (worth[i - 1] > mine || (worth[i - 1] == mine && row[i - 1] > piece)); i--)
      row[i] = row[i - 1], worth[i] = worth[i - 1];
    row[i] = piece, worth[i] = mine;
  }
  for (int k = 0; k < n; k++) S[p->known + row[k]] &= p->sees[(I)place];
}

static void draw(P p, I *S, W number, W stack, W place, W counter, uint64_t key) {
  int from = stack, s = p->slot[from], seen_by;
  if (place < 0 || place >= p->places) give_up();
  seen_by = p->sees[from] | p->sees[(I)place];
  for (W k = 0; k < number; k++) {
    if (!S[s]) {
      int source = p->refill[from];
      if (source < 0) return;
      if (p->ordered[source]) {
        I row[MOST_PIECES], n = S[p->slot[source]];
        memcpy(row, S + p->slot[source] + 1, (size_t)n * sizeof(I));
        for (I i = 0; i < n; i++) move(p, S, row[i], from);
      } else move_all(p, S, (W)contents(p, S, source), from);
      shuffle(p, S, from, counter, key);
      if (!S[s]) return;
    }
    I n = S[s], piece = S[s + n];
    S[s + n] = 0;
    S[s] = n - 1;
    arrive(p, S, piece, place, seen_by);
  }
}

static void swap(P p, I *S, W one_piece, W other_piece) {
  if (one_piece < 0 || other_piece < 0 || one_piece >= p->count || other_piece >= p->count) give_up();
  int a = one_piece, b = other_piece, here = S[p->located + a], there = S[p->located + b];
  int seen_by = p->sees[here] | p->sees[there];
  if (p->ordered[here] && p->ordered[there]) {
    I *i = S + p->slot[here] + 1, *j = S + p->slot[there] + 1;
    while (i <= S + p->slot[here] + S[p->slot[here]] && *i != a) i++;
    while (j <= S + p->slot[there] + S[p->slot[there]] && *j != b) j++;
    if (*i != a || *j != b) give_up();
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
  if (which < 0 || which >= p->count) give_up();
  int place = S[p->located + (I)which], s = p->slot[place];
  if (!p->ordered[place]) return 0;
  for (I i = 1; i <= S[s]; i++)
    if (S[s + i] == which) return i;
  return give_up();
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

static W unlike(P p, const I *S, W things) { /* without those that nothing tells apart from an earlier one */
  U kept = a_set(things);
  for (U rest = kept & (kept - 1); rest; rest &= rest - 1) {
    int piece = lowest(rest);
    for (U before = kept & (((U)1 << piece) - 1); before; before &= before - 1) {
      int other = lowest(before);
      if (p->class[other] != p->class[piece] || S[p->located + other] != S[p->located + piece]) continue;
      if (position(p, S, other) != position(p, S, piece) || !same_facts(p, S, other, piece)) continue;
      kept &= ~((U)1 << piece);
      break;
    }
  }
  return (W)kept;
}
