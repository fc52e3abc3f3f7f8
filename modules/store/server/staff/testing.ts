import assert from "node:assert/strict";
import type { AuthorityTestApp, TestClient } from "@ops/authority/server/testing";
import { dayOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenNumbers, givenQuota, givenStore, givenStorePositions } from "../testing.ts";

export const STAFF_CODES = [
  ...["list", "view", "create", "edit", "direct", "reject", "onboard", "account", "import", "export"].map(
    (act) => `store:staff:${act}`,
  ),
  "authority:grant:edit",
];

export const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

/** Makes the helpers for tests about people of own stores. */
export function staffStory(app: AuthorityTestApp) {
  const today = () => dayOf(app.now());
  const hq = () => app.signIn({ permissions: STAFF_CODES });

  /** Makes a valid form with new numbers, for a store with seats. */
  const formOf = async (wishes: { storeId?: string } = {}) => {
    await givenStorePositions(app);
    const storeId = wishes.storeId ?? (await givenStore(app)).id;
    if (!wishes.storeId) await givenQuota(app, storeId, 5);
    return {
      ...givenNumbers(),
      name: "王小满",
      storeId,
      positionCode: "salesAdvisor",
      employType: "FULL" as const,
      entryDate: today(),
      source: "SITE" as const,
    };
  };

  const added = async (client: TestClient, wishes: object = {}) => {
    const form = await formOf(wishes);
    const answer = await client.call(contract.createStaff, { body: { ...form, ...wishes } });
    assert.equal(answer.msg, "");
    return answer.data;
  };

  const entered = async (client: TestClient, wishes: object = {}) => {
    const { id, version } = await added(client, wishes);
    const body = { entryDate: today(), reason: "内部推荐，免面试", version };
    const answer = await client.call(contract.enterStaffDirectly, { params: { id }, body });
    assert.equal(answer.msg, "");
    return answer.data;
  };

  const onboarded = async (client: TestClient, { id, version }: { id: string; version: number }) =>
    client.call(contract.onboardStaff, { params: { id }, body: { version } });

  return { today, hq, formOf, added, entered, onboarded };
}
