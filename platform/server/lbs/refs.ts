import { CityRef, lbsErrors, type RefChoice } from "@ops/platform/contract";
import { sql } from "kysely";
import { escapeLike } from "../db/list/condition.ts";
import type { Tx } from "../db/tx.ts";
import type { RefSource } from "../refs/source.ts";
import { findCities } from "./resolve.ts";

/** Finds cities by code, name, pinyin, initials or province. They are the same for everybody. */
export const cityRefs: RefSource = {
  kind: CityRef,
  search: async (tx, { keyword, most }) => {
    const [spelled, sounded] = [`%${escapeLike(keyword)}%`, `${escapeLike(keyword.toLowerCase())}%`];
    const { rows } = await sql<RefChoice>`
      select c.code as id, c.name, c.code as no, p.name as note from region c join region p on p.code = c.parent_code
      where c.level = 2 and c.status = 'VALID' and (c.code = ${keyword} or c.name like ${spelled} or p.name like ${spelled}
        or replace(c.pinyin, ' ', '') like ${sounded} or regexp_replace(c.pinyin, '(\\w)\\w* ?', '\\1', 'g') like ${sounded})
      order by c.code limit ${most}`.execute(tx.kysely);
    return rows;
  },
  seen: (tx, codes) => citiesOf(tx, codes),
  namesOf: async (tx, codes) => new Map((await citiesOf(tx, codes)).map(({ id, name }) => [id, name])),
  refusals: async (tx, codes) => {
    const known = await findCities(tx, codes);
    return new Map(codes.flatMap((code) => (known.get(code) === code ? [] : [[code, lbsErrors.unknown()] as const])));
  },
  find: async (tx, texts) => {
    const known = await findCities(tx, texts);
    return new Map(texts.map((text) => [text, [known.get(text) ?? []].flat()]));
  },
};

async function citiesOf(tx: Tx, codes: readonly string[]): Promise<RefChoice[]> {
  const { rows } = await sql<RefChoice>`
    select c.code as id, c.name, c.code as no, p.name as note from region c left join region p on p.code = c.parent_code
    where c.code = any(${[...codes]}::text[])`.execute(tx.kysely);
  return rows;
}
