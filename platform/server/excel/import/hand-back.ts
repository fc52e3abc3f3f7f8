import { Readable } from "node:stream";
import { z } from "zod";
import type { Tx } from "../../db/tx.ts";
import { Spool } from "../../file/spool.ts";
import { db } from "../../tables.ts";
import type { ClaimedTask } from "../../task/claim.ts";
import { escapeFormula } from "../workbook/cells.ts";
import { encryptedZip } from "../workbook/encrypted-zip.ts";
import { writeWorkbook } from "../workbook/workbook.ts";
import type { ImportSource } from "./import-source.ts";
import { ImportParams } from "./run-import.ts";

const Rows = z.array(z.array(z.string()));

interface HandBack {
  readonly content: Spool;
  /** Of the password that opens it. */
  readonly sealedPassword: Buffer;
}

/**
 * Makes the file with data for the operator, which opens with the password that the operator got; null if there is
 * none.
 */
export async function handBackFile(tx: Tx, task: ClaimedTask, { handsBack }: ImportSource): Promise<HandBack | null> {
  if (!handsBack) return null;
  const kept = await db(tx)
    .selectFrom("importSecret")
    .select(["line", "sealed"])
    .where("taskId", "=", task.id)
    .orderBy("line")
    .execute();
  const { draftId } = ImportParams.parse(task.params);
  const draft = await db(tx)
    .selectFrom("importDraft")
    .select("sealedPassword")
    .where("id", "=", draftId)
    .executeTakeFirst();
  if (kept.length === 0 || !draft?.sealedPassword) return null;
  const { name, columns } = handsBack;
  const shown = (text: string, n: number) => (columns[n]?.verbatim ? text : escapeFormula(text));
  const rows = kept.flatMap(({ line, sealed }) =>
    Rows.parse(JSON.parse(handsBack.unseal(sealed, `${task.id} ${line}`))).map((cells) => cells.map(shown)),
  );
  const sheet = { name, columns: [...columns], rows };
  const content = Buffer.concat(await Readable.from(writeWorkbook([sheet])).toArray());
  const password = handsBack.unseal(draft.sealedPassword, draftId);
  const zip = await Spool.of(Readable.from([encryptedZip(`${name}.xlsx`, content, password)]));
  return { content: zip, sealedPassword: draft.sealedPassword };
}

/** Deletes these data once the file exists. If another password was given meanwhile, the file must be made again. */
export async function forgetHandedBack(
  tx: Tx,
  task: ClaimedTask,
  given: Pick<HandBack, "sealedPassword"> | null,
): Promise<void> {
  await db(tx).deleteFrom("importSecret").where("taskId", "=", task.id).execute();
  const { draftId } = ImportParams.parse(task.params);
  const { numUpdatedRows } = await db(tx)
    .updateTable("importDraft")
    .set({ sealedPassword: null })
    .where("id", "=", draftId)
    .$if(given !== null, (update) => update.where("sealedPassword", "=", given?.sealedPassword ?? null))
    .executeTakeFirstOrThrow();
  if (given && numUpdatedRows === 0n) throw new Error("another password was told while the file was made");
}
