import type { AuthorityTestApp, TestClient } from "@ops/authority/server/testing";
import { commonErrors } from "@ops/platform/contract";
import { defineModule, type JobRun, type Tx } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import { sql } from "kysely";
import type { PartnerFlag } from "../../contract/index.ts";
import { type CascadeKind, cascadePort } from "../cascade/kinds.ts";
import type { PartnerRow } from "../company/tables.ts";
import type { StaffRow } from "../staff/tables.ts";
import { givenContract, givenTerms } from "../testing-contracts.ts";
import { givenPapers } from "../testing-papers.ts";
import { givenStaff } from "../testing-staff.ts";

interface Clue {
  readonly storeId: string;
  readonly state: string;
  readonly note: string | null;
  readonly moves: number;
}

/** A module above that owns clues, to test the interface for cascade kinds. */
export class OpenClues {
  /** Called after a clue was moved, in the same transaction. It may throw like a refusal or a dying worker. */
  meanwhile: (clueNo: number) => void = () => undefined;
  receivers: { id: string; name: string }[] = [];
  readonly #kind: CascadeKind = {
    kind: "clueProbe.open",
    label: "未结线索",
    actions: [
      { action: "MOVE", label: "转至指定门店", receiversOf: async () => this.receivers },
      { action: "HOLD", label: "保留并冻结" },
    ],
    defaultAction: "HOLD",
    headCode: "clueProbe:clue:assign",
    list: async (tx, { orgId }) => {
      const { rows } = await sql<{ no: number }>`select no from probe_clue
        where store_id = ${orgId} and state = 'OPEN' order by no`.execute(tx.kysely);
      return rows.map(({ no }) => ({ id: String(no), label: `线索${no}` }));
    },
    act: async (tx, { targetId, receiverId }, action) => {
      const before = await this.#clue(tx, targetId);
      const after = action === "MOVE" ? { storeId: receiverId } : { state: "HELD" };
      await sql`update probe_clue set store_id = coalesce(${after.storeId ?? null}, store_id),
        state = coalesce(${after.state ?? null}, state), moves = moves + 1 where no = ${targetId}::int`.execute(
        tx.kysely,
      );
      this.meanwhile(Number(targetId));
      return { before: { ...before }, after: { ...before, ...after, moves: before.moves + 1 } };
    },
    restore: async (tx, { targetId, before, after }) => {
      const now = await this.#clue(tx, targetId);
      const isAsLeft = (["storeId", "state", "note", "moves"] as const).every((name) => now[name] === after[name]);
      if (!isAsLeft) return "线索已被其他门店跟进";
      await sql`update probe_clue set store_id = ${before["storeId"]}, state = ${before["state"]}, moves = ${before["moves"]}
        where no = ${targetId}::int`.execute(tx.kysely);
      return "RESTORED";
    },
  };
  readonly module = defineModule({
    name: "clueProbe",
    gives: [cascadePort.of(this.#kind)],
    onStart: async (tx: Tx) => {
      await sql`create table if not exists probe_clue (no int primary key, partner_org_id uuid not null, store_id uuid not null,
        state text not null default 'OPEN', note text, moves int not null default 0)`.execute(tx.kysely);
    },
  });

  async #clue(tx: Tx, no: string): Promise<Clue> {
    const { rows } = await sql<Clue>`select store_id as "storeId", state, note, moves from probe_clue
      where no = ${no}::int for update`.execute(tx.kysely);
    const [clue] = rows;
    if (!clue) throw commonErrors.notFound();
    return clue;
  }
}

const nextClue = startSeries();

/** Adds open clues of an organisation; answers the number of the first. */
export async function givenClues(app: AuthorityTestApp, organizationId: string, count: number): Promise<number> {
  const numbers = Array.from({ length: count }, nextClue);
  await app.rows("insert into probe_clue (no, partner_org_id, store_id) select n, $1, $1 from unnest($2::int[]) n", [
    organizationId,
    numbers,
  ]);
  return numbers[0] ?? 0;
}

export const cluesOf = (app: AuthorityTestApp, organizationId: string) =>
  app.rows<{ no: number; storeId: string; state: string; moves: number }>(
    "select * from probe_clue where partner_org_id = $1 order by no",
    [organizationId],
  );

/** Runs a job as a worker does. With `steps`, the worker dies after so many transactions. */
export function worker(app: AuthorityTestApp, steps = Number.POSITIVE_INFINITY): JobRun {
  let left = steps;
  return {
    step: (act) => {
      if (left-- <= 0) return Promise.reject(new Error("the worker dies"));
      return app.arrange(act);
    },
  };
}

/** Gives a partner a main contract in force with these flags, and all required papers. */
export async function givenGoodStanding(
  app: AuthorityTestApp,
  partner: PartnerRow,
  flags: readonly PartnerFlag[],
): Promise<void> {
  await givenContract(app, partner, { terms: { ...givenTerms, flags: [...flags] } });
  await givenPapers(app, partner);
}

/** Adds active people of a partner, with accounts. */
export async function givenPeople(app: AuthorityTestApp, partner: PartnerRow, count: number): Promise<StaffRow[]> {
  const people: StaffRow[] = [];
  for (let n = 0; n < count; n++) people.push(await givenStaff(app, { partner, roleIds: [] }));
  return people;
}

/** Makes the open browser of a person. */
export function browserOf(app: AuthorityTestApp, { userId }: StaffRow): Promise<TestClient> {
  return app.clientOf({ id: userId ?? "", userName: "", mobilePhone: "", staffNo: "", version: 1 }, []);
}
