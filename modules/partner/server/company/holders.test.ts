import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { givenPartner, givenPartnerRole, givenStaff, testApp } from "../testing.ts";
import { holdersFor, readersOf } from "./holders.ts";

const app = testApp();
const [VIEW, CODE] = ["partner:partner:view", "partner:stat:view"];

test("PF-R123 a notice about a partner reaches people who are responsible for its region and may open it, and its manager, but nobody else", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const there = await app.signIn({ permissions: [VIEW, CODE], scope: "ORG_TREE", organization: region });
  const everywhere = await app.signIn({ permissions: [VIEW, CODE] });
  const elsewhere = await app.signIn({ permissions: [VIEW, CODE], scope: "ORG_TREE" });
  const blind = await app.signIn({ permissions: [CODE] });
  const idle = await app.signIn({ permissions: [VIEW] });
  const manager = await app.signIn({ permissions: [VIEW, CODE], scope: "SELF" });
  const other = await app.signIn({ permissions: [VIEW, CODE], scope: "SELF" });
  const partner = await givenPartner(app, { regionId: region.id, managerId: manager.user.id });
  const outside = await givenPartnerRole(app, { permissionCodes: [VIEW, CODE] });
  await givenStaff(app, { partner, roleIds: [outside.id] });
  const told = await app.arrange((tx) => holdersFor(tx, CODE, partner));
  assert.deepEqual(told.toSorted(), [there, everywhere, manager].map(({ user }) => user.id).toSorted());
  const administrator = await app.signIn({ boolAdmin: true });
  const asked = [there, elsewhere, blind, idle, manager, other, administrator].map(({ user }) => user.id);
  assert.deepEqual(
    await app.arrange((tx) => readersOf(tx, partner, asked)),
    [there, idle, manager, administrator].map(({ user }) => user.id),
  );
  const unplaced = { id: partner.id, regionId: null, managerId: manager.user.id };
  assert.deepEqual(await app.arrange((tx) => holdersFor(tx, CODE, unplaced)), [manager.user.id]);
  const unmanaged = { id: partner.id, regionId: region.id, managerId: idle.user.id };
  assert.ok(!(await app.arrange((tx) => holdersFor(tx, CODE, unmanaged))).includes(idle.user.id));
});
