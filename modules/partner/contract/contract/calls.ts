import { callsOf, day, endpoint, fen, idParams, keyword, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { fileIds } from "./acts.ts";
import { ContractShape, contractFrame } from "./shape.ts";
import { ContractTerms } from "./terms.ts";

/** Only holders of this code see commercial terms (section 7). */
export const CONTRACT_TERMS = "partner:contractTerms:view";

const calls = callsOf(ContractShape, contractFrame);
const written = {
  ...ContractShape.pick("title", "startOn", "endOn", "depositFen"),
  ...ContractShape.optional("terms"),
  fileIds,
};

export const listContracts = calls.list(
  ContractShape.query({
    is: ["partnerId", "kind", "state"],
    sort: ["contractNo", "startOn", "endOn", "updatedAt"],
    more: { keyword: keyword("合同号或名称") },
  }),
);
export const getContract = calls.get();
export const createContract = calls.create({
  ...ContractShape.pick("partnerId", "contractNo", "kind", "prevContractId"),
  ...written,
});
export const editContract = calls.edit(written, "修改合同");
/** Creates a draft with the same terms that begins the day after this contract ends. */
export const renewContract = calls.on("renew", "续签合同", {
  ...ContractShape.pick("contractNo", "endOn"),
  ...ContractShape.optional("startOn"),
});

const source = z.object({ contractId: z.string(), contractNo: z.string(), ...ContractShape.pick("kind") });

/** The terms of a partner on a day, each with the contract from which it comes (PT-R6). */
export const EffectiveTerms = z.object({
  day: z.string(),
  mainContractNo: withMeta(z.string(), { label: "主合同" }),
  endOn: withMeta(z.string(), { label: "结束日期" }),
  /** The day until which the terms continue after the end of the contract; null if it has not ended. */
  graceUntil: z.string().nullable(),
  terms: ContractTerms,
  sources: z.array(source.extend({ term: z.string() })),
  depositFen: fen,
  depositSource: source,
});
export type EffectiveTerms = z.output<typeof EffectiveTerms>;

export const getEffectiveTerms = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/terms",
  title: "伙伴有效条款",
  permission: CONTRACT_TERMS,
  requires: [contractFrame.view],
  page: contractFrame.page,
  params: idParams,
  query: z.object({ day: withMeta(day.optional(), { label: "日期" }) }),
  answer: EffectiveTerms.nullable(),
});
