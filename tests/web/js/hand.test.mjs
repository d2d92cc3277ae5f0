import assert from "node:assert/strict";
import test from "node:test";

import * as hands from "../../../cirulla/static/js/hand.js";

const start = (pen = 0) => hands.fresh({ id: "0192f6d0-0000-7000-8000-000000000001", number: 3, dealer: 1, pen });

test("a tap goes round: the pen's side, the other, free", () => {
  let hand = start();
  const seen = [];
  for (let i = 0; i < 3; i += 1) {
    hand = hands.give(hand, ["7D"], hands.cycle(hand, "7D", 2));
    seen.push(hands.owner(hand, "7D"));
  }
  assert.deepEqual(seen, [0, 1, null]);
});

test("with the pen on the other side the first tap is theirs", () => {
  const hand = hands.penTo(start(), 1);
  assert.equal(hands.cycle(hand, "AH", 2), 1);
  assert.equal(hands.restTo(hand, 2), 0);
});

test("with three sides a tap gives to the pen or sets free, and the rest is the pen's", () => {
  let hand = hands.penTo(start(), 2);
  hand = hands.give(hand, ["AH"], hands.cycle(hand, "AH", 3));
  assert.equal(hands.owner(hand, "AH"), 2);
  assert.equal(hands.cycle(hand, "AH", 3), null);
  assert.equal(hands.cycle(hands.penTo(hand, 0), "AH", 3), 0);
  assert.equal(hands.restTo(hand, 3), 2);
});

test("undo takes back every step, also marks and the dealer's table", () => {
  const steps = [
    (hand) => hands.give(hand, ["KD", "QD"], 0),
    (hand) => hands.addMark(hand, { kind: "scopa", side: 1, at: "21:40" }),
    (hand) => hands.setBonus(hand, { table: ["KD", "KS", "4H", "6H"], matta_as: null, scope: 2 }, 1),
    (hand) => hands.removeMark(hand, 0),
  ];
  let hand = start();
  const before = [];
  for (const step of steps) {
    before.push(JSON.stringify([hand.owners, hand.marks, hand.bonus]));
    hand = step(hand);
  }
  for (const core of before.reverse()) {
    hand = hands.undo(hand);
    assert.equal(JSON.stringify([hand.owners, hand.marks, hand.bonus]), core);
  }
  assert.equal(hands.undo(hand), hand);
});

test("the dealer's table lies with the dealer's side from then on", () => {
  const hand = hands.setBonus(start(), { table: ["KD", "KS", "4H", "6H"], matta_as: null, scope: 2 }, 1);
  assert.deepEqual(hands.pile(hand, 1), ["4H", "6H", "KD", "KS"]);
});

test("the body names all 40 cards once, scope and buone by side", () => {
  let hand = hands.give(start(), ["7D", "AH"], 0);
  hand = hands.addMark(hand, { kind: "scopa", side: 0, at: "" });
  hand = hands.addMark(hand, { kind: "buona", side: 1, seat: 3, cards: ["AS", "2S", "4S"], at: "" });
  const body = hands.body(hand, 2, 1, 1);
  assert.equal(body.number, 3);
  assert.equal(body.dealer_seat, 1);
  assert.equal(body.mode, "cards");
  assert.deepEqual(body.sides[0], { captured: ["AH", "7D"], scope: 1, buone: [] });
  assert.equal(body.sides[1].captured.length, 38);
  assert.deepEqual(body.sides[1].buone, [{ seat: 3, cards: ["AS", "2S", "4S"], matta_as: null }]);
  assert.equal("dealer_bonus" in body, false);
});

test("only what no rest can take away is certain", () => {
  const ours = [{ carte: 1, piccola: 6, total: 7 }, { carte: 0, piccola: 0, total: 0 }];
  const theirs = [{ carte: 1, piccola: 3, total: 4 }, { carte: 0, piccola: 0, total: 0 }];
  assert.deepEqual(hands.certain([ours, theirs]), [
    { carte: 1, piccola: 3, total: 4 },
    { carte: 0, piccola: 0, total: 0 },
  ]);
});

test("what was undone comes back, until something else is done", () => {
  const one = hands.give(start(), ["7D"], 0);
  const two = hands.setEnd(one, { mode: "claim", cappotto: 0 });
  const back = hands.undo(hands.undo(two));
  assert.equal(hands.owner(back, "7D"), null);
  assert.deepEqual(hands.redo(hands.redo(back)).end, { mode: "claim", cappotto: 0 });
  assert.equal(hands.redo(hands.give(hands.undo(two), ["AH"], 1)).end, null);
});

test("half a hand holds one pile, and the other side is left open", () => {
  let hand = hands.setHalf(start(), 0);
  hand = hands.give(hand, ["7D"], hands.cycle(hand, "7D", 2));
  assert.equal(hands.cycle(hand, "7D", 2), null);
  assert.deepEqual(hands.body(hand, 2, 1).sides, [{ captured: ["7D"], scope: 0, buone: [] }, null]);
  assert.deepEqual(hands.bonusOf({ ...hand, bonus: { table: ["KD"], matta_as: null, scope: 2 } }, 1), {});
});

test("a change after agreeing takes the agreement back", () => {
  const hand = { ...start(), agreed: true };
  assert.equal(hands.give(hand, ["7D"], 0).agreed, false);
});
