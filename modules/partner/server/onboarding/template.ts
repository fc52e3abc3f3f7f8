import { addDays } from "@ops/platform/contract";
import type { ParamDeclaration, Tx } from "@ops/platform/server";
import { type PartnerKind, partnerKinds } from "../../contract/index.ts";
import { kindsOf, mergeTemplates, readTemplate, templateRule } from "../company/template.ts";

interface TaskKind {
  readonly name: string;
  readonly ownerRole: string;
  /** The permission of the people who are responsible for the task and are notified. */
  readonly ownerCode: string;
  /** The predecessors: codes of tasks, or papers as `paper:KIND`. */
  readonly after: readonly string[];
  readonly days: number;
}

const contract = "主合同签署";
const taskNames = {
  CONTRACT: contract,
  DEPOSIT: "保证金到账",
  STORE: "门店建档并验收",
  ADMIN: "管理员账号开通",
  CERT: "关键岗位认证",
  API: "接口联调",
  SETTLE: "结算账户校验",
} as const;
export type TaskCode = keyof typeof taskNames;

const handled = "partner:onboard:handle";
const taskKinds: Readonly<Record<TaskCode, Omit<TaskKind, "name">>> = {
  CONTRACT: { ownerRole: "渠道经理", ownerCode: "partner:contract:edit", after: [], days: 10 },
  DEPOSIT: { ownerRole: "财务", ownerCode: "partner:deposit:edit", after: [], days: 15 },
  STORE: { ownerRole: "区域经理", ownerCode: handled, after: ["CONTRACT"], days: 20 },
  ADMIN: { ownerRole: "账号管理员", ownerCode: "partner:staff:approve", after: ["paper:DATA"], days: 7 },
  CERT: { ownerRole: "渠道经理", ownerCode: "partner:staff:approve", after: ["ADMIN"], days: 20 },
  API: { ownerRole: "渠道经理", ownerCode: handled, after: [], days: 15 },
  SETTLE: { ownerRole: "财务", ownerCode: "partner:account:edit", after: [], days: 10 },
};

/** The tasks for each kind of partner (PT-R18). */
const initial: Readonly<Record<PartnerKind, string>> = {
  AGENT: "主合同签署，保证金到账，门店建档并验收，管理员账号开通，关键岗位认证3，结算账户校验",
  DELIVERY: "主合同签署，保证金到账?，门店建档并验收?，管理员账号开通，关键岗位认证2，结算账户校验",
  SERVICE: "主合同签署，保证金到账，门店建档并验收，管理员账号开通，关键岗位认证2，结算账户校验",
  CHARGER: "主合同签署，保证金到账?，管理员账号开通，关键岗位认证2，结算账户校验",
  FINANCE: "主合同签署，管理员账号开通?，接口联调?，结算账户校验",
  INSURANCE: "主合同签署，管理员账号开通?，接口联调?，结算账户校验",
  CLUE: "主合同签署，管理员账号开通，接口联调，结算账户校验",
  EVENT: "主合同签署，结算账户校验",
  OTHER: "主合同签署，结算账户校验",
};

const tasksOf = (kind: PartnerKind): ParamDeclaration<string> => ({
  key: `partner.tasks.${kind}`,
  initial: initial[kind],
  group: "合作伙伴",
  description: `${partnerKinds[kind]}的入驻任务，带问号的为可选，数字为人数`,
  rule: templateRule(Object.values(taskNames)),
  parse: (text) => (readTemplate(text, taskNames) ? text : null),
});

const taskParams: Readonly<Record<PartnerKind, ParamDeclaration<string>>> = {
  AGENT: tasksOf("AGENT"),
  DELIVERY: tasksOf("DELIVERY"),
  SERVICE: tasksOf("SERVICE"),
  CHARGER: tasksOf("CHARGER"),
  FINANCE: tasksOf("FINANCE"),
  INSURANCE: tasksOf("INSURANCE"),
  CLUE: tasksOf("CLUE"),
  EVENT: tasksOf("EVENT"),
  OTHER: tasksOf("OTHER"),
};
export const onboardParams = Object.values(taskParams);

export interface PlannedTask extends TaskKind {
  readonly code: TaskCode;
  readonly mandatory: boolean;
  readonly dueOn: string;
  readonly sort: number;
}

/**
 * Plans the tasks of a partner that is approved on this day. The due day of a task is that of its predecessor plus its
 * own duration.
 */
export function planTasks(tx: Tx, partner: { readonly kinds: readonly string[] }, from: string): PlannedTask[] {
  const texts = kindsOf(partner).map((kind) => tx.param(taskParams[kind]));
  const lines = mergeTemplates(texts.map((text) => readTemplate(text, taskNames) ?? []));
  const due = new Map<string, string>();
  const order = (code: TaskCode) => Object.keys(taskKinds).indexOf(code);
  return lines
    .toSorted((a, b) => order(a.code) - order(b.code))
    .map(({ code, mandatory, count }, sort) => {
      const { after, days, ...owner } = taskKinds[code];
      const known = after.filter((one) => one.startsWith("paper:") || due.has(one));
      const begins = [from, ...known.flatMap((one) => due.get(one) ?? [])].sort().at(-1) ?? from;
      const dueOn = addDays(begins, days);
      due.set(code, dueOn);
      const name = count === null ? taskNames[code] : `${taskNames[code]}（至少${count}人）`;
      return { code, name, ...owner, after: known, days, mandatory, dueOn, sort };
    });
}
