import { defineModule, type Holder, type Tx, type WorkInHand } from "@ops/platform/server";
import { sql } from "kysely";

/** A module that owns records, to test the work-in-hand interface with. */
export class HeldThings {
  /** Called during the hand-over of this kind; may throw to simulate a worker that dies. */
  before: (kind: string) => void = () => undefined;
  readonly handed: string[] = [];
  readonly module = defineModule({
    name: "thing",
    workInHand: [this.#work("thing.clues", "线索"), this.#work("thing.groups", "客户群")],
    onStart: async (tx: Tx) => {
      await sql`create table held_thing (kind text, holder_kind text, holder_id uuid, moves int not null default 0)`.execute(
        tx.kysely,
      );
    },
  });

  #work(kind: WorkInHand["kind"], label: string): WorkInHand {
    return {
      kind,
      label,
      countOf: async (tx: Tx, holder: Holder) => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from held_thing
          where kind = ${kind} and holder_kind = ${holder.kind} and holder_id = ${holder.id}`.execute(tx.kysely);
        return rows[0]?.count ?? 0;
      },
      handOver: async (tx: Tx, from: Holder, to: Holder) => {
        const { rows } = await sql`update held_thing set holder_id = ${to.id}, moves = moves + 1
          where kind = ${kind} and holder_kind = ${from.kind} and holder_id = ${from.id} returning 1`.execute(
          tx.kysely,
        );
        this.before(kind); // called after the update, so that a rolled-back hand-over has to be repeated
        this.handed.push(kind);
        return rows.length;
      },
    };
  }
}

interface Rows {
  rows(query: string, values?: readonly unknown[]): Promise<unknown[]>;
}

export async function givenThings(app: Rows, kind: string, holder: Holder, count: number): Promise<void> {
  await app.rows("insert into held_thing select $1, $2, $3 from generate_series(1, $4)", [
    kind,
    holder.kind,
    holder.id,
    count,
  ]);
}
