import { numberParam, type ParamDeclaration } from "@ops/platform/server";
import { type PaperKind, type PartnerKind, paperKinds, partnerKinds } from "../../contract/index.ts";
import { readTemplate, templateRule } from "../company/template.ts";
import { reminderDaysParam } from "../reminder-days.ts";

const group = "合作伙伴";

/** The papers for each kind of partner (PT-R18). A question mark means that the paper is optional. */
const initial: Readonly<Record<PartnerKind, string>> = {
  AGENT: "营业执照，开户许可/账户证明，行业许可?，责任保险，数据安全承诺",
  DELIVERY: "营业执照，开户许可/账户证明，责任保险，数据安全承诺",
  SERVICE: "营业执照，开户许可/账户证明，行业许可，责任保险，数据安全承诺",
  CHARGER: "营业执照，开户许可/账户证明，行业许可，责任保险，数据安全承诺",
  FINANCE: "营业执照，开户许可/账户证明，行业许可，数据安全承诺",
  INSURANCE: "营业执照，开户许可/账户证明，行业许可，数据安全承诺",
  CLUE: "营业执照，开户许可/账户证明，数据安全承诺",
  EVENT: "营业执照，开户许可/账户证明，行业许可?，责任保险",
  OTHER: "营业执照，开户许可/账户证明",
};

const papersOf = (kind: PartnerKind): ParamDeclaration<string> => ({
  key: `partner.papers.${kind}`,
  initial: initial[kind],
  group,
  description: `${partnerKinds[kind]}须提交的资质，带问号的为可选`,
  rule: templateRule(Object.values(paperKinds)),
  parse: (text) => (readTemplate(text, paperKinds) ? text : null),
});

export const paperParams: Readonly<Record<PartnerKind, ParamDeclaration<string>>> = {
  AGENT: papersOf("AGENT"),
  DELIVERY: papersOf("DELIVERY"),
  SERVICE: papersOf("SERVICE"),
  CHARGER: papersOf("CHARGER"),
  FINANCE: papersOf("FINANCE"),
  INSURANCE: papersOf("INSURANCE"),
  CLUE: papersOf("CLUE"),
  EVENT: papersOf("EVENT"),
  OTHER: papersOf("OTHER"),
};

/** Days after the expiry of a paper until flags are switched off (PT-R3). */
export const paperFlagDays = numberParam("partner.paper.flagDays", 15, {
  group,
  description: "资质过期多少天未更新后停止线索下发和订单代下",
  min: 0,
  max: 365,
});
export const paperSuspendDays = numberParam("partner.paper.suspendDays", 45, {
  group,
  description: "资质过期多少天未更新后生成暂停单草稿",
  min: 0,
  max: 365,
});

export const paperReminderDays = reminderDaysParam("partner.paper.reminderDays", "30,7", {
  group,
  description: "资质到期前多少天提醒，逢休息日提前到之前的工作日",
});

export const qualificationParams = [...Object.values(paperParams), paperFlagDays, paperSuspendDays, paperReminderDays];

export interface RequiredPapers {
  readonly required: readonly PaperKind[];
  readonly wanted: readonly PaperKind[];
}
