import { presentOne, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { partnerErrors, partnerStates } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { insertPaper } from "./insert.ts";
import { present } from "./present.ts";
import { papersOf, requiredPapers } from "./required.ts";

export const listQualifications = reads(contract.listQualifications, async (tx, { params }) => {
  const partner = await requirePartner(tx, params.id);
  const { required, wanted } = requiredPapers(tx, partner);
  const papers = await present(tx, await papersOf(tx, partner.id));
  return { papers, required: [...required], wanted: [...wanted] };
});

export const addQualification = writes(contract.addQualification, async (tx, { params, body }) => {
  const partner = await lockPartner(tx, params.id);
  if (partner.state === "TERMINATED") {
    throw partnerErrors.fieldLocked({ state: partnerStates.label(partner.state), fields: "资质" });
  }
  return presentOne(present)(tx, await insertPaper(tx, partner, body));
});
