import assert from "node:assert/strict";
import test from "node:test";

import * as forms from "../../../cirulla/static/js/forms.js";
import * as hands from "../../../cirulla/static/js/hand.js";

const start = () => hands.fresh({ id: "0192f6d0-0000-7000-8000-000000000001", number: 1, dealer: 1, pen: 0 });
const told = { carte: "0", denari: "1", settebello: "0", primiera: "-" };

test("a sheet of points tells the re bello only where the house plays it", () => {
  const hand = hands.setForm(start(), told);
  assert.equal("re_bello" in forms.pointsBody(hand, 2, 1).sides[0], false);
  assert.equal(forms.missing({ ...hand, mode: "points" }, 2), 0);
  forms.playBy({ re_bello: true });
  assert.equal(forms.missing({ ...hand, mode: "points" }, 2), 1);
  const whole = hands.setForm(start(), { ...told, re_bello: "1" });
  assert.deepEqual(forms.pointsBody(whole, 2, 1).sides.map((side) => side.re_bello), [0, 1]);
  const known = hands.give(start(), ["KD"], 0);
  assert.equal(forms.shown(known, "re_bello", 2), "0");
});
