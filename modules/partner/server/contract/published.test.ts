import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import { findEffectiveTerms, type PublishedTerms } from "../index.ts";
import { dayIn, givenContract, givenPartner, givenTerms, testApp } from "../testing.ts";

const app = testApp();

/** Asks as a module that pays commissions would. */
const commissionOn = (partnerId: string, day: string) =>
  app.arrange(async (tx: Tx) => {
    const terms: PublishedTerms | null = await findEffectiveTerms(tx, partnerId, day);
    return terms && [terms.terms.commissionPct, terms.sources.commissionPct, terms.isInGrace];
  });

test("PT-R6 a module above reads what holds on a day, which contract says so, and nothing of a partner without one", async () => {
  const partner = await givenPartner(app);
  const main = await givenContract(app, partner, {
    startOn: dayIn(app, -60),
    endOn: dayIn(app, 30),
    depositFen: 500,
    terms: { ...givenTerms, commissionPct: 2 },
  });
  const more = await givenContract(app, partner, {
    kind: "SUPPLEMENT",
    startOn: dayIn(app, -10),
    endOn: dayIn(app, 20),
    depositFen: 700,
    terms: { commissionPct: 2.5 },
  });
  assert.deepEqual(await commissionOn(partner.id, dayIn(app, -11)), [2, main.contractNo, false]);
  assert.deepEqual(await commissionOn(partner.id, dayIn(app, 0)), [2.5, more.contractNo, false]);
  assert.deepEqual(await commissionOn(partner.id, dayIn(app, 31)), [2, main.contractNo, true]);
  assert.equal(await commissionOn(partner.id, dayIn(app, 46)), null, "the days of grace are over");
  assert.equal(await commissionOn(newId(), dayIn(app, 0)), null);
  assert.deepEqual(await app.arrange((tx) => findEffectiveTerms(tx, partner.id, dayIn(app, 0))), {
    contractId: main.id,
    contractNo: main.contractNo,
    terms: { ...givenTerms, commissionPct: 2.5 },
    sources: {
      accountLimit: main.contractNo,
      flags: main.contractNo,
      serviceCities: main.contractNo,
      isExclusive: main.contractNo,
      commissionPct: more.contractNo,
    },
    depositFen: 700,
    isInGrace: false,
  });
});
