// A contestant's solution that is right, in C++: a deck in, the log of its game out.
//
// With -DTOO_EARLY it has a mistake that published solutions have: the game is drawn as soon as the last tile has been
// drawn and discarded, though a player has claimed that discard and has yet to discard.

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using Hand = std::array<int, 37>;
using Costs = std::array<std::array<int, 2>, 5>;  // the fewest tiles to add, by groups and pairs

const int DOUBLE = 34, REVERSE = 35, PASS = 36, FAR = 99;
std::vector<std::string> names;

Costs suit_costs(const std::vector<int>& counts) {
    static std::map<std::vector<int>, Costs> known;
    auto found = known.find(counts);
    if (found != known.end()) return found->second;
    int kinds = counts.size();
    // [groups][pairs][runs begun two kinds ago][runs begun one kind ago]
    static int now[5][2][5][5], next[5][2][5][5];
    std::fill(&now[0][0][0][0], &now[0][0][0][0] + 250, FAR);
    now[0][0][0][0] = 0;
    for (int kind = 0; kind < kinds; kind++) {
        std::fill(&next[0][0][0][0], &next[0][0][0][0] + 250, FAR);
        for (int m = 0; m < 5; m++)
            for (int p = 0; p < 2; p++)
                for (int a = 0; a < 5; a++)
                    for (int b = 0; b < 5; b++) {
                        if (now[m][p][a][b] == FAR) continue;
                        bool runs = kinds == 9 && kind < 7;
                        for (int c = 0; c <= (runs ? 4 : 0) && m + c < 5; c++)
                            for (int t = 0; t < 2 && m + c + t < 5; t++)
                                for (int q = 0; p + q < 2; q++) {
                                    int need = a + b + c + 3 * t + 2 * q;
                                    if (need > 4) continue;
                                    int& best = next[m + c + t][p + q][b][c];
                                    best = std::min(best, now[m][p][a][b] + std::max(0, need - counts[kind]));
                                }
                    }
        std::copy(&next[0][0][0][0], &next[0][0][0][0] + 250, &now[0][0][0][0]);
    }
    Costs costs;
    for (int m = 0; m < 5; m++)
        for (int p = 0; p < 2; p++) costs[m][p] = now[m][p][0][0];
    return known[counts] = costs;
}

int distance(const Hand& hand, int melds) {
    Costs whole;
    for (auto& row : whole) row.fill(FAR);
    whole[0][0] = 0;
    for (int first : {0, 9, 18, 27}) {
        Costs suit = suit_costs(std::vector<int>(hand.begin() + first, hand.begin() + std::min(first + 9, 34)));
        Costs joined;
        for (auto& row : joined) row.fill(FAR);
        for (int m = 0; m < 5; m++)
            for (int n = 0; m + n < 5; n++)
                for (int p = 0; p < 2; p++)
                    for (int q = 0; p + q < 2; q++)
                        joined[m + n][p + q] = std::min(joined[m + n][p + q], whole[m][p] + suit[n][q]);
        whole = joined;
    }
    return whole[4 - melds][1];
}

bool wins(const Hand& hand, int melds) {
    int tiles = 0;
    for (int count : hand) tiles += count;
    return tiles == 14 - 3 * melds && !hand[DOUBLE] && !hand[REVERSE] && !hand[PASS] && distance(hand, melds) == 0;
}

struct Game {
    std::vector<int> deck;
    size_t drawn = 0;
    Hand hands[4] = {};
    int melds[4] = {}, step = 1;
    std::array<int, 4> skips = {};

    void say(int seat, const std::string& what) { std::cout << char('A' + seat) << ' ' << what << '\n'; }

    void draw(int seat) {
        int tile = deck[drawn++];
        hands[seat][tile]++;
        say(seat, "IN " + names[tile]);
    }

    int following(int seat, std::array<int, 4>& left) const {
        for (seat = (seat + step) % 4; left[seat]; seat = (seat + step) % 4) left[seat]--;
        return seat;
    }

    int choose(int seat) const {
        const Hand& hand = hands[seat];
        for (int tile = PASS; tile >= DOUBLE; tile--)
            if (hand[tile]) return tile;
        int best = FAR, choice = -1;
        for (int tile = DOUBLE - 1; tile >= 0; tile--) {
            if (!hand[tile]) continue;
            Hand rest = hand;
            rest[tile]--;
            int left = distance(rest, melds[seat]);
            if (left < best) best = left, choice = tile;
        }
        return choice;
    }

    bool claim(int seat, int from, int tile, int first, int second) {
        Hand rest = hands[seat];
        if (--rest[first] < 0 || --rest[second] < 0 || melds[seat] == 4) return false;
        if (distance(rest, melds[seat] + 1) >= distance(hands[seat], melds[seat])) return false;
        hands[seat] = rest;
        melds[seat]++;
        std::array<int, 3> tiles = {first, second, tile};
        std::sort(tiles.begin(), tiles.end());
        std::string line = first == second ? "PONG" : "CHOW";
        for (int one : tiles) line += ' ' + names[one];
        say(seat, line);
        for (int passed = (from + step) % 4; passed != seat; passed = (passed + step) % 4)
            if (skips[passed]) skips[passed]--;
        return true;
    }

    void play() {
        for (int turn = 0; turn < 52; turn++) draw(turn % 4);
        bool draws = true;
        for (int seat = 0;;) {
#ifdef TOO_EARLY
            if (drawn == deck.size()) draws = true;
#endif
            if (draws) {
                if (drawn == deck.size()) {
                    std::cout << "DRAW\n";
                    return;
                }
                draw(seat);
                if (wins(hands[seat], melds[seat])) {
                    say(seat, "SELFDRAWN");
                    say(seat, "WIN");
                    return;
                }
            }
            draws = true;
            int tile = choose(seat);
            hands[seat][tile]--;
            if (tile == PASS) {
                std::array<int, 4> left = skips;
                int target = following(seat, left);
                say(seat, std::string("OUT PASS ") + char('A' + target));
                skips[target]++;
            } else {
                say(seat, "OUT " + names[tile]);
            }
            if (tile == REVERSE) step = 4 - step;
            if (tile == DOUBLE) continue;
            if (tile > DOUBLE) {
                seat = following(seat, skips);
                continue;
            }
            for (int turn = 1; turn < 4; turn++) {
                int other = (seat + step * turn) % 4;
                Hand hand = hands[other];
                hand[tile]++;
                if (wins(hand, melds[other])) {
                    say(other, "RON");
                    say(other, "WIN");
                    return;
                }
            }
            int claimer = -1;
            for (int other = 0; other < 4 && claimer < 0; other++)
                if (other != seat && claim(other, seat, tile, tile, tile)) claimer = other;
            std::array<int, 4> left = skips;
            int next = following(seat, left);
            for (int low = tile; claimer < 0 && tile < 27 && low > tile - 3; low--) {
                if (low < 0 || low / 9 != tile / 9 || low % 9 > 6) continue;
                int first = low == tile ? low + 1 : low, second = low + 2 == tile ? low + 1 : low + 2;
                if (claim(next, seat, tile, first, second)) claimer = next;
            }
            if (claimer < 0) {
                seat = following(seat, skips);
            } else {
                seat = claimer;
                draws = false;
            }
        }
    }
};

int main() {
    for (char suit : std::string("MPS"))
        for (char number = '1'; number <= '9'; number++) names.push_back({number, suit});
    for (const char* name : {"E", "S", "W", "N", "B", "F", "Z", "DOUBLE", "REVERSE", "PASS"}) names.push_back(name);
    Game game;
    for (std::string name; std::cin >> name;)
        game.deck.push_back(std::find(names.begin(), names.end(), name) - names.begin());
    game.play();
}
