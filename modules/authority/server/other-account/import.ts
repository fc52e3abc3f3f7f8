import {
  type ImportRow,
  type ImportSource,
  mayAskFor,
  SKIPPED,
  type Tx,
  type Verdicts,
  verdictsOf,
} from "@ops/platform/server";
import { sql } from "kysely";
import { otherAccountImport, otherAccountImportErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { reachedPeople } from "../person/tables.ts";
import { bindIdentity, refuseBinding } from "./bind.ts";
import type { OtherAccountRow } from "./tables.ts";

/** 第三方绑定: each row as if it were bound by hand (section 8). */
export const otherAccountImportSource: ImportSource = {
  kind: otherAccountImport,
  keyOf: ({ values }) => keyOf(values["platform"], values["externalId"]),
  checksAlone: true,
  check: checkRows,
  apply: async (tx, row) => {
    const people = await peopleOf(tx, [row]);
    await bindIdentity(tx, { ...bodyOf(row), userId: requirePerson(people, row) });
  },
};

const keyOf = (platform: string | null | undefined, externalId: string | null | undefined) =>
  `${platform} ${externalId}`;

async function checkRows(tx: Tx, rows: readonly ImportRow[]): Promise<Verdicts> {
  const [people, known] = [await peopleOf(tx, rows), await identitiesOf(tx, rows)];
  return verdictsOf(rows, async (row) => {
    const { platform, externalId } = row.values;
    const account = known.get(keyOf(platform, externalId));
    const userId = requirePerson(people, row);
    if (account?.status === "BOUND" && account.userId === userId) return SKIPPED;
    await refuseBinding(tx, userId, account);
    return null;
  });
}

function bodyOf({ values }: ImportRow) {
  const { platform, externalId, externalName = null } = values;
  return { platform: platform ?? "", externalId: externalId ?? "", externalName };
}

function requirePerson(people: ReadonlyMap<string, string>, { values }: ImportRow): string {
  const id = people.get(values["mobilePhone"] ?? "");
  if (id === undefined) throw otherAccountImportErrors.person();
  return id;
}

/** Who has these phones, as far as the operator sees people and their phones. */
async function peopleOf(tx: Tx, rows: readonly ImportRow[]): Promise<Map<string, string>> {
  if (!mayAskFor(tx, "user.mobilePhone", ["HIDE"])) return new Map();
  const phones = rows.flatMap(({ values }) => values["mobilePhone"] ?? []);
  const found = await db(tx)
    .selectFrom("appUser")
    .select(["appUser.id", "appUser.mobilePhone"])
    .where(sql<boolean>`app_user.mobile_phone = any(${[...new Set(phones)]}::text[])`)
    .where("appUser.deletedAt", "is", null)
    .where(reachedPeople(tx))
    .execute();
  return new Map(found.map(({ id, mobilePhone }) => [mobilePhone, id]));
}

async function identitiesOf(tx: Tx, rows: readonly ImportRow[]): Promise<Map<string, OtherAccountRow>> {
  const ids = rows.flatMap(({ values }) => values["externalId"] ?? []);
  const found = await db(tx)
    .selectFrom("otherAccount")
    .selectAll()
    .where(sql<boolean>`external_id = any(${ids}::text[])`)
    .execute();
  return new Map(found.map((account) => [keyOf(account.platform, account.externalId), account]));
}
