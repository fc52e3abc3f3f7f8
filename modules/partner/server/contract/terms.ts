import { type AnswerFrom, addDays, dayOf, type QueryOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { requirePartner } from "../partner/find.ts";
import { effectiveTerms, termNames } from "./effective.ts";
import { contractGraceDays } from "./params.ts";
import type { ContractRow } from "./tables.ts";

/** Each term with the contract that it comes from (PT-R6). */
export async function getEffectiveTerms(
  tx: Tx,
  partnerId: string,
  query: QueryOf<typeof contract.getEffectiveTerms>,
): Promise<AnswerFrom<typeof contract.getEffectiveTerms>> {
  await requirePartner(tx, partnerId);
  const day = query.day ?? dayOf(tx.now);
  const effective = await effectiveTerms(tx, partnerId, day);
  if (!effective) return null;
  const { main, terms, sources, depositFen, depositSource, isInGrace } = effective;
  return {
    ...{ day, mainContractNo: main.contractNo, endOn: main.endOn, terms, depositFen },
    graceUntil: isInGrace ? addDays(main.endOn, tx.param(contractGraceDays)) : null,
    sources: termNames(terms).flatMap((term) => {
      const from = sources[term];
      return from ? [{ term, ...sourceOf(from) }] : [];
    }),
    depositSource: sourceOf(depositSource),
  };
}

const sourceOf = ({ id, contractNo, kind }: ContractRow) => ({ contractId: id, contractNo, kind });
