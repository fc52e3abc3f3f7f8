import assert from "node:assert/strict";
import type { AuthorityTestApp, TestClient } from "@ops/authority/server/testing";
import {
  type CascadePlan,
  confirmSuspension,
  getSuspension,
  previewSuspension,
  resumePartner,
  submitSuspension,
} from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { givenPartner } from "../testing-data.ts";
import { executeJob } from "./execute.ts";
import { cluesOf, givenClues, givenGoodStanding, givenPeople, worker } from "./testing.ts";
import { undoJob } from "./undo.ts";

export const permissions = [
  "partner:partner:view",
  "partner:partner:suspend",
  "partner:partner:resume",
  "partner:partner:terminate",
  "partner:suspension:view",
];
export const reason = "多次违规，责令整改";

/** Makes a plan that names only the action for clues; everything else gets its default. */
export const plan = (action: "MOVE" | "HOLD" = "HOLD", receiverId: string | null = null): CascadePlan => [
  { kind: "clueProbe.open", action, receiverId },
];

interface Case {
  readonly partner: PartnerRow;
  readonly first: TestClient;
  readonly second: TestClient;
}

/** Makes the helpers that go through the life of a suspension. */
export function storyOf(app: AuthorityTestApp) {
  async function given(wishes: { staff?: number; clues?: number } = {}): Promise<Case> {
    const [first, second] = [await app.signIn({ permissions }), await app.signIn({ permissions })];
    const partner = await givenPartner(app, { managerId: first.user.id });
    await givenGoodStanding(app, partner, ["CLUE", "ORDER"]);
    await givenPeople(app, partner, wishes.staff ?? 0);
    await givenClues(app, partner.orgId ?? "", wishes.clues ?? 0);
    return { partner, first, second };
  }

  /** Makes a suspension that the first person previewed and submitted. */
  async function submitted({ partner, first }: Case, wished = plan()) {
    const params = { id: partner.id };
    const seen = await first.call(previewSuspension, { params, body: { reason, fileIds: [] } });
    assert.equal(seen.msg, "");
    const answer = await first.call(submitSuspension, { params, body: { plan: wished, version: seen.data.version } });
    assert.equal(answer.msg, "");
    return answer.data;
  }

  /** Makes a suspension that the second person also confirmed and that was executed. */
  async function suspended(one: Case, wished = plan()) {
    const { id, version } = await submitted(one, wished);
    const answer = await one.second.call(confirmSuspension, { params: { id }, body: { version } });
    assert.equal(answer.msg, "");
    await executeJob.run(worker(app), { id });
    return (await one.first.call(getSuspension, { params: { id } })).data;
  }

  async function resumed({ partner, first }: Case, id: string) {
    const [row] = await app.rows<{ version: number }>("select version from partner where id = $1", [partner.id]);
    const body = { reason: "整改完成", version: row?.version ?? 0 };
    const answer = await first.call(resumePartner, { params: { id: partner.id }, body });
    assert.equal(answer.msg, "");
    await undoJob.run(worker(app), { id });
    return (await first.call(getSuspension, { params: { id } })).data;
  }

  const snapshot = (partner: PartnerRow) =>
    Promise.all([
      app.rows("select state, flags, account_limit from partner where id = $1", [partner.id]),
      app.rows("select id, state, freeze_sources, is_read_only from partner_staff where partner_id = $1 order by id", [
        partner.id,
      ]),
      app.rows(
        `select id, status, frozen_reason, read_only from app_user
         where id in (select user_id from partner_staff where partner_id = $1) order by id`,
        [partner.id],
      ),
      app.rows<{ flag: string; source: string }>("select flag, source from partner_flag_off where partner_id = $1", [
        partner.id,
      ]),
      cluesOf(app, partner.orgId ?? ""),
    ]);

  /** Finds queued jobs about this suspension. No worker takes jobs from the queue in these tests. */
  const queued = async (id: string) =>
    (await app.rows<{ name: string }>("select name from pgboss.job where singleton_key = $1", [id])).map(
      ({ name }) => name,
    );
  const emptyQueue = (id: string) => app.rows("delete from pgboss.job where singleton_key = $1", [id]);

  return { given, submitted, suspended, resumed, snapshot, queued, emptyQueue };
}
