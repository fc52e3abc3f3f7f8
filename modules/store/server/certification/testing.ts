import assert from "node:assert/strict";
import { type AuthorityTestApp, givenRole, type TestClient } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { certOf, givenCertRequired, givenQuota, givenStandard, givenStore, givenStoreStaff } from "../testing.ts";

/** Positions that ask for a certificate, people who get one, and what is done for it. */
export function certStory(app: AuthorityTestApp) {
  const itemIds = async (standardId: string) =>
    (
      await app.rows<{ id: string }>("select id from post_standard_item where standard_id = $1 order by sort", [
        standardId,
      ])
    ).map(({ id }) => id);

  /** The position has a role of its own and asks for a certificate. */
  async function givenCertifiedPosition() {
    await givenStandard(app);
    const trainee = await givenCertRequired(app);
    const role = await givenRole(app, { name: `顾问${newId().slice(-6)}`, dataScope: "SELF" });
    await app.rows("update position set default_role_ids = $1 where code = 'salesAdvisor'", [[role.id]]);
    return { trainee, role: role.name };
  }

  /** Somebody who has just been onboarded into training. */
  async function givenTrainee(admin: TestClient) {
    const { id: storeId } = await givenStore(app);
    await givenQuota(app, storeId, 5);
    const staff = await givenStoreStaff(app, { storeId, state: "TO_JOIN" });
    const { msg } = await admin.call(contract.onboardStaff, {
      params: { id: staff.id },
      body: { version: staff.version },
    });
    assert.equal(msg, "");
    return staff;
  }

  async function record(
    by: TestClient,
    staffId: string,
    exam: [number, boolean],
    practice: [number, boolean] = [90, true],
  ) {
    const cert = await certOf(app, staffId);
    const [examId = "", practiceId = ""] = await itemIds(cert.standardId);
    const results = [
      { itemId: examId, score: exam[0], isPassed: exam[1] },
      { itemId: practiceId, score: practice[0], isPassed: practice[1] },
    ];
    return by.call(contract.saveCertResults, { params: { id: cert.id }, body: { results, version: cert.version } });
  }
  async function submit(by: TestClient, staffId: string) {
    const { id, version } = await certOf(app, staffId);
    return by.call(contract.submitCertification, { params: { id }, body: { version } });
  }
  async function review(by: TestClient, staffId: string, verdict: "APPROVE" | "REJECT" = "APPROVE") {
    const { id, version } = await certOf(app, staffId);
    return by.call(contract.reviewCertification, { params: { id }, body: { verdict, note: null, version } });
  }
  async function certify(by: TestClient, staffId: string) {
    await record(by, staffId, [82, true]);
    await submit(by, staffId);
    const answer = await review(by, staffId);
    assert.equal(answer.msg, "");
    return answer.data;
  }
  return { itemIds, givenCertifiedPosition, givenTrainee, record, submit, review, certify };
}
