import type { AnswerFrom, QueryOf } from "@ops/platform/contract";
import { countedPage, reads, type Tx, wholePhoneField } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { plainUserFields } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { AuthorityContext, AuthoritySettings } from "../settings.ts";
import { fillText, withoutSecrets } from "../sms/text.ts";

type Query = QueryOf<typeof contract.listSmsMessages>;

export function smsOutboxCalls({ settings }: AuthorityContext) {
  return { listSmsMessages: reads(contract.listSmsMessages, (tx, { query }) => listMessages(tx, query, settings)) };
}

/** Newest first. Codes are shown outside production only, whatever the message still holds. */
async function listMessages(
  tx: Tx,
  query: Query,
  { sso }: AuthoritySettings,
): Promise<AnswerFrom<typeof contract.listSmsMessages>> {
  if (query.mobilePhone) await noteSearch(tx, query.mobilePhone);
  const page = await countedPage(query, {
    rows: (limit, offset) =>
      messages(tx, query)
        .select([
          "id",
          "mobilePhone",
          "templateCode",
          "text",
          "params",
          "gateway",
          "status",
          "attempts",
          "lastError",
          "createdAt",
        ])
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .offset(offset)
        .execute(),
    count: async (limit) => {
      const counted = messages(tx, query).select("id").limit(limit).as("counted");
      const row = await db(tx).selectFrom(counted).select(sql<number>`count(*)::int`.as("total")).executeTakeFirst();
      return row?.total ?? 0;
    },
  });
  const isOpen = sso !== undefined && sso.appEnv !== "production";
  const textOf = (row: { text: string; params: Readonly<Record<string, string>> }) =>
    isOpen ? fillText(row.text, row.params) : withoutSecrets(row.text);
  return { ...page, list: page.list.map((row) => ({ ...row, text: textOf(row) })) };
}

/**
 * Messages show the phone masked, so whoever searches by one may be guessing at it (PF-R104). They are everybody's, whatever the
 * scope of the reader: nothing is left to guess only to those who may see every phone in clear.
 */
async function noteSearch(tx: Tx, mobilePhone: string): Promise<void> {
  const found = await db(tx)
    .selectFrom("smsOutbox")
    .select("id")
    .where("mobilePhone", "=", mobilePhone)
    .limit(1)
    .execute();
  await tx.noteWholeSearch({
    bizType: "smsOutbox",
    label: wholePhoneField.label,
    text: mobilePhone,
    shown: wholePhoneField.mask(mobilePhone),
    found: found.map(({ id }) => id),
    isFree: tx.actor.can(plainUserFields.code) && tx.actor.scopeOf(plainUserFields.code).all,
  });
}

function messages(tx: Tx, { mobilePhone, status }: Query) {
  let query = db(tx).selectFrom("smsOutbox");
  if (mobilePhone) query = query.where("mobilePhone", "=", mobilePhone);
  if (status) query = query.where("status", "=", status);
  return query;
}
