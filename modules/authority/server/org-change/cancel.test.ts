import assert from "node:assert/strict";
import { test } from "node:test";
import { commonErrors } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenOrganization, testApp } from "../testing.ts";

const app = testApp();

async function planned(kind: "MOVE" | "MERGE") {
  const admin = await app.signIn({ boolAdmin: true });
  const parent = await givenOrganization(app, { type: "DEPT" });
  const source = await givenOrganization(app, { type: "DEPT", parent });
  const target = await givenOrganization(app, { type: "DEPT" });
  const asked = { params: { id: source.id }, body: { targetOrgId: target.id } };
  const preview = kind === "MOVE" ? contract.previewMove : contract.previewMerge;
  const { impactToken } = (await admin.call(preview, asked)).data;
  const confirmed = { plannedAt: "2099-01-01 00:00:00", impactToken, reason: null };
  const body = { sourceOrgId: source.id, targetOrgId: target.id, ...confirmed };
  const { data } =
    kind === "MOVE"
      ? await admin.call(contract.createOrgChange, { body: { kind, ...body } })
      : await admin.call(contract.mergeOrganization, { body });
  assert.equal(data.status, "PLANNED");
  return { params: { id: data.id }, body: { version: data.version } };
}

test("AU-R41 AU-R42 a planned change is taken back with the code that planned it, and with no other", async () => {
  const mover = await app.signIn({ permissions: ["authority:org:list", "authority:org:move"] });
  const merger = await app.signIn({ permissions: ["authority:org:list", "authority:org:merge"] });
  const [move, merge] = [await planned("MOVE"), await planned("MERGE")];

  assert.equal((await mover.call(contract.cancelMerge, merge)).msgCode, "COMMON_FORBIDDEN");
  assert.equal((await merger.call(contract.cancelOrgChange, move)).msgCode, "COMMON_FORBIDDEN");
  assert.equal((await mover.call(contract.cancelOrgChange, merge)).msgCode, commonErrors.notFound().msgCode);
  assert.equal((await merger.call(contract.cancelMerge, move)).msgCode, commonErrors.notFound().msgCode);

  assert.equal((await mover.call(contract.cancelOrgChange, move)).data.status, "CANCELED");
  assert.equal((await merger.call(contract.cancelMerge, merge)).data.status, "CANCELED");
});
