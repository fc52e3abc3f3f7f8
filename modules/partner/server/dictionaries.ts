import type { DictDeclaration } from "@ops/platform/contract";
import { partnerCerts, partnerKinds, partnerPositions } from "../contract/index.ts";

export const partnerDictionaries: DictDeclaration[] = [
  { code: "partner_kind", name: "合作类型", entries: Object.entries(partnerKinds) },
  {
    code: "partner_position",
    name: "伙伴岗位",
    entries: Object.entries(partnerPositions),
    usedBy: [{ table: "partner_staff", column: "position_code" }],
  },
  {
    code: "partner_cert",
    name: "伙伴认证",
    entries: Object.entries(partnerCerts),
    usedBy: [{ table: "partner_staff_cert", column: "code" }],
  },
];
