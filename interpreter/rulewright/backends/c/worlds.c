/* -- what sampling determinizations needs of any domain: chance, references to pieces, facts that stay with positions */

struct chance {
  uint64_t at;
};
INLINE uint64_t next_number(struct chance *chance) { return mix(chance->at += GOLDEN); }

INLINE uint64_t below_in(const RW *R, uint64_t number, uint64_t limit) {
  while (needs_redraw(number, limit)) number = mix(number + GOLDEN);
  return remainder_of(R, number, limit);
}

/* An unknown piece and where it is; in a place with an order, at which index. */
struct spot {
  uint64_t known, key;
  int16_t place, at, piece;
};

/* A value that refers to pieces: with `members` a set of them. `owner` alone sees it, or everybody (-1). */
struct reference {
  int offset, width, members, owner;
};

/* A fact of `size` pieces from `base` on, each with `values` numbers, or sets of `members`; marks are one set. */
struct trait {
  int offset, base, size, values, marks, width, members, doubt;
  int64_t initial;
};

/* A hidden value: a number from `low` to `high`, or a set of `members`, of which those at `low` are in doubt. */
struct drawn {
  int offset, low, high, width, owner, members, by_member, there;
};

/* The pieces of one kind that can be exchanged for one another. */
struct pool {
  const int16_t *pieces, *classes;
  int count;
  void (*swap)(RW *R, int a, int b);
};

enum { FEATURES = 1 << 16 };

static void sort_by_key(struct spot *spots, int count) { /* mostly they are sorted already */
  for (int k = 1; k < count; k++) {
    struct spot mine = spots[k];
    int i = k;
    for (; i > 0 && spots[i - 1].key > mine.key; i--) spots[i] = spots[i - 1];
    spots[i] = mine;
  }
}

INLINE int is_in(const void *set, int at) { return ((const uint8_t *)set)[at / 8] >> at % 8 & 1; }
INLINE void put_in_set(void *set, int at) { ((uint8_t *)set)[at / 8] |= (uint8_t)(1 << at % 8); }
INLINE void flip_in_set(void *set, int at) { ((uint8_t *)set)[at / 8] ^= (uint8_t)(1 << at % 8); }

static void collect_references(const RW *R, const struct reference *r, uint8_t *pieces) {
  const char *from = (const char *)&R->s + r->offset;
  int64_t piece = r->members ? -1 : get_number(from, r->width);
  if (piece >= 0) put_in_set(pieces, (int)piece);
  for (int at = 0; at < r->members; at++)
    if (is_in(from, at)) put_in_set(pieces, at);
}

INLINE int refers_to(const RW *R, const struct reference *r, int piece) {
  const char *from = (const char *)&R->s + r->offset;
  return r->members ? is_in(from, piece) : get_number(from, r->width) == piece;
}

INLINE uint64_t feature(int trait, int which, int64_t value) {
  return mix(((uint64_t)trait * FEATURES + (uint64_t)which) * GOLDEN + (uint64_t)value);
}

static uint64_t attachment_marks(const RW *R, const struct trait *t, int number, int piece) {
  const char *from = (const char *)&R->s + t->offset;
  int at = piece - t->base;
  uint64_t noted = 0;
  if (at < 0 || at >= t->size) return 0;
  if (t->marks) return is_in(from, at) ? feature(number, 0, 1) : 0;
  for (int k = 0; k < t->values; k++) {
    const char *value = from + (at * t->values + k) * t->width;
    int64_t shown = t->members ? t->initial : get_number(value, t->width);
    if (shown != t->initial) noted += feature(number, k, shown);
    for (int member = 0; member < t->members; member++)
      if (is_in(value, member)) noted += feature(number, k, member + 1);
  }
  return noted;
}

/* Gives each unknown piece the values of the one whose position it takes; `pieces` is how many the domain has. Returns
   whether there are any values. */
static int carry_trait(RW *R, const struct trait *t, const uint8_t *unknown, const int16_t *new, int pieces, char *old) {
  char *from = (char *)&R->s + t->offset;
  int stride = t->values * t->width, end = t->base + t->size < pieces ? t->base + t->size : pieces, differs = 0;
  if (t->marks) {
    memset(old, 0, (size_t)t->size / 8 + 1);
    for (int piece = t->base; piece < end; piece++)
      if (is_in(unknown, piece) && is_in(from, piece - t->base)) {
        flip_in_set(from, piece - t->base);
        put_in_set(old, new[piece] - t->base);
        differs = 1;
      }
    for (int i = 0; i <= (t->size - 1) / 8; i++) from[i] |= old[i];
    return differs;
  }
  for (int piece = t->base; piece < end && !differs; piece++)
    if (is_in(unknown, piece))
      for (int k = 0; k < t->values && !differs; k++) {
        const char *value = from + (piece - t->base) * stride + k * t->width;
        if (!t->members) differs = get_number(value, t->width) != t->initial;
        else
          for (int byte = 0; byte < t->width; byte++) differs |= value[byte];
      }
  if (!differs) return 0;
  memcpy(old, from, (size_t)(t->size * stride));
  for (int piece = t->base; piece < end; piece++)
    if (is_in(unknown, piece)) memcpy(from + (new[piece] - t->base) * stride, old + (piece - t->base) * stride, (size_t)stride);
  return 1;
}

static void follow_position(RW *R, const struct reference *r, const uint8_t *unknown, const int16_t *new, int pieces, char *old) {
  char *from = (char *)&R->s + r->offset;
  if (!r->members) {
    int64_t piece = get_number(from, r->width);
    if (piece >= 0 && is_in(unknown, (int)piece)) put_number(from, r->width, new[piece]);
    return;
  }
  memset(old, 0, (size_t)r->members / 8 + 1);
  for (int piece = 0; piece < pieces; piece++)
    if (is_in(from, piece) && is_in(unknown, piece)) flip_in_set(from, piece), put_in_set(old, new[piece]);
  for (int i = 0; i <= (r->members - 1) / 8; i++) from[i] |= old[i];
}
