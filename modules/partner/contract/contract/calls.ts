import { callsOf, day, endpoint, fen, idParams, keyword } from "@ops/platform/contract";
import { z } from "zod";
import { fileIds } from "./acts.ts";
import { ContractShape, contractFrame } from "./shape.ts";
import { ContractTerms } from "./terms.ts";

/** Commercial terms are for its holders alone (section 7). */
export const CONTRACT_TERMS = "partner:contract:terms";

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
/** A draft that begins the day after with the same terms. */
export const renewContract = calls.on("renew", "续签合同", {
  ...ContractShape.pick("contractNo", "endOn"),
  ...ContractShape.optional("startOn"),
});

const source = z.object({ contractId: z.string(), contractNo: z.string(), ...ContractShape.pick("kind") });

/** What holds for a partner on a day, each term with the contract that says so (PT-R6). */
export const EffectiveTerms = z.object({
  day: z.string(),
  mainContractNo: z.string().meta({ label: "主合同" }),
  endOn: z.string().meta({ label: "结束日期" }),
  /** It has ended; its terms go on until then. */
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
  query: z.object({ day: day.optional() }),
  answer: EffectiveTerms.nullable(),
});
