import { callsOf, keyword } from "@ops/platform/contract";
import { PolicyShape, policyFrame } from "./shape.ts";

const calls = callsOf(PolicyShape, policyFrame);
const terms = PolicyShape.pick("name", "kind", "limitFen", "seriesIds", "validFrom", "validTo", "status");

export const listPolicies = calls.list(
  PolicyShape.query({
    is: ["kind", "status"],
    sort: ["code", "validFrom", "updatedAt"],
    more: { keyword: keyword("政策编码 / 名称") },
  }),
);
export const createPolicy = calls.create({ ...PolicyShape.pick("code"), ...terms });
/** The code stays as it is; what orders have taken from a policy stays with them. */
export const editPolicy = calls.edit(terms);
