/** The page of partners, which also shows everything that belongs to a partner. */
export const PARTNER_PAGE = "/Partner/list";

/** 合作类型 (dictionary `partner_kind`). It decides which papers and onboarding tasks a partner needs (PT-R18). */
export const partnerKinds = {
  AGENT: "代理门店",
  DELIVERY: "交付服务",
  SERVICE: "售后服务",
  CHARGER: "充电桩安装",
  FINANCE: "金融",
  INSURANCE: "保险",
  CLUE: "线索合作",
  EVENT: "活动供应",
  OTHER: "其他",
} as const;
export type PartnerKind = keyof typeof partnerKinds;

/** 资质 (PT-R18). A setting decides which of them each kind of partner needs. */
export const paperKinds = {
  LICENSE: "营业执照",
  ACCOUNT: "开户许可/账户证明",
  PERMIT: "行业许可",
  INSURANCE: "责任保险",
  DATA: "数据安全承诺",
  OTHER: "其他",
} as const;
export type PaperKind = keyof typeof paperKinds;

export const partnerLevels = { S: "S", A: "A", B: "B", C: "C" } as const;

/** 权限开关: what the contract in force allows the partner to do. */
export const partnerFlags = { CLUE: "线索下发", STOCK: "现车共享", ORDER: "订单代下", SUBSIDY: "补贴申请" } as const;
export type PartnerFlag = keyof typeof partnerFlags;

/** Why a flag of the contract is not live. */
export const flagOffSources = {
  PAPER: "资质过期",
  CONTRACT: "合同到期",
  HQ: "总部限制",
  SUSPEND: "暂停合作",
  EXIT: "清退",
} as const;

export const riskTags = {
  PAPER: "资质过期",
  CONTRACT: "合同到期",
  DEPOSIT: "保证金不足",
  COMPLAINT: "投诉高",
  ACCOUNT: "账号异常",
} as const;
export type RiskTag = keyof typeof riskTags;
