/* -- vectors: the named numbers that saves, views and the Python build share, and the state in C

   Every number is checked against its field, so that nothing has to be checked again. */

static void put_number(char *to, int width, int64_t n) { memcpy(to, &n, (size_t)width); }

INLINE int64_t get_number(const char *from, int width) {
  if (width == 1) return *(const int8_t *)from;
  if (width == 2) return *(const int16_t *)from;
  if (width == 4) return *(const int32_t *)from;
  return *(const int64_t *)from;
}

static int load_number(char *to, const struct column *c, int64_t n, int kept) {
  int64_t most = c->width == 8 ? INT64_MAX : ((int64_t)1 << (8 * c->width - 1)) - 1;
  if (kept ? n < -most - 1 || n > most : n < c->low || n > c->high) return 0;
  put_number(to, c->width, n);
  return 1;
}

static int load_set(char *to, const struct column *c, const int64_t *v) {
  memset(to, 0, (size_t)c->width);
  for (int i = 0; i < c->words; i++) {
    if (v[i] < 0 || v[i] >> WORD) return 0;
    for (uint64_t rest = (uint64_t)v[i]; rest; rest &= rest - 1) {
      int member = i * WORD + __builtin_ctzll(rest);
      if (member >= c->size) return 0;
      to[member / 8] |= (char)(1 << member % 8);
    }
  }
  return 1;
}

static void store_set(int64_t *v, const struct column *c, const char *from) {
  const word *words = (const word *)from;
  for (int i = 0; i < c->words; i++) {
    int at = i * WORD / 64, shift = i * WORD % 64, left = c->size - i * WORD;
    uint64_t next = shift && 8 * at + 8 < c->width ? words[at + 1] << (64 - shift) : 0;
    v[i] = (int64_t)((words[at] >> shift | next) & (((uint64_t)1 << (left < WORD ? left : WORD)) - 1));
  }
}

static int load_row(char *to, const struct column *c, const int64_t *v) {
  if (v[0] < 0 || v[0] > c->room) return 0;
  put_number(to, 2, v[0]);
  for (int i = 1; i <= c->room; i++) {
    if (i <= v[0] ? v[i] < c->low || v[i] > c->high : v[i] != 0) return 0;
    put_number(to + 2 * i, 2, v[i]);
  }
  return 1;
}

/* With `kept`, numbers that nobody reads any more may be anything that there is room for. */
static int load_columns(char *state, const struct column *c, const int64_t *v, int kept) {
  for (; c->count; c++) {
    char *to = state + c->offset;
    const int64_t *from = v + c->start;
    for (int i = 0; i < c->count; i++) {
      int good = c->how == NUMBER ? load_number(to, c, *from, kept)
                 : c->how == SET  ? load_set(to, c, from)
                 : c->how == ROW  ? load_row(to, c, from)
                                  : (put_number(to, 8, *from), 1);
      if (!good) return 0;
      to += c->how == ROW ? 2 * (c->room + 1) : c->width;
      from += c->how == ROW ? c->room + 1 : c->words;
    }
  }
  return 1;
}

/* There is a loop for each width, of which the compiler makes wide instructions. */
static void store_columns(int64_t *v, const struct column *c, const char *state) {
  for (; c->count; c++) {
    const char *from = state + c->offset;
    int64_t *to = v + c->start, count = c->how == SET ? 0 : c->count * (c->room + 1);
    if (c->width == 1) for (int i = 0; i < count; i++) to[i] = ((const int8_t *)from)[i];
    if (c->width == 2) for (int i = 0; i < count; i++) to[i] = ((const int16_t *)from)[i];
    if (c->width == 4) for (int i = 0; i < count; i++) to[i] = ((const int32_t *)from)[i];
    if (c->width == 8) for (int i = 0; i < count; i++) to[i] = ((const int64_t *)from)[i];
    for (int i = 0; c->how == SET && i < c->count; i++) store_set(to + i * c->words, c, from + i * c->width);
  }
}

/* Returns 0; -1 where a number is outside of its range. */
EXPORT int rw_load(struct state *to, const int64_t *v) {
  struct state *S = to;
  memset(S, 0, sizeof *S);
  if (!load_columns((char *)S, COLUMNS, v, 0)) return -1;
  for (const struct circle *c = CIRCLES; c < CIRCLES + CIRCLE_COUNT; c++)
    for (int level = 0; level < c->most; level++) {
      const int64_t *from = v + c->start + level * (c->length + 1);
      char *kept = (char *)S + c->offset + level * c->width;
      if (from[c->length] != (int32_t)from[c->length]) return -1;
      put_number(kept + c->back, 4, from[c->length]);
      if (!load_columns(kept, c->frames, from, level >= v[c->depth])) return -1;
    }
  S->dirty = ~(uint64_t)0;
  return 0;
}

/* Finds a number of the vector that is stored as one: its first byte and its width. Returns how many of its field there
   are from there on, one behind the other; 0 where it is part of something else. */
EXPORT int64_t rw_column(int64_t slot, int64_t *found) {
  for (const struct column *c = COLUMNS; c->count; c++)
    if (c->how == NUMBER && slot >= c->start && slot < c->start + c->count) {
      found[0] = c->offset + (slot - c->start) * c->width, found[1] = c->width;
      return c->start + c->count - slot;
    }
  return 0;
}

EXPORT void rw_store(const struct state *S, int64_t *v) {
  store_columns(v, COLUMNS, (const char *)S);
  for (const struct circle *c = CIRCLES; c < CIRCLES + CIRCLE_COUNT; c++)
    for (int level = 0; level < c->most; level++) {
      const char *kept = (const char *)S + c->offset + level * c->width;
      int64_t *to = v + c->start + level * (c->length + 1);
      store_columns(to, c->frames, kept);
      to[c->length] = get_number(kept + c->back, 4);
    }
}
