/* -- what players know of a program, as tables that Python makes (players/native.py): weights, steps, who sees what

   Everything is found in the state by its offset, so one text serves all programs. */

struct guide {
  const int64_t *sums, *terms, *starts, *clock; /* weights: cumulative values, and what they are looked up by */
  const int64_t *sites, *steps, *blocks, *params; /* by question: step, whether it is secret; by step; by block: step */
  const int64_t *options, *domains, *classes, *sees; /* by option: domains of its pieces, whether it is quiet */
  int64_t digits, moments;
};

INLINE int64_t stored(const RW *R, int64_t offset, int64_t width) {
  const char *from = (const char *)&R->s + offset;
  if (width == 1) return *(const int8_t *)from;
  if (width == 2) return *(const int16_t *)from;
  if (width == 4) return *(const int32_t *)from;
  return *(const int64_t *)from;
}

INLINE int bit_at(const RW *R, int64_t offset, int64_t bit) {
  return ((const uint8_t *)&R->s)[offset + bit / 8] >> bit % 8 & 1;
}

/* The pieces in some places, each given by: how many bytes its set takes (0 for a row), its offset, its first piece. */
static int lying(const RW *R, const int64_t **terms, int16_t *found) {
  int count = 0;
  const int64_t *t = *terms;
  int64_t places = *t++;
  for (; places--; t += 3) {
    const uint8_t *from = (const uint8_t *)&R->s + t[1];
    if (!t[0]) {
      const row *r = (const row *)from;
      for (int i = 1; i <= r[0]; i++) found[count++] = r[i];
      continue;
    }
    for (int64_t byte = 0; byte < t[0]; byte += 8) {
      uint64_t rest = 0;
      memcpy(&rest, from + byte, t[0] - byte < 8 ? (size_t)(t[0] - byte) : 8);
      for (; rest; rest &= rest - 1) found[count++] = (int16_t)(t[2] + 8 * byte + __builtin_ctzll(rest));
    }
  }
  *terms = t;
  return count;
}

/* The cumulative value of a number of things: `at` is where the values begin, `top` the number of the last one. */
INLINE int64_t worth_of(const struct guide *G, int64_t number, int64_t at, int64_t top) {
  return number < 0 ? 0 : G->sums[at + (number < top ? number : top)];
}

enum { SLOT, BIT, MEMBERS, PIECES, MOVING, MOST_LYING = 4096 };

static int64_t moment(const RW *R, const struct guide *G) {
  int64_t found = 0;
  for (const int64_t *c = G->clock; c < G->clock + 4 * G->digits; c += 4) {
    int64_t n = stored(R, c[0], c[1]) - c[2];
    found = found * c[3] + (n < 0 ? 0 : n < c[3] ? n : c[3] - 1);
  }
  return found;
}

static int64_t weighed(const RW *R, const struct guide *G, int seat) {
  const int64_t *t = G->terms + G->starts[seat * G->moments + (G->digits ? moment(R, G) : 0)];
  int64_t total = 0;
  int16_t pieces[MOST_LYING];
  for (;;) switch (*t++) {
    case SLOT: total += worth_of(G, stored(R, t[0], t[1]), t[2], t[3]), t += 4; break;
    case BIT: total += bit_at(R, t[0], t[1]) * t[2], t += 3; break;
    case MEMBERS: {
      int64_t members = 0;
      for (int64_t i = 0; i < t[1]; i++) members += __builtin_popcount(((const uint8_t *)&R->s)[t[0] + i]);
      total += worth_of(G, members, t[2], t[3]), t += 4;
      break;
    }
    case PIECES: { /* several sums over the same pieces: of what stands in a table for each */
      int count = lying(R, &t, pieces);
      for (int64_t n = *t++; n--; t += 3) {
        int64_t sum = 0;
        for (int i = 0; i < count; i++) sum += G->sums[t[0] + pieces[i]];
        total += worth_of(G, sum, t[1], t[2]);
      }
      break;
    }
    case MOVING: { /* facts that move with pieces: summed for each further key */
      int count = lying(R, &t, pieces), any = 0;
      int64_t offset = t[0], width = t[1], base = t[2], end = t[3], per = t[4];
      for (int i = 0; i < count; i++) any |= pieces[i] >= base && pieces[i] < end;
      for (int64_t key = 0; any && key < per; key++) {
        int64_t sum = 0;
        for (int i = 0; i < count; i++)
          if (pieces[i] >= base && pieces[i] < end) sum += stored(R, offset + ((pieces[i] - base) * per + key) * width, width);
        total += worth_of(G, sum, t[5], t[6]);
      }
      t += 7;
      break;
    }
    default: return total;
  }
}

/* The value of the position for a seat, in hundredths of a point. */
static int64_t evaluated(RW *R, const struct guide *G, int seat) {
  R->steps = MOST_STEPS;
  return 100 * all_points(R, seat) + weighed(R, G, seat);
}

EXPORT int rw_evaluated(RW *R, const struct guide *G, const struct state *S, int seat, int64_t *found) {
  WORK_ON(S, -1)
  *found = evaluated(R, G, seat);
  return 0;
}
