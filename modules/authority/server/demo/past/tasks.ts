import { masks } from "@ops/platform/contract";
import { insertPastTasks, type PastSheet, type PastTask, type Tx } from "@ops/platform/server";
import { userStates } from "../../../contract/person/states.ts";
import { roleSheet } from "../../../contract/role/sheet.ts";
import { userSheet } from "../../../contract/user/sheet.ts";
import { type Calendar, minutesAfter } from "../calendar.ts";
import type { Person } from "../people/people.ts";
import { administratorId, organizationIdOf, roleRows } from "../rows.ts";
import { idOf, seeded } from "../seeded.ts";

interface Told {
  readonly sheet: "user" | "role" | "dict";
  readonly daysAgo: number;
  readonly status: "SUCCESS" | "PARTIAL" | "FAILED" | "CANCELED" | "EXPIRED";
  readonly total: number;
  readonly failed?: number;
  readonly errorMsg?: string;
  /** The staff number of the person who started the task; the administrator if missing. */
  readonly by?: string;
}

const told: readonly Told[] = [
  { sheet: "user", daysAgo: 1, status: "SUCCESS", total: 40 },
  { sheet: "dict", daysAgo: 1, status: "PARTIAL", total: 12, failed: 3 },
  { sheet: "role", daysAgo: 2, status: "SUCCESS", total: 18 },
  { sheet: "user", daysAgo: 2, status: "FAILED", total: 0, errorMsg: "您已无该数据的导出权限", by: "A0002" },
  { sheet: "user", daysAgo: 3, status: "CANCELED", total: 40 },
  { sheet: "dict", daysAgo: 4, status: "SUCCESS", total: 26 },
  { sheet: "user", daysAgo: 5, status: "SUCCESS", total: 24, by: "A0003" },
  { sheet: "user", daysAgo: 9, status: "EXPIRED", total: 36 },
  { sheet: "role", daysAgo: 12, status: "EXPIRED", total: 17 },
  { sheet: "dict", daysAgo: 13, status: "FAILED", total: 0, errorMsg: "任务多次中断，请重新提交" },
];

const KEPT_MINUTES = 7 * 24 * 60;
const kinds = {
  user: { bizType: userSheet.key, bizName: userSheet.name, permissionCode: userSheet.export.permission },
  role: { bizType: roleSheet.key, bizName: roleSheet.name, permissionCode: roleSheet.export.permission },
  dict: { bizType: "platform.dictEntry", bizName: "字典项", permissionCode: "platform:dict:edit" },
} as const;

/** Loads exports and imports of the last two weeks. Files exist for one week, as in the product (platform.md 11). */
export async function loadTasks(tx: Tx, persons: readonly Person[], calendar: Calendar): Promise<void> {
  const random = seeded("tasks");
  const past = told.map((one, index) => {
    const createdAt = calendar.workingTime(random, one.daysAgo);
    return taskOf(one, index, { persons, createdAt, calendar });
  });
  await insertPastTasks(tx, past);
}

interface Around {
  readonly persons: readonly Person[];
  readonly createdAt: Date;
  readonly calendar: Calendar;
}

function taskOf(one: Told, index: number, { persons, createdAt, calendar }: Around): PastTask {
  const { sheet, status, total, failed = 0, errorMsg = null } = one;
  const isImport = sheet === "dict";
  const id = idOf(`task:${index}`);
  const owner = persons.find(({ staffNo }) => staffNo === one.by);
  const ownerId = owner?.id ?? administratorId;
  const orgId = owner ? organizationIdOf(owner) : null;
  const finishedAt = minutesAfter(createdAt, 1);
  const day = calendar.day(one.daysAgo).replaceAll("-", "");
  const fileName = isImport ? "字典项.xlsx" : `${kinds[sheet].bizName}.xlsx`;
  return {
    id,
    ...kinds[sheet],
    kind: isImport ? "IMPORT" : "EXPORT",
    fileName,
    taskNo: `${isImport ? "DR" : "DC"}${day}${String(index + 1).padStart(6, "0")}`,
    params: JSON.stringify({ query: {}, columns: columnsOf(sheet) }),
    paramsHash: "demo",
    conditions: "[]",
    status,
    total,
    done: status === "CANCELED" ? Math.floor(total / 2) : total,
    successCount: status === "CANCELED" ? 0 : total - failed,
    failCount: failed,
    errorMsg,
    ownerId,
    ownerName: owner?.userName ?? "系统管理员",
    orgId,
    organizationIds: orgId ? [orgId] : [],
    attempts: 1,
    startedAt: createdAt,
    finishedAt,
    expiresAt: minutesAfter(finishedAt, KEPT_MINUTES),
    readAt: finishedAt,
    createdAt,
    createdBy: ownerId,
    updatedAt: finishedAt,
    updatedBy: ownerId,
    ...(status === "SUCCESS" && !isImport ? { result: resultOf(one, index, { persons, calendar }) } : {}),
    ...(status === "PARTIAL" ? { failures: failuresOf(index) } : {}),
  };
}

const columnsOf = (sheet: Told["sheet"]) =>
  sheet === "dict" ? [] : (sheet === "user" ? userSheet : roleSheet).columns.map(({ key }) => key);

function resultOf({ sheet, total }: Told, index: number, { persons, calendar }: Omit<Around, "createdAt">): PastSheet {
  const { bizName } = kinds[sheet];
  const head = { id: idOf(`taskFile:${index}`), fileName: `${bizName}.xlsx` };
  if (sheet === "role") {
    const roles = roleRows(calendar).slice(0, total);
    return { ...head, titles: ["名称", "编码"], rows: roles.map(({ name, code }) => [name, code]) };
  }
  const rows = persons
    .slice(0, total)
    .map(({ userName, mobilePhone, staffNo, status }) => [
      userName,
      masks.phone(mobilePhone),
      staffNo,
      userStates.label(status),
    ]);
  return { ...head, titles: ["姓名", "手机号", "工号", "状态"], rows };
}

function failuresOf(index: number): PastSheet {
  const titles = ["字典编码*", "名称*", "值*", "排序", "状态", "行号", "失败原因"];
  const rows = [
    ["clue_levle", "重点", "KEY", "1", "启用", 4, "字典编码对应的数据不存在"],
    ["org_kind", "旗舰店", "FLAGSHIP", "2", "启用", 7, "字典编码对应的数据不存在"],
    ["org_kind", "社区店", "COMMUNITY", "3", "启用", 8, "字典编码对应的数据不存在"],
  ];
  return { id: idOf(`taskFailures:${index}`), fileName: "字典项_失败明细.xlsx", titles, rows };
}
