import type { Kind, PromiseGround } from "@ops/authority/server/testing";
import type { Fact } from "./matrix-model.ts";
import { allPromises } from "./promises.ts";

/** Every kind of record of the product, by its name. */
export const kinds: ReadonlyMap<string, Kind> = new Map(allPromises.flatMap((one) => Object.entries(one.kinds)));

export function kindOf(name: string): Kind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`no module promises the kind ${name}`);
  return kind;
}

export const factsOf = ({ app }: Pick<PromiseGround, "app">, kind: Kind): Promise<Fact[]> => app.rows<Fact>(kind.facts);

export async function factOf({ app }: Pick<PromiseGround, "app">, kind: Kind, id: string): Promise<Fact | undefined> {
  return (await app.rows<Fact>(`select * from (${kind.facts}) known where known.id = $1`, [id]))[0];
}
