import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { mergeOrganization, previewMerge } from "@ops/authority/contract";
import type { AuthorityTestApp } from "@ops/authority/server/testing";

/** Merges one organisation into another by the calls that the page makes, and waits until its records have moved. */
export async function mergeInto(app: AuthorityTestApp, source: { id: string }, target: { id: string }): Promise<void> {
  const admin = await app.signIn({ boolAdmin: true });
  const asked = { params: { id: source.id }, body: { targetOrgId: target.id } };
  const { impactToken } = (await admin.call(previewMerge, asked)).data;
  const body = { sourceOrgId: source.id, targetOrgId: target.id, plannedAt: null, reason: "合并", impactToken };
  const { data, msg } = await admin.call(mergeOrganization, { body });
  assert.equal(msg, "");
  for (let tries = 0; tries < 300; tries++) {
    const [row] = await app.rows<{ status: string }>("select status from org_change where id = $1", [data.id]);
    if (row?.status === "DONE") return;
    await sleep(100);
  }
  assert.fail("the merge did not come to its end");
}
