/* Playouts: draws worlds, in which every card is known, and plays the rest of the hand in them.

   Each seat that still collects has seen more cards than it holds and kept those that serve its
   phase, and it would rarely have given up a card that helps. A seat with its phase down would have
   hit what fits. One simple policy plays for all seats. It leaves out rules that rarely change who
   lays and who goes out: protections against Skips, save piles and stalemates. After the world is
   drawn nothing is random, so two plays in one world differ only by what follows from the plays.

   playouts.py fills these structures and must declare them alike. */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { NUMBERS = 48, WILD = NUMBERS, SKIP, KINDS };
enum { SEATS = 6, DECK = 128, HAND = 64, EVIDENCE = 32, LAID = 32 };
enum { PLANS = 160, PLACES = 12, HELD = 32, GROUPS = 5 };
enum { NOTHING = -1 };
enum kind { SET, RUN, COLOUR };

/* Turns of all seats after which a playout ends with nobody out. */
enum { MOST_TURNS = 120 };
/* A card that serves a plan is worth eight times one that serves a plan which is a card behind, and
   that more than all that decides between cards that serve equally: points, and WANTED. */
enum { WORTH_BITS = 3, POINTS = 32 };
/* Points that discarding a card costs that the next player is noticed to want for its phase. */
enum { WANTED = 10 };
/* Points that a card next to a run on the table is worth, half of it for each further step; and more
   steps than there are to any group. */
enum { REACH = 20, FAR = 12 };
/* Hands drawn for a seat before one is taken that agrees less with what was seen; and cards seen and
   not kept that count, at most. */
enum { TRIES = 16, MOST_SEEN = 8 };
/* How likely a seat with its phase down holds a card that fits another seat's group, relative to others. */
static const double UNHIT = 0.3;
/* How often a player notices that the next one wants a card: while it collects, and afterwards. With
   these, as many discards are taken as between players of the level hard. */
static const double NOTICED = 0.75, NOTICED_ON_TABLE = 0.5;

/* A group that a plan lays. */
struct aim {
    int8_t kind, low, size, colour;
};

/* A phase and all its plans. The arrays with a byte for each plan hold 0 or 1; how many cards of a
   place are held is the index before. */
struct phase {
    int32_t plans, width, size, groups;
    uint8_t place[NUMBERS];
    uint8_t wanting[PLACES][HELD][PLANS];
    uint8_t sparing[PLACES][HELD][PLANS];
    struct aim aims[PLANS][GROUPS];
};

/* A group on the table. */
struct group {
    int8_t kind, low, high, colour;
};

/* What is known of another seat; no phase once it is down. */
struct hidden_seat {
    const struct phase *phase;
    int32_t cards, known_count, thrown, evidence_count, group_count, skipped;
    double weight[EVIDENCE];
    uint8_t known[DECK], evidence[EVIDENCE];
    struct group groups[GROUPS];
};

/* A decision of the seat to act; the other seats follow it in the order of play. */
struct decision {
    const struct phase *phase;
    int32_t seats, hand_count, pool_count, again_count, group_count;
    int32_t draw_pile, top, out_by_discard, last_turn;
    uint8_t points[KINDS], hand[HAND], pool[DECK], again[DECK];
    struct group groups[LAID];
    struct hidden_seat others[SEATS - 1];
};

/* What the seat to act does: discards a card, or draws. */
struct play {
    int32_t draws, taken, card, target;
};

/* A seat of a world; its phase is NULL once it is down. */
struct seat {
    const struct phase *phase;
    int32_t count, wilds, cover;
    bool skipped;
    uint8_t cards[HAND], held[PLACES];
    uint8_t covers[PLANS];
};

/* What a seat does in a world, for tests: where a card goes, by group or seat, or NOTHING. */
struct step {
    int32_t what, seat, card, where;
};
enum what { DRAWS, TAKES, LAYS, HITS, DISCARDS };

struct world {
    const struct decision *decision;
    struct step *steps; /* NULL where nobody asks for them */
    int32_t step_count;
    uint64_t noticed, noticed_on_table;
    int32_t top, turn, left, group_count;
    uint8_t pile[2 * DECK];
    struct group groups[LAID];
    struct seat seats[SEATS];
};

/* ── random numbers: xorshift128+ ─────────────────────────────────────────────────────────────── */

struct random {
    uint64_t one, other;
};

static uint64_t next(struct random *rng) {
    uint64_t one = rng->one, other = rng->other;
    rng->one = other;
    one ^= one << 23;
    rng->other = one ^ other ^ (one >> 17) ^ (other >> 26);
    return rng->other + other;
}

static struct random seeded(uint64_t seed) {
    struct random rng = {seed * 0x9E3779B97F4A7C15u + 1, seed ^ 0xD1B54A32D192ED03u};
    for (int i = 0; i < 20; i++) next(&rng);
    return rng;
}

static int below(struct random *rng, int limit) {
    return (int)(((next(rng) >> 32) * (uint64_t)limit) >> 32);
}

static double uniform(struct random *rng) { return (double)(next(rng) >> 11) * 0x1p-53; }

/* Move a random card to each of the first places. */
static void shuffle(struct random *rng, uint8_t *cards, int count, int first) {
    for (int i = 0; i < first && i < count; i++) {
        int other = i + below(rng, count - i);
        uint8_t card = cards[i];
        cards[i] = cards[other];
        cards[other] = card;
    }
}

/* ── cards and groups ─────────────────────────────────────────────────────────────────────────── */

static int number_of(int card) { return card / 4 + 1; }
static int colour_of(int card) { return card % 4; }

static bool is_among(const uint8_t *cards, int count, int card) {
    return memchr(cards, card, (size_t)count) != NULL;
}

static void take_out(uint8_t *cards, int32_t *count, int card) {
    uint8_t *place = memchr(cards, card, (size_t)*count);
    memmove(place, place + 1, (size_t)(cards + --*count - place));
}

/* How many numbers lie between a natural card and the end of a group; 0 where it fits. */
static int steps(const struct group *group, int card) {
    int number = number_of(card);
    if (group->kind == SET) return number == group->low ? 0 : FAR;
    if (group->kind == COLOUR) return colour_of(card) == group->colour ? 0 : FAR;
    if (number < group->low) return group->low - 1 - number;
    if (number > group->high) return number - group->high - 1;
    return FAR;
}

static bool hit(struct group *group, int card) {
    if (card != WILD) {
        if (steps(group, card) > 0) return false;
        if (group->kind == RUN && number_of(card) < group->low) group->low--;
        else if (group->kind == RUN) group->high++;
        return true;
    }
    if (group->kind != RUN) return true;
    if (group->high < NUMBERS / 4) group->high++;
    else if (group->low > 1) group->low--;
    else return false;
    return true;
}

static int fewest_steps(const struct group *groups, int count, int card) {
    int fewest = FAR;
    for (int i = 0; i < count; i++) {
        int to_group = steps(&groups[i], card);
        if (to_group < fewest) fewest = to_group;
    }
    return fewest;
}

static bool fits(const struct group *groups, int count, int card) {
    return card == WILD || (card < NUMBERS && fewest_steps(groups, count, card) == 0);
}

/* ── seats ────────────────────────────────────────────────────────────────────────────────────── */

static void find_cover(struct seat *seat) {
    uint8_t most = 0;
    for (int i = 0; i < seat->phase->width; i++)
        if (seat->covers[i] > most) most = seat->covers[i];
    seat->cover = most;
}

static void count_card(struct seat *seat, int card) {
    if (card == WILD) seat->wilds++;
    if (card >= NUMBERS) return;
    int place = seat->phase->place[card];
    const uint8_t *wanting = seat->phase->wanting[place][seat->held[place]++];
    for (int i = 0; i < seat->phase->width; i++) seat->covers[i] += wanting[i];
}

static struct seat holding(const struct phase *phase, const uint8_t *cards, int count) {
    struct seat seat = {.phase = phase, .count = count};
    memcpy(seat.cards, cards, (size_t)count);
    if (phase) {
        for (int i = 0; i < count; i++) count_card(&seat, cards[i]);
        find_cover(&seat);
    }
    return seat;
}

static void add(struct seat *seat, int card) {
    seat->cards[seat->count++] = (uint8_t)card;
    if (!seat->phase) return;
    count_card(seat, card);
    find_cover(seat);
}

static void give_away(struct seat *seat, int card) {
    take_out(seat->cards, &seat->count, card);
    if (!seat->phase) return;
    if (card == WILD) seat->wilds--;
    if (card >= NUMBERS) return;
    int place = seat->phase->place[card];
    const uint8_t *wanting = seat->phase->wanting[place][--seat->held[place]];
    for (int i = 0; i < seat->phase->width; i++) seat->covers[i] -= wanting[i];
    find_cover(seat);
}

static bool is_complete(const struct seat *seat) {
    return seat->phase->size <= seat->cover + seat->wilds;
}

/* Whether a card other than a Skip brings the phase nearer. */
static bool wants(const struct seat *seat, int card) {
    if (is_complete(seat)) return false;
    if (card == WILD) return true;
    int place = seat->phase->place[card];
    const uint8_t *wanting = seat->phase->wanting[place][seat->held[place]];
    uint8_t any = 0;
    for (int i = 0; i < seat->phase->width; i++) any |= (seat->covers[i] == seat->cover) & wanting[i];
    return any;
}

static void note(struct world *world, const struct seat *seat, enum what what, int card, int where) {
    if (!world->steps) return;
    int32_t number = (int32_t)(seat - world->seats);
    world->steps[world->step_count++] = (struct step){(int32_t)what, number, card, where};
}

/* ── playing on ───────────────────────────────────────────────────────────────────────────────── */

static struct seat *following(struct world *world) {
    return &world->seats[(world->turn + 1) % world->decision->seats];
}

/* Whether a card of a group is this one, if the group takes it at all. */
static bool serves(const struct aim *aim, int card, int at) {
    if (card >= NUMBERS) return false;
    if (aim->kind == COLOUR) return colour_of(card) == aim->colour;
    return number_of(card) == aim->low + (aim->kind == RUN ? at : 0);
}

/* The points of the cards of a hand that a plan lays or that could be hit then, and their number. */
static int laid_with(const struct world *world, const struct seat *seat, const struct aim *aims) {
    int points = 0;
    for (int i = 0; i < seat->count; i++) {
        int card = seat->cards[i];
        for (int g = 0; card < NUMBERS && g < seat->phase->groups; g++) {
            int high = aims[g].kind == RUN ? aims[g].low + aims[g].size - 1 : 0;
            struct group group = {aims[g].kind, aims[g].low, (int8_t)high, aims[g].colour};
            bool inside = group.kind == RUN && number_of(card) >= group.low && number_of(card) <= high;
            if (inside || steps(&group, card) == 0) {
                points += world->decision->points[card] + 1;
                break;
            }
        }
    }
    return points;
}

/* Lay the phase, if the hand holds it: of the plans that take the fewest Wilds the one that leaves
   the fewest points. */
static void lay(struct world *world, struct seat *seat) {
    const struct phase *phase = seat->phase;
    if (!is_complete(seat) || !seat->cover) return;
    int best = NOTHING, most = NOTHING;
    for (int i = 0; i < phase->plans; i++) {
        if (seat->covers[i] != seat->cover) continue;
        int points = laid_with(world, seat, phase->aims[i]);
        if (points > most) best = i, most = points;
    }
    seat->phase = NULL;
    for (int g = 0; g < phase->groups; g++) {
        const struct aim *aim = &phase->aims[best][g];
        int high = aim->kind == RUN ? aim->low + aim->size - 1 : 0;
        for (int at = 0; at < aim->size; at++) {
            int card = WILD, dearest = NOTHING;
            for (int i = 0; i < seat->count; i++) {
                int points = world->decision->points[seat->cards[i]];
                if (serves(aim, seat->cards[i], at) && points > dearest)
                    card = seat->cards[i], dearest = points;
            }
            take_out(seat->cards, &seat->count, card);
            note(world, seat, LAYS, card, world->group_count);
        }
        world->groups[world->group_count++] =
            (struct group){aim->kind, aim->low, (int8_t)high, aim->colour};
    }
}

/* Hit all cards that fit; the last one is kept where going out takes a discard. */
static void hit_all(struct world *world, struct seat *seat) {
    int keep = world->decision->out_by_discard ? 1 : 0;
    for (bool again = true; again;) {
        again = false;
        uint8_t cards[HAND];
        int count = seat->count;
        memcpy(cards, seat->cards, (size_t)count);
        for (int i = 0; i < count && seat->count > keep; i++) {
            bool done = cards[i] == SKIP;
            for (int g = 0; g < world->group_count && !done; g++)
                if (hit(&world->groups[g], cards[i])) {
                    take_out(seat->cards, &seat->count, cards[i]);
                    note(world, seat, HITS, cards[i], g);
                    again = done = true;
                }
        }
    }
}

/* Whether the next player wants a card for its phase, and that is noticed. */
static bool is_wanted(struct world *world, int card, uint64_t noticed) {
    const struct seat *next_one = following(world);
    return next_one->phase && !next_one->skipped && noticed >> card & 1 && wants(next_one, card);
}

/* The card to discard once the phase is down. */
static int worst_on_table(struct world *world, const struct seat *seat) {
    int worst = NOTHING, least = 0;
    for (int i = 0; i < seat->count; i++) {
        int card = seat->cards[i], cost = -world->decision->points[card] * (1 << FAR);
        if (card == WILD) cost = INT32_MAX;
        if (card < NUMBERS) {
            cost += REACH << FAR >> fewest_steps(world->groups, world->group_count, card);
            cost += is_wanted(world, card, world->noticed_on_table) * WANTED * (1 << FAR);
        }
        if (worst == NOTHING || cost < least) worst = card, least = cost;
    }
    return worst;
}

/* The card to discard before: what the nearest plans need least. */
static int least_useful(struct world *world, const struct seat *seat) {
    const struct phase *phase = seat->phase;
    const struct seat *next_one = following(world);
    bool feeding = !next_one->phase && !next_one->skipped;
    int cover = seat->cover, behind = cover ? cover - 1 : 0, worst = NOTHING;
    uint8_t best[PLANS], next_best[PLANS];
    for (int i = 0; i < phase->width; i++) {
        best[i] = seat->covers[i] == cover;
        next_best[i] = seat->covers[i] == behind;
    }
    int64_t worth = 0, least = 0;
    for (int i = 0; i < phase->plans; i++) worth += (int64_t)best[i] << WORTH_BITS * cover;
    for (int i = 0; i < seat->count; i++) {
        int card = seat->cards[i];
        if (card >= NUMBERS || is_among(seat->cards, i, card)) continue;
        int place = phase->place[card];
        const uint8_t *sparing = phase->sparing[place][seat->held[place]];
        uint8_t spared = 0, spared_behind = 0;
        for (int j = 0; j < phase->width; j++) {
            spared += best[j] & sparing[j];
            spared_behind += next_best[j] & sparing[j];
        }
        int64_t cost = -((int64_t)spared << WORTH_BITS * cover);
        cost -= (int64_t)spared_behind << WORTH_BITS * behind;
        if (feeding && fits(world->groups, world->group_count, card))
            cost += worth;
        cost = cost * POINTS - world->decision->points[card];
        cost += is_wanted(world, card, world->noticed) * WANTED;
        if (worst == NOTHING || cost < least) worst = card, least = cost;
    }
    if (worst != NOTHING) return worst;
    return is_among(seat->cards, seat->count, SKIP) ? SKIP : WILD;
}

/* The seat that a Skip names: if possible one with its phase down, then with the fewest cards. */
static int most_dangerous(const struct world *world, const struct seat *seat) {
    int target = NOTHING, least = 0;
    for (int i = 0; i < world->decision->seats; i++) {
        const struct seat *other = &world->seats[i];
        if (other == seat || other->skipped) continue;
        int key = (other->phase ? HAND : 0) + other->count;
        if (target == NOTHING || key < least) target = i, least = key;
    }
    return target;
}

static void discard(struct world *world, struct seat *seat, int card, int target) {
    give_away(seat, card);
    world->top = card;
    if (card == SKIP && target == NOTHING) target = most_dangerous(world, seat);
    note(world, seat, DISCARDS, card, target);
    if (target != NOTHING) world->seats[target].skipped = true;
}

/* Lay and hit what can be, then discard. */
static void end_turn(struct world *world, struct seat *seat) {
    if (seat->phase) lay(world, seat);
    if (!seat->phase) hit_all(world, seat);
    if (!seat->count) return;
    int card;
    if (is_among(seat->cards, seat->count, SKIP) && most_dangerous(world, seat) != NOTHING)
        card = SKIP;
    else card = seat->phase ? least_useful(world, seat) : worst_on_table(world, seat);
    discard(world, seat, card, NOTHING);
}

static bool draw(struct world *world, struct seat *seat) {
    if (!world->left) return false;
    add(seat, world->pile[--world->left]);
    note(world, seat, DRAWS, world->pile[world->left], NOTHING);
    return true;
}

static void take(struct world *world, struct seat *seat) {
    add(seat, world->top);
    note(world, seat, TAKES, world->top, NOTHING);
    world->top = NOTHING;
}

/* Play a whole turn; false where no card can be drawn. */
static bool play_turn(struct world *world, struct seat *seat) {
    if (seat->skipped) {
        seat->skipped = false;
        return true;
    }
    int top = world->top;
    bool wanted = top != NOTHING && top != SKIP &&
                  (seat->phase ? wants(seat, top) : fits(world->groups, world->group_count, top));
    if (wanted) take(world, seat);
    else if (!draw(world, seat)) return false;
    end_turn(world, seat);
    return true;
}

/* Play to the end of the hand after a turn. */
static void go_on(struct world *world) {
    const struct decision *decision = world->decision;
    int more = MOST_TURNS;
    for (bool ends = false; more;) {
        if (!world->seats[world->turn].count && !ends) {
            more = decision->last_turn ? decision->seats : 1;
            ends = true;
        }
        more--;
        world->turn = (world->turn + 1) % decision->seats;
        if (more && !play_turn(world, &world->seats[world->turn])) return;
    }
}

static void play_on(struct world *world, const struct play *play) {
    struct seat *seat = &world->seats[0];
    if (!play->draws) discard(world, seat, play->card, play->target);
    else {
        if (play->taken) take(world, seat);
        else if (!draw(world, seat)) return;
        end_turn(world, seat);
    }
    go_on(world);
}

/* ── worlds ───────────────────────────────────────────────────────────────────────────────────── */

/* The hidden cards of a seat with its phase down: they fit none of its own groups. */
static int unhit(const struct decision *decision, const struct hidden_seat *other, uint8_t *pool,
                 int count, struct random *rng, uint8_t *hidden) {
    int need = other->cards - other->known_count, held = 0;
    shuffle(rng, pool, count, count);
    for (int i = 0; i < count && held < need; i++) {
        int card = pool[i];
        if (fits(other->groups, other->group_count, card)) continue;
        if (fits(decision->groups, decision->group_count, card) && uniform(rng) > UNHIT) continue;
        hidden[held++] = (uint8_t)card;
    }
    if (held < need) memcpy(hidden, pool, (size_t)need);
    return need;
}

/* The place of a random one of the plans that a hand can use the most cards of. */
static int nearest_plan(const struct seat *seat, struct random *rng) {
    int many = 0, plan = 0;
    for (int i = 0; i < seat->phase->plans; i++) many += seat->covers[i] == seat->cover;
    for (int skip = below(rng, many); seat->covers[plan] != seat->cover || skip--; plan++);
    return plan;
}

/* The cards that are kept of the cards seen: cards that serve a nearest plan, then cards of few
   points. */
static void keep(const struct decision *decision, const struct hidden_seat *other,
                 const uint8_t *seen, int count, int need, struct random *rng, uint8_t *hidden) {
    uint8_t cards[2 * HAND], spare[HAND], held[PLACES] = {0};
    int serving = 0, spares = 0;
    memcpy(cards, other->known, (size_t)other->known_count);
    memcpy(cards + other->known_count, seen, (size_t)count);
    struct seat seat = holding(other->phase, cards, other->known_count + count);
    int plan = nearest_plan(&seat, rng);
    for (int i = 0; i < other->known_count + count; i++) {
        int card = cards[i];
        bool serves_it = card == WILD;
        if (card < NUMBERS) {
            int place = other->phase->place[card];
            serves_it = other->phase->wanting[place][held[place]++][plan];
        }
        if (i < other->known_count) continue;
        if (serves_it) {
            if (serving < need) hidden[serving++] = (uint8_t)card;
            continue;
        }
        int at = spares++;
        for (; at && decision->points[spare[at - 1]] > decision->points[card]; at--)
            spare[at] = spare[at - 1];
        spare[at] = (uint8_t)card;
    }
    if (serving < need) memcpy(hidden + serving, spare, (size_t)(need - serving));
}

/* The hidden cards of a seat that still collects. */
static int collected(const struct decision *decision, const struct hidden_seat *other, uint8_t *pool,
                     int count, struct random *rng, uint8_t *hidden) {
    int need = other->cards - other->known_count;
    int more = other->thrown < MOST_SEEN ? other->thrown : MOST_SEEN;
    for (int i = 0; i < TRIES; i++) {
        int seen = need + more < count ? need + more : count;
        shuffle(rng, pool, count, seen);
        keep(decision, other, pool, seen, need, rng, hidden);
        uint8_t cards[HAND];
        memcpy(cards, other->known, (size_t)other->known_count);
        memcpy(cards + other->known_count, hidden, (size_t)need);
        struct seat seat = holding(other->phase, cards, other->cards);
        if (is_complete(&seat)) {
            /* It would have laid: it has seen fewer cards that serve. */
            more /= 2;
            continue;
        }
        double likely = 1;
        for (int j = 0; j < other->evidence_count; j++)
            if (wants(&seat, other->evidence[j])) likely *= 1 - other->weight[j];
        if (likely == 1 || uniform(rng) < likely) break;
    }
    return need;
}

/* Deal a seat its cards, out of the pool. */
static void deal(const struct decision *decision, const struct hidden_seat *other, uint8_t *pool,
                 int32_t *count, struct random *rng, struct seat *seat) {
    uint8_t cards[HAND];
    uint8_t *hidden = cards + other->known_count;
    memcpy(cards, other->known, (size_t)other->known_count);
    int need = other->phase ? collected(decision, other, pool, *count, rng, hidden)
                            : unhit(decision, other, pool, *count, rng, hidden);
    for (int i = 0; i < need; i++) take_out(pool, count, hidden[i]);
    *seat = holding(other->phase, cards, other->cards);
    seat->skipped = other->skipped;
}

static void draw_world(const struct decision *decision, struct random *rng, struct world *world) {
    uint8_t pool[DECK], again[DECK];
    int32_t count = decision->pool_count;
    memcpy(pool, decision->pool, sizeof pool);
    memcpy(again, decision->again, sizeof again);
    world->noticed = world->noticed_on_table = 0;
    for (int card = 0; card < NUMBERS; card++) {
        double seen = uniform(rng);
        world->noticed |= (uint64_t)(seen < NOTICED) << card;
        world->noticed_on_table |= (uint64_t)(seen < NOTICED_ON_TABLE) << card;
    }
    world->decision = decision;
    world->steps = NULL;
    world->step_count = 0;
    world->top = decision->top;
    world->turn = 0;
    world->group_count = decision->group_count;
    memcpy(world->groups, decision->groups, sizeof world->groups);
    world->seats[0] = holding(decision->phase, decision->hand, decision->hand_count);
    for (int i = 1; i < decision->seats; i++)
        deal(decision, &decision->others[i - 1], pool, &count, rng, &world->seats[i]);
    /* Once the draw pile is empty, the discards are shuffled into a new one. */
    shuffle(rng, again, decision->again_count, decision->again_count);
    shuffle(rng, pool, count, count);
    int fresh = decision->draw_pile < count ? decision->draw_pile : count;
    memcpy(world->pile, again, (size_t)decision->again_count);
    memcpy(world->pile + decision->again_count, pool, (size_t)fresh);
    world->left = decision->again_count + fresh;
}

/* ── what playouts.py calls ───────────────────────────────────────────────────────────────────── */

/* The sizes of the structures, to be compared with those of playouts.py. */
void sizes(int32_t *bytes) {
    bytes[0] = sizeof(struct phase);
    bytes[1] = sizeof(struct decision);
    bytes[2] = sizeof(struct play);
}

/* Play on from a decision in some worlds.

   For each world, each play and each seat, one after the other, `ends` gets the points left in the
   hand, or -1 less these points where the phase is not down. */
void play_worlds(const struct decision *decision, uint64_t seed, int32_t worlds,
                 const struct play *plays, int32_t count, int16_t *ends) {
    struct random rng = seeded(seed);
    struct world base, world;
    for (int i = 0; i < worlds; i++) {
        draw_world(decision, &rng, &base);
        for (int j = 0; j < count; j++) {
            size_t unused = sizeof(struct seat) * (size_t)(SEATS - decision->seats);
            memcpy(&world, &base, sizeof world - unused);
            play_on(&world, &plays[j]);
            for (int k = 0; k < decision->seats; k++) {
                const struct seat *seat = &world.seats[k];
                int points = 0;
                for (int c = 0; c < seat->count; c++) points += decision->points[seat->cards[c]];
                *ends++ = (int16_t)(seat->phase ? -1 - points : points);
            }
        }
    }
}

/* Play on in the first world of a seed, and tell all of it, for tests: the cards of each seat behind
   their number, the pile with its top last, and each step. Returns the number of steps, of which there
   are at most as many as turns to draw and discard in and cards to lay and hit. */
int32_t trace(const struct decision *decision, uint64_t seed, const struct play *play,
              uint8_t hands[SEATS][1 + HAND], uint8_t pile[1 + 2 * DECK], struct step *steps) {
    struct random rng = seeded(seed);
    struct world world;
    draw_world(decision, &rng, &world);
    for (int i = 0; i < decision->seats; i++) {
        hands[i][0] = (uint8_t)world.seats[i].count;
        memcpy(hands[i] + 1, world.seats[i].cards, HAND);
    }
    pile[0] = (uint8_t)world.left;
    memcpy(pile + 1, world.pile, sizeof world.pile);
    world.steps = steps;
    play_on(&world, play);
    return world.step_count;
}
