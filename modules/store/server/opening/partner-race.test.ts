import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { givenPartner, givenStore as givenPartnerStore } from "@ops/partner/server/testing";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import type { StoreRow } from "../site/tables.ts";
import { givenKeeper } from "../store/testing.ts";
import { givenStore, testApp } from "../testing.ts";

const app = testApp();
const suspended = { state: "SUSPENDED", stateBefore: "OPEN", suspendSource: "MANUAL", stateReason: "装修" } as const;
/** Long enough for a call that waits for nobody. */
const SOON_MS = 300;

async function given(wishes: Partial<StoreRow> = {}) {
  const partner = await givenPartner(app);
  const organization = await givenPartnerStore(app, partner);
  const own = { organization, operateMode: "PARTNER", partnerId: partner.id } as const;
  return { partner, store: await givenStore(app, { ...own, ...wishes }) };
}

/** Calls while a suspension of the partner has begun and is not over, and tells what is answered when it is. */
async function whileStopping<T>({ id }: { readonly id: string }, call: () => Promise<T>): Promise<T> {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stopping = app.arrange(async (tx) => {
    await sql`update partner set state = 'SUSPENDED' where id = ${id}`.execute(tx.kysely);
    begun.resolve();
    await over.promise;
  });
  await begun.promise;
  const called = call();
  await Promise.race([called, sleep(SOON_MS)]);
  over.resolve();
  await stopping;
  return called;
}

test("ST-R34 a store that resumes while its partner is being stopped waits for that and is refused", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { partner, store } = await given(suspended);
  const answer = await whileStopping(partner, () =>
    admin.call(contract.resumeStore, { params: { id: store.id }, body: { version: 1 } }),
  );
  assert.equal(answer.msgCode, "STORE_PARTNER_STOPPED");
});

test("ST-R6 no store is created below, or moved to, a partner that is being stopped", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { body } = await givenKeeper(app);
  const store = await givenStore(app);
  const [first, second] = [await givenPartner(app), await givenPartner(app)];
  const moved = await whileStopping(first, () =>
    admin.call(contract.moveStore, {
      params: { id: store.id },
      body: { operateMode: "PARTNER", partnerId: first.id, reason: "转为合伙经营", version: 1 },
    }),
  );
  assert.deepEqual([moved.msgCode, moved.msg], ["STORE_PARTNER_STATE", "合作伙伴当前为【已暂停】，不能新增门店"]);
  const created = await whileStopping(second, () =>
    admin.call(contract.createStore, { body: body({ operateMode: "PARTNER", partnerId: second.id, regionId: null }) }),
  );
  assert.equal(created.msgCode, "STORE_PARTNER_STATE");
});
