import type { z } from "zod";
import type { Tx } from "../../db/tx.ts";
import { dictCodesOf } from "./dict-codes.ts";
import { refIdsOf } from "./ref-ids.ts";
import { validatorOf } from "./validate.ts";

/**
 * Checks values inside of a body whose schema only the handler knows, as the kernel checks a body: no unknown
 * properties, valid references and dictionary codes. Answers the parsed values.
 */
export async function checkInnerValues<T extends z.ZodObject>(tx: Tx, schema: T, sent: unknown): Promise<z.output<T>> {
  const call = { method: "POST", body: schema } as const;
  const { body } = validatorOf(call)({ params: undefined, query: undefined, body: sent });
  const [retired] = (await dictCodesOf(call)?.check(tx, { query: undefined, body })) ?? [];
  if (retired) throw retired.refusal;
  await refIdsOf(call)?.check(tx, { params: undefined, body });
  return body;
}
