"""The number of sequences of the next answers at fixed positions.

The numbers were recorded once. Any change of the legal answers after these positions changes a number. The tests also
check that the first answers at each position are those of the reference.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kingdom_builder import answer_number
from kingdom_builder.game import Game, new_game
from tests.engine.test_against_reference import answer_differences, document_of
from tests.random_play import mixes


@dataclass(frozen=True)
class Count:
    """A set-up, the answers played since (`/` ends a turn), and how many sequences of `depth` answers follow.

    Sections and cards are named, so that the position stays the same when a set gets more of them.
    """

    seed: int
    mix: str
    players: int
    sections: str
    cards: str
    depth: int
    sequences: int
    after: str = ""
    two_cards: bool = False
    without_lords: bool = False

    def position(self) -> Game:
        """Return the game at this position."""
        game = new_game(
            self.seed,
            players=self.players,
            sets=self.mix.split("+"),
            sections=self.sections.split(),
            cards=self.cards.split(),
            two_cards=self.two_cards,
            without_lords=self.without_lords,
        )
        for word in self.after.split():
            game.play(answer_number("end_turn" if word == "/" else word))
        return game

    def __str__(self) -> str:
        return f"{self.mix}-{self.players}-{self.seed}"


COUNTS = (
    Count(100, "base", 2, "oasis:180 oracle:0 tower:0 farm:180", "miners knights hermits", depth=5, sequences=30_208),
    Count(
        101,
        "nomads",
        3,
        "quarry:0 caravan:180 village:180 garden:0",
        "hermits families citizens",
        depth=6,
        sequences=2_516,
        two_cards=True,
    ),
    Count(
        102,
        "crossroads",
        4,
        "city_hall_fort:0 barracks_crossroads:0 monastery_wagon:180 lighthouse_foresters_lodge:0",
        "merchants farmers fishermen",
        depth=5,
        sequences=49_068,
        without_lords=True,
    ),
    Count(
        103,
        "base+nomads",
        5,
        "caravan:0 farm:0 oracle:180 harbor:0",
        "knights farmers discoverers",
        depth=5,
        sequences=31_644,
    ),
    Count(
        104,
        "base+crossroads",
        2,
        "monastery_wagon:0 lighthouse_foresters_lodge:0 barn:180 city_hall_fort:0",
        "discoverers farmers knights",
        depth=5,
        sequences=29_412,
    ),
    Count(
        105,
        "nomads+crossroads",
        3,
        "barracks_crossroads:0 caravan:0 monastery_wagon:180 lighthouse_foresters_lodge:180",
        "hermits ambassadors citizens",
        depth=5,
        sequences=37_200,
    ),
    Count(
        106,
        "base+nomads+crossroads",
        4,
        "harbor:0 oasis:180 caravan:0 barn:180",
        "discoverers knights miners",
        depth=6,
        sequences=2_460,
        two_cards=True,
    ),
    Count(
        295,
        "nomads+crossroads",
        3,
        "barracks_crossroads:0 quarry:0 monastery_wagon:0 city_hall_fort:180",
        "merchants discoverers miners",
        depth=5,
        sequences=9_535,
        after="n18 n17 n19 / f7 e7 g7 / k18 k19 k20 / f18 f19 f17 city_hall d19 / e6 f5 e4 / t17 t16 s16 / m16 c17 "
        "c16 / barracks d8 e5 d5 c6 / s15 r14 r15 / b16 l16 m15 / g5 e3 d2 barracks d1 / l18 m17 l17 / b19 "
        "a19 a20 / barracks d8 grass n7 n8 m8 / k16 j16 j17 / b20 b18 q14 / canyon h7 h8 h6 donation:canyon "
        "o8 p7 i7 / q16 r13 s13 / p14 q15 o14 /",
    ),
    Count(
        599,
        "nomads",
        2,
        "garden:180 village:180 caravan:0 quarry:0",
        "discoverers lords miners",
        depth=6,
        sequences=22_302,
        after="desert q15 r15 q14 / grass m18 n18 n17 / forest h1 g2 f2 / flower donation:flower n5 n6 n7 m4 n3 m8 "
        "/ flower g3 r14 s14 / desert q7 q8 r8 / forest h2 i1 i3 / donation:canyon o17 m5 o16 canyon o15 l6 "
        "p16 village p17 / grass c3 c4 b2 /",
        two_cards=True,
    ),
    Count(
        650,
        "nomads+crossroads",
        2,
        "garden:0 monastery_wagon:0 village:0 quarry:180",
        "citizens families hermits",
        depth=6,
        sequences=6_404,
        after="a11 a12 a13 / p4 q4 q5 / a14 a15 a16 / monastery p15 r4 s3 q15 / b11 c11 d11 / p16 o16 o17 / b16 c15 "
        "b14 / monastery o15 q16 q14 q13 / d10 d9 e9 / monastery p17 r2 q2 q3 / b15 d8 d7 / monastery o14 "
        "quarry n15 n18 n16 o18 m16 / garden c16 f9 c9 a10 /",
    ),
    Count(
        687,
        "base+nomads+crossroads",
        2,
        "quarry:180 city_hall_fort:0 lighthouse_foresters_lodge:0 oasis:180",
        "lords ambassadors workers",
        depth=6,
        sequences=3_211,
        after="g20 h20 h19 / a14 b14 a13 / c11 c12 d13 / d7 c8 d6 foresters_lodge b13 / i12 j11 i11 foresters_lodge "
        "e13 / o4 o5 p4 / foresters_lodge b12 a12 d11 c13 / foresters_lodge m3 city_hall f6 q3 q4 h6 / h11 "
        "g12 h12 / quarry g8 l4 foresters_lodge l2 m1 h7 k2 / foresters_lodge d12 b10 c10 b9 / "
        "foresters_lodge l1 quarry d8 stop j2 d5 j3 / foresters_lodge a11 g11 j12 l18 / j4 n5 n3 "
        "donation:grass g4 q2 h3 foresters_lodge n1 / foresters_lodge d14 oasis g13 g18 j10 h10 / k5 l5 k6 "
        "foresters_lodge k4 quarry m6 stop / f18 e18 j9",
    ),
    Count(
        702,
        "crossroads",
        2,
        "lighthouse_foresters_lodge:0 city_hall_fort:0 monastery_wagon:180 barracks_crossroads:0",
        "hermits miners fishermen",
        depth=6,
        sequences=37_678,
        after="forest q14 q13 q15 / forest k1 k2 l1 / grass p12 q12 g15 / grass o8 p8 p9 / flower j12 i12 i11 / "
        "fort o9 canyon b14 c15 a14 / flower j11 h12 i13 / flower o7 j1 n6 fort o10 / desert g16 h17 g18 / "
        "canyon fort q8 b13 r7 a15 / forest q11 h11 r11 /",
        two_cards=True,
    ),
    Count(
        703,
        "crossroads",
        2,
        "lighthouse_foresters_lodge:180 city_hall_fort:180 barracks_crossroads:180 monastery_wagon:180",
        "workers lords miners",
        depth=6,
        sequences=2_117,
        after="desert l10 l9 m9 / forest r10 q10 q11 / forest g20 g19 g18 / desert d14 d13 e13 / barracks h19 "
        "desert m10 k10 k9 / canyon c13 b14 c15 / barracks n9 canyon l8 m7 l7 / flower s11 r12 s13 / barracks "
        "h19 desert k8 c4 c5 / canyon s14 t14 r14 / lighthouse b6 barracks d3 flower h17 g16 f16 / canyon d15 "
        "b15 a14 /",
        two_cards=True,
    ),
    Count(
        763,
        "crossroads",
        3,
        "barracks_crossroads:180 lighthouse_foresters_lodge:180 city_hall_fort:0 monastery_wagon:0",
        "merchants fishermen citizens",
        depth=6,
        sequences=38_700,
        after="canyon h17 h16 i15 / canyon i13 i14 h14 / desert g19 h19 i19 / fort g18 flower a19 a18 b19 / forest "
        "r18 r17 q18 / canyon i18 j17 k17 / desert fort f18 c2 c1 d1 / wagon j13 grass g14 g13 g12 / desert "
        "i20 j20 h20 / flower fort d3 a20 b18 f17 /",
        two_cards=True,
    ),
    Count(
        778,
        "nomads",
        2,
        "quarry:0 village:180 caravan:0 garden:180",
        "fishermen workers families",
        depth=4,
        sequences=20_373,
        after="desert j20 k20 i20 / grass q16 r15 r16 / grass j17 j16 j15 / forest k8 k7 k6 garden r14 / canyon b20 "
        "c20 c19 / desert garden q14 p16 p15 o15 / flower k15 k16 d20 / garden n15 canyon p17 o18 l6 / forest "
        "d12 e13 e14 / garden o19 forest village s15 garden j7 s14 t13 t12 / desert j19 l20 m20 "
        "donation:mountain b19 l19 i17 / village j8 garden j6 flower garden i7 m15 h7 n14 / desert i18 m19 "
        "h20 / grass",
        two_cards=True,
    ),
    Count(
        804,
        "base+nomads+crossroads",
        3,
        "farm:180 tavern:0 city_hall_fort:180 monastery_wagon:0",
        "fishermen farmers knights",
        depth=6,
        sequences=6_502,
        after="forest h2 i1 j1 / desert m1 l1 m2 / forest g3 g2 h1 / grass j2 j3 j4 / forest m20 n20 o20 / flower "
        "f4 g5 e4 / forest h3 g4 o8 / grass n19 n18 m18 / grass h11 g11 f12 farm e12 / flower k5 k1 k2 / "
        "desert n2 o2 p1 / farm e13 canyon h10 h9 h8 / farm i3 grass i4 j5 i6 / desert q1 k8 k9 /",
        two_cards=True,
    ),
    Count(
        824,
        "base+nomads",
        2,
        "harbor:180 oasis:180 caravan:0 barn:180",
        "workers knights fishermen",
        depth=5,
        sequences=18_450,
        after="forest s5 s4 r5 / grass t15 t14 s14 / forest q4 b16 c16 / flower c8 c7 b8 barn t14 b9 / caravan s5 "
        "q2 canyon r3 r4 d17 / desert barn s14 b6 b7 c6 a6 / grass caravan r4 s5 o4 o5 p5 / desert d6 a5 a7 /",
        two_cards=True,
    ),
    Count(
        849,
        "base",
        2,
        "oasis:0 tower:0 paddock:180 tavern:180",
        "workers hermits knights",
        depth=6,
        sequences=11_737,
        after="b7 b6 c6 / l11 k12 l13 / c7 c8 c9 / n3 n4 o5 / g19 f20 g20 / n6 n7 k10 / d7 p10 p11 / l14 m15 l10 "
        "tower d20 / o12 q10 p12 / m11 j12 m13 tavern m16 / h20 h19 i20 / tower c20 tavern o6 k9 d19 n8 / o11 "
        "n12 q9 / tavern l12 l9 l8 l15 / d8 q8 d9 / k15 m7 j14 tower b20 tavern n17 / f19 o7 d17 / tower a20 "
        "paddock o6 p8 l7 n5 a19 / q7 c17 b17 / m12 n16 i12",
    ),
    Count(
        885,
        "base+crossroads",
        3,
        "farm:180 oasis:180 harbor:180 barn:0",
        "hermits lords miners",
        depth=6,
        sequences=27_140,
        after="n20 n19 n18 / n3 m2 m3 / p17 p16 p18 / m19 l18 l19 / l2 l4 l5 oasis t12 / q15 q16 q14 / r10 s9 n5 "
        "barn n5 n16 / oasis t11 k4 t13 s14 / barn p16 h1 g2 i1 g3 / barn n19 o18 o17 m7 l8 / oasis s10 m4 m5 "
        "t14 / barn q16 c13 c12 c11 b12 / oasis s11 barn l18 m9 n9 o19 o9 / l6 k6 r14 / harbor p17 p19 barn "
        "p18 p20 b10 q20 a10 / t9 r12 r11 / oasis t10 h19 g20 g18 / a12 b11 a11",
    ),
    Count(
        913,
        "base",
        2,
        "tower:0 barn:0 harbor:180 tavern:0",
        "citizens workers fishermen",
        depth=6,
        sequences=37_485,
        after="a15 a16 a17 / q18 r18 s19 / m8 n9 n10 / s17 s16 t15 tavern r19 / barn a17 g7 g8 f8 h9 / tavern q20 "
        "e3 d4 f3 / a14 a13 a12 barn n9 b12 / t16 r16 a11 / b17 b14 c14 barn g8 b16 / g3 f2 g4 tavern d3 / "
        "harbor n10 e8 barn h9 b15 a17 d8 d7 / tower t19 d5 a10 d6 / b11 c11 b10",
    ),
    Count(
        929,
        "base+nomads",
        2,
        "farm:0 paddock:180 quarry:0 caravan:180",
        "fishermen merchants lords",
        depth=6,
        sequences=104_753,
        after="n9 m8 n10 / k10 l10 k9 / paddock n9 p9 s14 t14 s15 / k8 k7 k6 / caravan t14 t13 paddock t13 r13 q14 "
        "s13 p14 / k14 k15 k16 paddock k6 m6 / p13 q13 q12 paddock q14 o14 caravan s15 l15 / paddock l10 m12 "
        "l16 m15 m14 / caravan r13 q15 paddock q15 p17 q15 s15 s16 / paddock m12 n14 l9 m9 m13 caravan k15 "
        "j14 / n11 n12 q11",
    ),
    Count(
        932,
        "base",
        3,
        "harbor:0 farm:180 tavern:180 oracle:180",
        "lords merchants citizens",
        depth=6,
        sequences=12_154,
        after="grass a1 b1 a2 / flower p4 q5 o4 / canyon g14 h13 h15 / desert m6 m5 n7 / canyon farm t19 l13 k12 "
        "k11 / desert i13 i12 h12 / desert l4 o7 l5 / grass farm t20 s19 r19 t18 / forest l20 m19 k20 / "
        "canyon k5 m8 l6 / flower m13 n13 t17 / tavern i11 canyon i15 h10 h9 / farm a3 forest n9 n8 m10 / "
        "grass farm s20 q18 k10 q17 /",
        two_cards=True,
    ),
    Count(
        982,
        "nomads",
        2,
        "village:180 caravan:180 garden:180 quarry:0",
        "merchants farmers shepherds",
        depth=6,
        sequences=16_310,
        after="desert l8 m8 n7 / grass h2 i1 i2 / desert n6 o5 m6 / grass j3 k3 j1 / desert k18 l19 l20 / canyon i3 "
        "i4 j5 / grass n4 m4 o3 / flower i5 h5 h6 / canyon p3 p2 p4 caravan n4 o4 / village i6 forest t5 t4 "
        "s5 / grass caravan p2 p1 l6 l5 k4 /",
        two_cards=True,
    ),
    Count(
        997,
        "base+nomads+crossroads",
        2,
        "garden:0 paddock:180 farm:0 quarry:0",
        "miners ambassadors lords",
        depth=5,
        sequences=240_196,
        after="h10 i10 j10 / p17 p16 o17 / m4 n4 l4 / donation:mountain r7 q8 q7 q16 r15 q9 / l5 m3 k4 / outpost "
        "t14 r17 r14 / n5 o5 m6 / p10 q14 p9 / j9 j11 l2 / r18 r6 q6 / p5 t11 s11 / r5 s19 r20 / i8 j8 k11 / "
        "s6 s7 o18 / n7 j4 k10 / r13 q15 q13 / i11 m1 k12 / s20 r4 r3 / farm h8 k8 j7 l7 / paddock r18 s16 "
        "q10 p13 o12 / farm k13 paddock l4 m2 j6 m7 o4 resettlement",
    ),
    Count(
        1001,
        "base+nomads",
        3,
        "garden:0 quarry:0 tavern:180 harbor:0",
        "farmers merchants miners",
        depth=5,
        sequences=52_128,
        after="n14 n13 n12 / r11 r12 r10 / s14 t15 t16 / k12 k11 j10 / s13 r13 r14 / l1 k1 l2 / j9 i9 h10 / t13 s12 "
        "t12 / t17 t18 t19 / o7 o8 p7 / q13 p12 p14 / t10 t9 s9 / sword",
    ),
    Count(
        1054,
        "base+nomads+crossroads",
        2,
        "oasis:0 garden:180 caravan:180 monastery_wagon:180",
        "merchants miners workers",
        depth=6,
        sequences=939,
        after="j2 j3 j1 / k7 k8 k9 / r17 q16 q17 / k10 l10 m9 / q15 k2 i2 / m12 m13 n13 / r16 s17 s15 / d15 c14 d14 "
        "wagon n9 / l3 p15 l4 / wagon take_back o13 o14 o12 / l5 k4 m5 / wagon b14 k6 k5 j5 / n5 i3 i4 / "
        "caravan m9 n7 j6 l14 e14 wagon",
    ),
    Count(
        1079,
        "base+nomads+crossroads",
        2,
        "farm:180 barn:180 lighthouse_foresters_lodge:180 monastery_wagon:0",
        "farmers shepherds merchants",
        depth=6,
        sequences=12_897,
        after="s11 s12 s13 / k18 j18 l17 / t12 r14 t11 / k13 k12 l12 / t10 t9 s9 monastery r9 / k19 j14 j12 / r16 "
        "s17 s16 / j19 i19 h19 / monastery t16 q9 p9 o9 / h20 i18 i20 / barn p9 r11 e12 f12 e13 / j11 i12 h12 "
        "/ barn e12 q14 lighthouse t13 q13 p12 p14 / h18 g20 g19 / monastery t17 lighthouse",
    ),
    Count(
        1090,
        "base+nomads",
        2,
        "quarry:0 garden:180 oasis:180 harbor:0",
        "lords fishermen farmers",
        depth=6,
        sequences=2_822,
        after="e9 d8 c8 / j4 i4 k5 / f9 f10 g9 / l17 k16 k17 / sword k5 j20 i20 j19 / g8 h8 i9 / i19 h20 e7 / i8 h4 "
        "j8 / d7 d6 d5 / k3 k2 k1 / i18 j18 b15 / j1 g7 l16 / b14 c13 d13 / h7 i7 l15 / d4 c4 d3 oasis c12 / "
        "k4 j5 k14 donation:canyon f7 j2 e8 / quarry",
    ),
    Count(
        200,
        "marshlands",
        2,
        "fountain:180 canoe:180 temple:0 refuge:180",
        "lords merchants citizens",
        depth=5,
        sequences=8_760,
    ),
    Count(
        300,
        "marshlands",
        2,
        "fountain:180 canoe:0 temple:180 refuge:180",
        "fishermen noblewomen miners",
        depth=5,
        sequences=4_746,
        after="l15 m15 k15 / o9 o10 n10 / c5 b5 b4 / a17 a16 b17 / n15 k16 l16 / m10 m9 l8 / swamp fountain a6 d5 "
        "n14 / o15 p15 p16 / fountain a7 a4 a3 b3 / refuge o9 o8 l7 k8 b16 / swamp e5 o14 / q15 p14 q16 / "
        "swamp o13 o12 / refuge_bonus n10 o9 refuge m10 l10 refuge q16 r16 a15 c16 k9 / fountain j15 k17 l17 "
        "l18 / p9 p17 p8 / j18 i18 j19 / n9 m10 s15 refuge_bonus m9 l9 refuge c16 d15 / fountain m19 i19 k18 "
        "h19 / d14 e14 e15 refuge d14 e13 refuge d15 d14 / fountain g19",
    ),
    Count(
        400,
        "marshlands",
        2,
        "refuge:0 fountain:0 canoe:0 temple:0",
        "farmers fishermen scouts",
        depth=5,
        sequences=5_563,
        after="a10 b10 a9 / r10 q10 p10 / c10 d9 i19 / q9 r9 t15 / refuge b10 c9 a11 b11 c11 / flower t14 t13 s12 / "
        "h20 i18 b10 / n10 m10 m9 / refuge h20 g20 j19 i20 h18 / p11 o11 m11 / refuge i20 h20 g18 g17 f18 / "
        "t16 s16 s15 / refuge f18 e18 b12 b13 a12 / swamp p4 o4 /",
    ),
    Count(
        201,
        "harvest",
        3,
        "bazaar_water_mill:180 mountain_station_scout_cabin:180 university_palisade:0 cathedral_watchtower:180",
        "workers travellers merchants",
        depth=5,
        sequences=27_404,
    ),
    Count(
        301,
        "harvest",
        3,
        "university_palisade:180 bazaar_water_mill:180 cathedral_watchtower:180 mountain_station_scout_cabin:180",
        "merchants citizens knights",
        depth=5,
        sequences=1_097,
        after="b8 a8 b7 / t6 t7 s8 / o14 p15 n14 / farm_action c9 m8 m9 n7 / r8 r9 s9 / scout_cabin n15 stop m3 n3 "
        "l2 / water_mill b6 l10 j10 i10 / farm_action s7 t5 t4 t3 / s20 t19 t18 scout_cabin m2 l4 / "
        "water_mill i9 farm_action k11 i11 h11 h12 / farm_action s6 o2 p1",
    ),
    Count(
        401,
        "harvest",
        3,
        "mountain_station_scout_cabin:180 cathedral_watchtower:180 university_palisade:180 bazaar_water_mill:0",
        "travellers merchants rovers",
        depth=3,
        sequences=16_867,
        after="l11 m11 l12 / a20 b19 a19 farm_action b20 / g8 h7 g6 / t15 s15 s16 / d2 e2 e1 farm_action c19 / a13 "
        "a12 a14 / water_mill m10 t17 t16 t18 / farm_action d19 h11 h12 g12 / scout_cabin f6 h6 h5 h9 h10 / "
        "water_mill n9 l13 k11 k14 / palisade h12 g11 f12 g13 g14 / i5 h6 i7 / r16 q16 m8 / farm_action d1 "
        "palisade g12 f10 e10 f9 g12 / scout_cabin",
    ),
    Count(
        202,
        "base+marshlands",
        4,
        "oasis:0 tower:180 barn:0 refuge:180",
        "knights hermits lords",
        depth=5,
        sequences=27_280,
    ),
    Count(
        302,
        "base+marshlands",
        4,
        "barn:0 oracle:0 farm:0 oasis:180",
        "discoverers knights captains",
        depth=5,
        sequences=691,
        after="j12 i12 j11 / n9 o9 n8 / p7 q7 r7 / a12 a11 b11 / farm i11 c15 b16 c17 / n14 m14 m15 / q8 r8 f7 / "
        "f12 g12 g11 / farm b18 farm a18 a16 b17 b15 / d7 c8 d8 oasis n13 / o7 n6 o6 / farm f10 f13 e13 d14 / "
        "farm a19 farm a17 a20 h11 d17 / m13 l12 l15",
    ),
    Count(
        402,
        "base+marshlands",
        4,
        "fountain:180 temple:0 tower:180 barn:180",
        "merchants citizens messengers",
        depth=5,
        sequences=130,
        after="l20 k20 k19 / c10 b10 c9 / a13 a12 a11 / h5 g4 g5 / swamp j2 j3 / l6 m5 l4 / a14 a15 a16 / canyon "
        "k18 k17 l17 / j18 i18 i17 / d11 l3 k3 / grass b14 b12 b11 / l19 k16 k15 / j1 i1 h2 / d12 k2 e12 / "
        "c12 c13 d13 / m17 n17 n16 / h1 g2 g1 / swamp j4 i4 / flower e13 d14 c2 / barn l19 j15 l18 j14 m18 / "
        "h17",
    ),
    Count(
        203,
        "base+harvest",
        5,
        "farm:0 bazaar_water_mill:180 paddock:0 mountain_station_scout_cabin:0",
        "lords homesteaders knights",
        depth=5,
        sequences=25_756,
    ),
    Count(
        303,
        "base+harvest",
        5,
        "tavern:0 barn:0 oasis:180 university_palisade:0",
        "knights homesteaders lords",
        depth=5,
        sequences=756,
        after="b2 a2 a3 / h15 i15 g14 / t8 t9 t10 / p17 o16 o18 / b20 b19 c20 / b1 c1 c2 / p13 p12 p11 / n11 m10 "
        "o11 / n16 o17 o15 / h2 i2 j2 / d2 e2 f1 / farm_action q12 i14 d20 e19 / s1 r1 q2 / k13 k14 k12 "
        "university n15 / k2 i1 l2 / e3 b3 a1 / farm_action r12 p10 q10 q9 / barn t10 s9 t7",
    ),
    Count(
        403,
        "base+harvest",
        5,
        "cathedral_watchtower:0 paddock:0 harbor:0 tavern:0",
        "rovers merchants fishermen",
        depth=5,
        sequences=252,
        after="e7 e8 d8 / l15 k16 k15 / o16 p15 q15 / n13 o13 m13 / c11 d11 e11 / f9 e9 e10 / j15 i14 k17 / r5 q6 "
        "p6 / n12 o12 p11 / c10 c9 b11 / e6 f6 f7 / m5 m6 m7 / q7 p7 s5 / m12 m11 q11 / d12 c12 d13 / f8 j2 "
        "k1 / paddock m6 l4 m6 n7 n5 / o14 p14 o15 / r11 r12 s12 / s16 r16 t15 / d7 c8 b8 / l6 m8 m9 / q4 r3 "
        "r2 / p10",
    ),
    Count(
        204,
        "marshlands+harvest",
        2,
        "bazaar_water_mill:0 mountain_station_scout_cabin:0 refuge:180 temple:0",
        "fishermen workers chainers",
        depth=5,
        sequences=34_644,
    ),
    Count(
        304,
        "marshlands+harvest",
        2,
        "university_palisade:180 fountain:0 mountain_station_scout_cabin:0 canoe:0",
        "merchants knights chainers",
        depth=4,
        sequences=6_059,
        after="n1 o1 m2 / t5 s6 t7 / p1 q1 o2 fountain q2 / swamp m13 n13 / fountain m3 r1 s1 r2 / c19 d19 b18 / "
        "swamp k9 k8 fountain l3 / s4 t4 r4 / j10 j9 i9 fountain p3 / fountain l14 b19 c18 a19 / fountain l7 "
        "n2 l2 k2 / fountain t8 r3 e19 e20 / fountain o4 k4 m4 l4 / fountain o13 m14 l15 m15 / swamp fountain "
        "k1 p5 k6 / fountain p13 t3 s2 f19 / fountain",
    ),
    Count(
        404,
        "marshlands+harvest",
        2,
        "university_palisade:0 mountain_station_scout_cabin:0 temple:180 refuge:180",
        "merchants mayors messengers",
        depth=5,
        sequences=660,
        after="swamp f11 f12 / j9 i8 j8 / p17 p18 o18 / forest k9 l9 j10 / refuge p18 p19 p18 o16 l15 / q2 r2 p2 / "
        "c14 b14 d15 / p1 q1 o2 / swamp f13 e12 / k7 k6 k11 / refuge l15 l14 c13 c12 e10 / k10 l8 m9 / canyon "
        "refuge c12 c11 e15 p15 d11 / s2 t3 t2 / refuge c13 c12 d14 e14 p14 / o1 n2 r1 / refuge_bonus d15 d16 "
        "refuge p15 p16 refuge p14 q14 q15 p14 p15 / s1 k5 l11 / refuge p18 q19 refuge_bonus o18 o19 refuge "
        "e10 e9 b15",
    ),
    Count(
        205,
        "base+capitol+caves+island",
        3,
        "tower:180 tavern:0 paddock:0 harbor:180",
        "merchants discoverers lords",
        depth=5,
        sequences=35_032,
    ),
    Count(
        305,
        "base+capitol+caves+island",
        3,
        "paddock:0 harbor:0 oasis:0 barn:0",
        "miners fishermen workers",
        depth=5,
        sequences=7_354,
        after="g9 g10 h10 / n11 m11 n12 / j14 j15 i14 cave_action j14 k12 / n13 s4 s5 / e15 e16 e14 / l12 j16 j17 "
        "cave_action k12 p4 / s3 t3 s2 / l10 o12 l9 / m12 k15 l15 cave_action p4 r4 / h9 f9 f10 / f14 g13 g12 "
        "/ o19 n20 n19 / i11 g8 i9 / oasis l11 m10 p12 q12 / cave_action r4 j12 m15 k14 k12 / i8 e8 j11 / "
        "oasis r11 g11 h12 f11 / cave_action k14 p4 q5 i17 h18 / k11 t10 t9 / f13",
    ),
    Count(
        405,
        "base+capitol+caves+island",
        3,
        "tavern:180 harbor:0 farm:0 oasis:0",
        "merchants miners hermits",
        depth=5,
        sequences=2_188,
        after="s2 t2 t3 / b3 c3 d3 / l11 k11 l10 / t11 s12 t12 / tavern e3 a3 a2 a4 / j10 j9 i9 / t10 s10 r10 / s17 "
        "r18 r19 tavern f3 / j12 j11 i12 / r2 r1 s1 / a5 r17 q17 tavern t17 / farm i11 h11 g12 f12 / r12 q2 "
        "q12 / oasis s16 tavern b2 q18 s19 j1 / f13 j8 j13 farm n8 / oasis t4 q11 p11 p12 / oasis i1 tavern "
        "q16 h2 i2 i3 / k7 l12 h13 / oasis s4 t13 r11 q1 / r16 b4 s18 / f11 g13 g11 / oasis t5 r9 t9 s9 / "
        "oasis j2",
    ),
    Count(
        206,
        "base+nomads+marshlands+harvest+island",
        4,
        "quarry:180 village:0 canoe:180 tower:0",
        "vassals geologists captains",
        depth=5,
        sequences=34_560,
    ),
    Count(
        306,
        "base+nomads+marshlands+harvest+island",
        4,
        "barn:180 canoe:0 oracle:0 university_palisade:0",
        "captains knights geologists",
        depth=5,
        sequences=594,
        after="s17 t17 r18 / h9 i9 j9 / q20 r20 r19 / d6 d7 e5 / o15 o16 p17 / k9 g9 f10 / t18 t19 s18 / a5 a6 b7 "
        "barn a5 a7 / university n15 m14 m15 l14 / forest l9 m9 m8 / p20 o20 n20 / desert barn d6 c8 d9 c9 e9 "
        "/ university n5 l13 k12 l12 / k10 l10 n9 / i:b4 i:b5 i:a4 / barn d9 b5 a4 a3 b3 / university m4 t16 "
        "r17 q17 / n10 g11 g12 / i:c3 i:b3 k1 / barn c9 a2 b2 b1 a1 / s19 m16 s20 university n17",
    ),
    Count(
        406,
        "base+nomads+marshlands+harvest+island",
        4,
        "harbor:180 cathedral_watchtower:0 oracle:0 bazaar_water_mill:180",
        "citizens miners mayors",
        depth=5,
        sequences=76,
        after="s10 t11 s12 / m6 n5 l6 / t1 s1 t2 / l11 k11 m11 / i:a4 i:b3 i:c3 / cathedral n4 n3 o5 p5 / i13 h13 "
        "g12 / j11 j12 i12 / i:g3 i:f2 i:f4 / cathedral collect o6 p7 p6 / oracle g11 t12 t13 s13 / n11 n10 "
        "k13 / tree_house i:a4 i:f3 i:b4 i:a4 i:b5",
    ),
    Count(
        207,
        "base+nomads+crossroads+marshlands+harvest+capitol+caves+island",
        5,
        "barracks_crossroads:180 quarry:0 bazaar_water_mill:180 tower:180",
        "noblewomen geologists chainers",
        depth=5,
        sequences=49_778,
    ),
    Count(
        307,
        "base+nomads+crossroads+marshlands+harvest+capitol+caves+island",
        5,
        "paddock:0 farm:0 quarry:0 city_hall_fort:0",
        "citizens fishermen discoverers",
        depth=5,
        sequences=553,
        after="q13 p14 q14 / k15 l15 l14 / j2 k2 l1 / l3 k4 m3 / a10 b9 a11 / r15 r16 q16 / g1 h1 g2 / m1 k3 m2 / "
        "b6 c5 d5 cave_action d5 k9 / c9 c8 d9 / m9 m8 m10 city_hall m12 fort n8 cave_action m9 k10 / j16 j15 "
        "i16 / k1 i2 i1 / m4 n4 j4 cave_action c5 d5 paddock k4 i4 / a9 b8 b10 / cave_action k10 a14 fort h2 "
        "h3 g3 g4 / donation:mountain m14 k17 i15 i14 n15 j14 / paddock k3 j5 k5 k3 k4 / k8 l7 l6 paddock l6 "
        "n6 cave_action k9 m9 paddock l3 m5 / i18",
    ),
    Count(
        407,
        "base+nomads+crossroads+marshlands+harvest+capitol+caves+island",
        5,
        "harbor:0 lighthouse_foresters_lodge:180 canoe:180 village:180",
        "lords miners ambassadors",
        depth=5,
        sequences=21,
        after="q18 q17 r18 / swamp f20 g20 / t14 t15 s14 / k13 l13 m13 / f2 g1 f3 / donation:canyon k15 k14 j16 k16 "
        "l17 m17 / m5 m4 n5 / t13 s12 s11 / m14 n13 n15 / a6 a7 b7 / village l16 k17 k18 c2 / l4 k4 j4 / "
        "swamp h19 g19 / grass b1 a1 a2 / h1 h2 g2 / swamp e17",
    ),
)


def sequences(game: Game, depth: int) -> int:
    """Return the number of sequences of `depth` legal answers."""
    answers = game.legal_answers()
    if depth == 1:
        return len(answers)
    found = 0
    for answer in answers:
        game.play(answer)
        found += sequences(game, depth - 1)
        game.undo()
    return found


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_the_number_of_sequences_is_unchanged(count: Count) -> None:
    """The number of sequences of answers from a fixed position is the recorded number."""
    game = count.position()
    assert sequences(game, count.depth) == count.sequences


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_the_next_answers_are_those_of_the_reference(count: Count) -> None:
    """At each counted position the next answers are exactly those of the reference."""
    game = count.position()
    assert not answer_differences(game, document_of(game))


def test_the_counted_positions_cover_every_mix_and_variant() -> None:
    """The positions cover every mix of sets, the start and later turns, and the variants."""
    assert {count.mix for count in COUNTS if not count.after} == {"+".join(mix) for mix in mixes()}
    assert len([count for count in COUNTS if count.after]) >= 20
    assert any(count.two_cards for count in COUNTS)
    assert any(count.without_lords for count in COUNTS)
