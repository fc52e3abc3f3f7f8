import assert from "node:assert/strict";
import { type AuthorityTestApp, givenOrganization, type TestClient } from "@ops/authority/server/testing";
import { addDays, commonErrors, dayOf } from "@ops/platform/contract";
import { defineModule, type Holder, type JobRun, type Tx, type WorkInHand } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import type { StaffRow } from "../staff/tables.ts";
import { givenQuota, givenStore, givenStoreStaff } from "../testing.ts";
import { effectMovement } from "./job.ts";

/** Work of modules above, such as clues and orders of people. */
export class Piles {
  /** Called in the hand-over of a kind, after the change; it may throw like a refusal or a fault. */
  meanwhile: (kind: string, tx: Tx, from: Holder) => void | Promise<void> = () => undefined;
  readonly module = defineModule({
    name: "pileProbe",
    workInHand: [this.#signatures(), this.#work("pileProbe.clues", "线索"), this.#work("pileProbe.orders", "订单")],
    onStart: async (tx: Tx) => {
      await sql`create table if not exists pile (kind text, holder uuid, moves int not null default 0)`.execute(
        tx.kysely,
      );
    },
  });

  /** Work about clues, for which somebody needs clues. */
  #signatures(): WorkInHand {
    const work = this.#work("pileProbe.signatures", "签字");
    const checkTaker = async (tx: Tx, _from: Holder, { id }: Holder) => {
      const { rows } = await sql`select 1 from pile where kind = 'pileProbe.clues' and holder = ${id}`.execute(
        tx.kysely,
      );
      if (rows.length === 0) throw commonErrors.duplicate({ field: "没有线索" });
    };
    return { ...work, follows: true, checkTaker };
  }

  #work(kind: WorkInHand["kind"], label: string): WorkInHand {
    return {
      kind,
      label,
      countOf: async (tx: Tx, { id }: Holder) => {
        const { rows } = await sql`select 1 from pile where kind = ${kind} and holder = ${id}`.execute(tx.kysely);
        return rows.length;
      },
      handOver: async (tx: Tx, from: Holder, to: Holder) => {
        const { rows } = await sql`update pile set holder = ${to.id}, moves = moves + 1
          where kind = ${kind} and holder = ${from.id} returning 1`.execute(tx.kysely);
        await this.meanwhile(kind, tx, from);
        return rows.length;
      },
    };
  }
}

const verbs = ["list", "view", "create", "approve", "export"];
export const MOVEMENT_CODES = [
  ...verbs.map((verb) => `store:movement:${verb}`),
  "store:staff:view",
  "store:store:view",
];

type Asked = Parameters<typeof bodyOf>[1];

/** Makes a valid request; a transfer by default. */
function bodyOf(
  { id: staffId }: Pick<StaffRow, "id">,
  wishes: {
    kind?: "TRANSFER" | "POSITION" | "LEAVE";
    toStoreId?: string;
    toPositionCode?: string;
    effectiveDate: string;
    defaultSuccessorId?: string | null;
    successors?: { kind: string; toUserId: string }[];
    isUrgent?: boolean;
    isRestricted?: boolean;
    leaveType?: "RESIGN" | "DISMISS";
  },
) {
  const { kind = "TRANSFER", ...rest } = wishes;
  return { staffId, kind, reason: "人员调整需要", ...rest };
}

/** Makes the helpers for tests about movements. */
export function movementStory(app: AuthorityTestApp) {
  const today = () => dayOf(app.now());
  const office = () => app.signIn({ permissions: MOVEMENT_CODES });

  /** Makes two stores of one region with seats, a person in the first and a colleague there. */
  async function given() {
    const region = await givenOrganization(app, { type: "REGION" });
    const makeStore = async () => {
      const store = await givenStore(app, {
        organization: await givenOrganization(app, { type: "STORE", parent: region }),
      });
      return store;
    };
    const [store, other] = [await makeStore(), await makeStore()];
    const person = await givenStoreStaff(app, { storeId: store.id });
    const colleague = await givenStoreStaff(app, { storeId: store.id });
    for (const { id } of [store, other]) await givenQuota(app, id, 6);
    return { region, store, other, person, colleague };
  }

  const give = (kind: string, { userId }: StaffRow, count: number) =>
    app.rows("insert into pile select $1, $2 from generate_series(1, $3)", [`pileProbe.${kind}`, userId, count]);
  const heldBy = async ({ userId }: StaffRow) =>
    (await app.rows<{ kind: string }>("select kind from pile where holder = $1 order by kind", [userId])).map(
      ({ kind }) => kind.slice("pileProbe.".length),
    );

  const ask = (by: TestClient, person: Pick<StaffRow, "id">, wishes: Asked) =>
    by.call(contract.createMovement, { body: bodyOf(person, wishes) });
  async function asked(by: TestClient, person: Pick<StaffRow, "id">, wishes: Asked) {
    const answer = await ask(by, person, wishes);
    assert.equal(answer.msg, "");
    return answer.data;
  }

  async function decide(id: string, verdict: "APPROVE" | "REJECT" = "APPROVE", by?: TestClient) {
    const client = by ?? (await office());
    const { version } = (await client.call(contract.getMovement, { params: { id } })).data;
    return client.call(contract.decideMovement, { params: { id }, body: { verdict, version, note: "同意" } });
  }

  const worker = (steps = Number.POSITIVE_INFINITY): JobRun => {
    let left = steps;
    return {
      step: (act) => (left-- > 0 ? app.arrange(act) : Promise.reject(new Error("the worker dies"))),
    };
  };
  const run = (id: string, steps?: number) => effectMovement.run(worker(steps), { id });
  const movementOf = async (id: string) => (await (await office()).call(contract.getMovement, { params: { id } })).data;
  const rowOf = async ({ id }: Pick<StaffRow, "id">): Promise<StaffRow> => {
    const [row] = await app.rows<StaffRow>("select * from store_staff where id = $1", [id]);
    assert.ok(row);
    return row;
  };
  const postsOf = ({ userId }: StaffRow) =>
    app.rows<{ organizationId: string; code: string; isPrimary: boolean }>(
      `select m.organization_id, p.code, m.is_primary from membership m join position p on p.id = m.position_id
       where m.user_id = $1 and m.status <> 'ENDED' order by m.created_at, m.id`,
      [userId],
    );
  const accountOf = async ({ userId }: StaffRow) =>
    (
      await app.rows<{ status: string; frozenReason: string | null }>(
        "select status, frozen_reason from app_user where id = $1",
        [userId],
      )
    )[0];
  const dayIn = (days: number) => addDays(today(), days);

  return { today, dayIn, office, given, give, heldBy, ask, asked, decide, run, movementOf, rowOf, postsOf, accountOf };
}
