import assert from "node:assert/strict";
import type { AuthorityTestApp } from "@ops/authority/server/testing";
import { wireTime } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import type { GivenConfig } from "../testing.ts";

const codes = ["vehicle:price:view", "vehicle:price:edit", "vehicle:price:publish"];

interface Wanted {
  readonly start?: string | null;
  readonly end?: string | null;
  readonly amountFen?: number;
}

/** Makes the value at its first use, because the app runs only inside of tests. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Signs in one person who prepares prices and another who publishes them, with helpers for base prices. */
export function pricesOf(app: AuthorityTestApp) {
  const preparer = once(() => app.signIn({ permissions: codes }));
  const publisher = once(() => app.signIn({ permissions: codes }));
  const inDays = (days: number) => wireTime(new Date(app.now().getTime() + days * 86_400_000));

  async function prepare(config: GivenConfig, { start = null, end = null, amountFen = 22_990_000 }: Wanted) {
    const rows = [{ carConfigId: config.id, kind: "BASE" as const, amountFen }];
    return (await preparer()).call(contract.preparePrices, { body: { start, end, rows } });
  }

  async function publish(...ids: string[]) {
    return (await publisher()).call(contract.publishPrices, { body: { ids } });
  }

  async function change(config: GivenConfig, wanted: Wanted) {
    const { data, msg } = await prepare(config, wanted);
    assert.equal(msg, "");
    return publish(...data.map(({ id }) => id));
  }

  const baseOf = (config: GivenConfig) =>
    app.rows<{ id: string; amountFen: number; ends: boolean; version: number }>(
      `select id, amount_fen, effective_to is not null as ends, version from car_price
       where car_config_id = $1 and kind = 'BASE' and state = 'PUBLISHED' order by effective_from`,
      [config.id],
    );

  const sumNow = async (config: GivenConfig, at?: string) => {
    const query = { carConfigId: config.id, extColor: "EX-W01", intColor: "IN-B02", ...(at ? { at } : {}) };
    return (await (await preparer()).call(contract.quoteCar, { query })).data.sumFen;
  };

  return { preparer, publisher, inDays, prepare, publish, change, baseOf, sumNow };
}
