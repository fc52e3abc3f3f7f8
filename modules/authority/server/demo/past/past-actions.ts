import type { WriteEndpoint } from "@ops/platform/contract";
import type { PastAudit } from "@ops/platform/server";
import {
  disableUser,
  editUser,
  enableUser,
  logout,
  modifyPassword,
  organizationLogin,
  phoneLogin,
  userStates,
} from "../../../contract/index.ts";
import { users } from "../../person/tables.ts";
import { type Calendar, minutesAfter } from "../calendar.ts";
import type { Person } from "../people/people.ts";
import { organizationIdOf } from "../rows.ts";
import { idOf, type Seeded } from "../seeded.ts";
import { officeIp } from "./sign-ins.ts";

const AUDIT_ROWS = 2000;
const AUDIT_DAYS = 60;

type Subject = Pick<PastAudit, "bizType" | "bizId" | "bizNo" | "summary" | "diffs" | "reason">;

const remarks = ["已完成入职培训", "负责周末排班", "新车型讲解师", "支援新店开业", "转正", "兼任内训师"] as const;
const reasons = ["长期出差，申请暂停", "岗位调整", "休假期间停用", "账号异常，核实中"] as const;

/** Makes audit rows of what people did in the last two months. */
export function auditRows(persons: readonly Person[], calendar: Calendar, random: Seeded): PastAudit[] {
  const staff = persons.filter(({ status, userType }) => status === "ACTIVE" && userType !== "SERVICE");
  const keepers = staff.filter(({ boolAdmin, posts }) => boolAdmin || posts[0]?.position === "systemOperator");
  return Array.from({ length: AUDIT_ROWS }, (_, index) => {
    const isKeeping = random.chance(35);
    const actor = oneOf(isKeeping ? keepers : staff, random);
    const occurredAt = calendar.workingTime(random, random.integer(1, AUDIT_DAYS));
    const told = isKeeping ? keeping(oneOf(persons, random), random) : ownAction(actor, random, index);
    return {
      ...told,
      ...actorFacts(actor, random),
      id: idOf(`audit:${index}`),
      occurredAt,
      traceId: idOf(`trace:${index}`),
    };
  });
}

function actorFacts(actor: Person, random: Seeded) {
  return {
    actorId: actor.id,
    actorName: actor.userName,
    actorOrgId: organizationIdOf(actor) ?? "",
    ip: officeIp(actor, random),
    module: "authority",
    source: "WEB" as const,
    result: "SUCCESS" as const,
  };
}

/** Picks an action on the own account: signing in or out, switching the organisation, changing the password. */
function ownAction(actor: Person, random: Seeded, index: number) {
  const several = actor.posts.length > 1;
  const endpoint = random.pick([
    phoneLogin,
    phoneLogin,
    phoneLogin,
    logout,
    logout,
    several ? organizationLogin : logout,
  ]);
  if (random.chance(3)) {
    return {
      ...actionOf(modifyPassword),
      ...about(actor),
      diffs: [diffOf(actor, "passwordHash", ["******", "******"])],
    };
  }
  if (endpoint === phoneLogin) return { ...actionOf(endpoint), ...about(actor) };
  const session = { bizType: "session", bizId: idOf(`session:${index}`), bizNo: null, summary: null };
  return { ...actionOf(endpoint), ...session, diffs: [], reason: null };
}

function keeping(person: Person, random: Seeded) {
  if (random.chance(70)) {
    const diffs = [diffOf(person, "remark", [null, random.pick(remarks)])];
    return { ...actionOf(editUser), ...about(person), diffs };
  }
  const isEnabling = random.chance(50);
  const words: [string, string] = [userStates.label("ACTIVE"), userStates.label("DISABLED")];
  const diffs = [diffOf(person, "status", isEnabling ? [words[1], words[0]] : words)];
  const reason = isEnabling ? "恢复使用" : random.pick(reasons);
  return { ...actionOf(isEnabling ? enableUser : disableUser), ...about(person), diffs, reason };
}

function actionOf(endpoint: WriteEndpoint) {
  return { action: `${endpoint.method} ${endpoint.path}`, actionName: endpoint.audit };
}

function about({ id, staffNo, userName }: Person): Subject {
  return { bizType: users.name, bizId: id, bizNo: staffNo, summary: userName, diffs: [], reason: null };
}

function diffOf(person: Person, field: "remark" | "status" | "passwordHash", [before, after]: [string | null, string]) {
  return { bizType: users.name, bizId: person.id, field, label: users.labels[field] ?? field, before, after };
}

/** The beginning of the log, needed to create its monthly partitions. */
export function auditBegin(calendar: Calendar): Date {
  return minutesAfter(calendar.now, -(AUDIT_DAYS + 1) * 24 * 60);
}

function oneOf(persons: readonly Person[], random: Seeded): Person {
  const person = persons[random.integer(0, persons.length - 1)];
  if (!person) throw new Error("there is nobody to act");
  return person;
}
