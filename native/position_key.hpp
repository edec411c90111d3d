// What distinguishes positions of one turn: different answers may lead to the same position (bots/beam_search.py).
#pragma once
#include <vector>

#include "position.hpp"

namespace kb {

// The words of a key. Sets and lists that are usually empty are left out, and so are the other players' pieces if they
// are those at the start of the turn; the first words say what is there.
struct PositionKey {
    static constexpr int MOST = 256;
    int count = 0;
    uint64_t words[MOST];

    void add(uint64_t word) { words[count++] = word; }
    void add(const Hexes &hexes) {
        memcpy(words + count, hexes.words, sizeof hexes.words);
        count += WORDS;
    }
    static uint64_t packed(int64_t a, int64_t b, int64_t c, int64_t d) {
        return uint64_t(a & 0xFFFF) << 48 | uint64_t(b & 0xFFFF) << 32 | uint64_t(c & 0xFFFF) << 16 | uint64_t(d & 0xFFFF);
    }

    // A tile is a word already; its last byte has no meaning.
    static uint64_t packed(const OwnedTile &tile) {
        static_assert(sizeof(OwnedTile) == sizeof(uint64_t) && offsetof(OwnedTile, used) == 6);
        uint64_t word = 0;
        memcpy(&word, &tile, offsetof(OwnedTile, used) + sizeof tile.used);
        return word;
    }

    static bool others_differ(const Position &pos, const Position &start, int seat) {
        for (int i = 0; i < pos.player_count(); i++)
            if (i != seat && pos.players[i].pieces != start.players[i].pieces) return true;
        return false;
    }

    PositionKey(const Position &pos, const Position &start, int seat) {
        const Player &own = pos.players[seat];
        const TurnState &state = pos.turn_state;
        bool walls = pos.walls.any(), temporary = pos.temporary.any(), others = others_differ(pos, start, seat);
        add(packed(pos.frame_count, pos.to_build, pos.terrain, own.token_kinds) ^ uint64_t(others) << 61 ^
            uint64_t(walls) << 62 ^ uint64_t(temporary) << 63);
        add(packed(own.tile_count, own.nomad_count, own.bonus_count, own.bonus_ever_count));
        add(packed(own.gold, own.reserve, own.numbers, state.sections_built_in));
        add(packed(state.additional, state.regular, state.extra_cards, state.after_last_turn));
        add(state.used_actions);
        add(own.lines);
        for (int i = 0; i < pos.frame_count; i++) {
            const Frame &frame = pos.stack[i];
            add(packed(frame.action, frame.seat * 2 + frame.waived, frame.count, frame.origin));
            add(packed(frame.hit, frame.taker * 256 + frame.events, frame.silos * 256 + frame.mode, 0));
            add(packed(frame.moved[0], frame.moved[1], 0, 0));
        }
        for (int i = 0; i < own.tile_count; i++) add(packed(own.tiles[i]));
        for (int i = 0; i < own.nomad_count; i++) add(packed(own.nomads[i].kind, own.nomads[i].acquired_turn, 0, 0));
        for (int i = 0; i < own.bonus_count; i++)
            add(packed(own.bonus[i].kind, own.bonus[i].acquired_turn, own.bonus[i].used, 0));
        for (int i = 0; i < own.bonus_ever_count; i++) add(uint64_t(own.bonus_ever[i]));
        if (walls) add(pos.walls);
        if (temporary) add(pos.temporary);
        for (int kind = 0; kind < TOKEN_KINDS; kind++)
            if (own.token_kinds >> kind & 1) add(own.tokens[kind]);
        add(own.pieces);
        for (int i = 0; others && i < pos.player_count(); i++)
            if (i != seat) add(pos.players[i].pieces);
    }

    // Two halves that do not wait for each other.
    uint64_t hash() const {
        uint64_t even = 0x9E3779B97F4A7C15u, odd = 0x94D049BB133111EBu;
        int i = 0;
        for (; i + 1 < count; i += 2) {
            even = mixed(even ^ words[i]);
            odd = mixed(odd ^ words[i + 1]);
        }
        if (i < count) even = mixed(even ^ words[i]);
        return mixed(even ^ odd >> 32 ^ odd << 32);
    }

  private:
    static uint64_t mixed(uint64_t word) {
        word *= 0xBF58476D1CE4E5B9u;
        return word ^ word >> 29;
    }
};

// A number for each of some keys, compared word for word.
class KeyTable {
    struct Entry {
        uint64_t hash;
        uint32_t at, count;
        int32_t number;
    };
    std::vector<int32_t> slots_;
    std::vector<Entry> entries_;
    std::vector<uint64_t> words_;

    void insert(uint64_t hash, int entry) {
        size_t mask = slots_.size() - 1, i = hash & mask;
        while (slots_[i] >= 0) i = (i + 1) & mask;
        slots_[i] = entry;
    }

  public:
    void clear() {
        slots_.assign(256, -1);
        entries_.clear();
        words_.clear();
    }
    // The number of a key, nullptr if it is not there; valid until the next `add`.
    int32_t *find(const PositionKey &key, uint64_t hash) {
        size_t mask = slots_.size() - 1;
        for (size_t i = hash & mask; slots_[i] >= 0; i = (i + 1) & mask) {
            Entry &entry = entries_[size_t(slots_[i])];
            if (entry.hash == hash && entry.count == uint32_t(key.count) &&
                !memcmp(&words_[entry.at], key.words, sizeof(uint64_t) * size_t(key.count)))
                return &entry.number;
        }
        return nullptr;
    }
    void add(const PositionKey &key, uint64_t hash, int32_t number) {
        if (entries_.size() * 2 >= slots_.size()) {
            slots_.assign(slots_.size() * 4, -1);
            for (size_t e = 0; e < entries_.size(); e++) insert(entries_[e].hash, int(e));
        }
        insert(hash, int(entries_.size()));
        entries_.push_back({hash, uint32_t(words_.size()), uint32_t(key.count), number});
        words_.insert(words_.end(), key.words, key.words + key.count);
    }
};

}  // namespace kb
