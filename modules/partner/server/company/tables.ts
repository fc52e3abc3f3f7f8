import { type RawBuilder, sql } from "kysely";
import { partnerFlags, partnerKinds, partnerStates, unmaskPartner } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

/** A partner is in scope by its region, by its own organisation, and for its manager (section 7). */
export const partners = table("partner", {
  entity: "合作伙伴",
  scope: ({ organizations, selfId }) => {
    const parts: RawBuilder<boolean>[] = [];
    if (organizations) {
      parts.push(
        sql<boolean>`partner.region_id in (${organizations})`,
        sql<boolean>`partner.org_id in (${organizations})`,
      );
    }
    if (selfId !== null) parts.push(sql<boolean>`partner.manager_id = ${selfId}`);
    return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  },
  read: "partner:partner:view",
  number: "partnerNo",
  // the tags stay out: the partner's own people read the log too
  labels: {
    partnerNo: "伙伴编号",
    fullName: "公司全称",
    shortName: "简称",
    uscc: "统一社会信用代码",
    kinds: "合作类型",
    level: "等级",
    legalPersonMasked: "法定代表人",
    legalIdNoMasked: "法定代表人证件",
    registeredCapitalFen: "注册资本（分）",
    foundedOn: "成立日期",
    regAddress: "注册地址",
    cityCodes: "合作城市",
    contactName: "联系人",
    contactPhoneMasked: "联系电话",
    contactEmail: "联系邮箱",
    accountLimit: "账号上限",
    accountLimitCap: "总部限定账号数",
    accountLimitReason: "限定原因",
    flags: "权限开关",
    state: "状态",
    stateReason: "状态原因",
  },
  words: { state: partnerStates.states, kinds: partnerKinds, flags: partnerFlags },
  unmask: unmaskPartner,
});
export type PartnerRow = RowOf<typeof partners>;
