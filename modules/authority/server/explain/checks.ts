import { fieldModeNames, type MenuNode, ruledFields, wireTime } from "@ops/platform/contract";
import { findAddressed, reachesRecord, type Tx } from "@ops/platform/server";
import type { ExplainCheck, ExplainStep } from "../../contract/index.ts";
import { userStates } from "../../contract/index.ts";
import { accountRefusal } from "../account/usable.ts";
import type { Knows } from "../effective/known-places.ts";
import { scopeTexts } from "../effective/scope-words.ts";
import { catalogueOf } from "../rights/catalogue.ts";
import { menuTree } from "../rights/menu-tree.ts";
import { membershipFact } from "./membership-fact.ts";
import { type IdleGrant, idleGrants, type Subject } from "./subject.ts";
import type { Wanted } from "./wanted.ts";

type Found = Omit<ExplainStep, "check">;
const pass = (fact: string): Found => ({ result: "PASS", fact });
const fail = (fact: string): Found => ({ result: "FAIL", fact });
const note = (fact: string): Found => ({ result: "NOTE", fact });
const skip = (fact: string): Found => ({ result: "SKIP", fact });

/** Names of roles as the reader may know them. */
export type RoleNames = (roles: readonly { readonly roleId: string; readonly roleName: string }[]) => string;

interface Asked {
  readonly tx: Tx;
  readonly subject: Subject;
  readonly wanted: Wanted;
  readonly names: RoleNames;
  readonly knows: Knows;
}

type Check = (asked: Asked) => Found | Promise<Found>;

/** The checks in their order; behind the first that fails nothing is asked any more. */
export async function checksOf(asked: Asked): Promise<ExplainStep[]> {
  const steps: ExplainStep[] = [];
  let isOver = false;
  for (const [check, look] of checks) {
    const found: Found = isOver ? skip("前面的检查未通过，不再检查") : await look(asked);
    isOver ||= found.result === "FAIL";
    steps.push({ check, ...found });
  }
  return steps;
}

export const failedCheck = (steps: readonly ExplainStep[]): ExplainCheck | null =>
  steps.find(({ result }) => result === "FAIL")?.check ?? null;

/** Calls that ask for no code are open to everybody who is signed in, whatever the roles say. */
const asksForCode = (wanted: Wanted) => wanted.kind === "PAGE" || wanted.code.includes(":");
const noCode = note("登录即可调用，不需要权限点");

const account: Check = ({ tx, subject: { user } }) => {
  const refusal = accountRefusal(user, tx.now);
  return refusal ? fail(refusal.error.message) : pass(userStates.states[user.status]);
};

const membership: Check = ({ tx, subject, wanted, knows }) => {
  if (!asksForCode(wanted)) return noCode;
  if (subject.rights === null) return pass("管理员不受任职限制");
  return membershipFact(tx, subject, knows).then(({ isInForce, fact }) => (isInForce ? pass(fact) : fail(fact)));
};

const isGiven = ({ subject: { rights }, wanted }: Asked) =>
  rights === null || rights.sources.some(({ role }) => wanted.isIn(role));

/** A grant that would give it but is not in force is the reason; else there must be any. */
const grant: Check = async (asked) => {
  const { tx, subject, wanted, names } = asked;
  if (!asksForCode(wanted)) return noCode;
  if (subject.rights === null) return pass("管理员拥有全部权限，不来自角色");
  const idle = await idleGrants(tx, subject);
  const lapsed = isGiven(asked) ? undefined : idle.find((one) => wanted.isIn(one) && lapse(tx, one) !== null);
  const blocked = idle.some((one) => wanted.isIn(one) && lapse(tx, one) === null);
  if (lapsed && !blocked) return fail(`角色「${names([lapsed])}」的授予${lapse(tx, lapsed)}`);
  const inForce = [...subject.rights.sources.map(({ role }) => role), ...idle.filter((one) => lapse(tx, one) === null)];
  return inForce.length === 0 ? fail("没有生效的角色授予") : pass(`${inForce.length} 项生效：${names(inForce)}`);
};

/** Why a grant is not in force, or null: then its role is disabled. */
function lapse({ now }: Tx, { status, validFrom, validTo, updatedAt }: IdleGrant): string | null {
  if (status === "REVOKED") return `已于 ${wireTime(updatedAt)} 收回`;
  if (validTo !== null && validTo <= now) return `已于 ${wireTime(validTo)} 到期`;
  if (status === "EXPIRED") return `已于 ${wireTime(updatedAt)} 到期`;
  return validFrom > now ? `自 ${wireTime(validFrom)} 起才生效` : null;
}

const role: Check = async (asked) => {
  const { tx, subject, wanted, names } = asked;
  if (!asksForCode(wanted)) return noCode;
  if (subject.rights === null) return pass("无需角色");
  const disabled = (await idleGrants(tx, subject)).filter((one) => lapse(tx, one) === null);
  const missed = isGiven(asked) ? [] : disabled.filter((one) => wanted.isIn(one));
  if (missed.length > 0) return fail(`角色「${names(missed)}」已停用`);
  if (subject.rights.sources.length === 0) return fail(`角色「${names(disabled)}」已停用`);
  return pass(
    disabled.length === 0 ? "均为启用" : `启用 ${subject.rights.sources.length} 个，停用 ${disabled.length} 个`,
  );
};

const menu: Check = async ({ tx, subject: { rights }, wanted }) => {
  const shown = keysIn(await menuTree(tx, rights?.menuKeys ?? "all"));
  if (wanted.kind === "PAGE") {
    if (shown.has(wanted.key)) return pass("页面已授予，且菜单启用");
    if (!wanted.isEnabled) return fail("页面已停用");
    if (rights === null || rights.menuKeys.has(wanted.key)) return fail("上级菜单已停用");
    return fail("所持角色均不含该页面");
  }
  const permission = catalogueOf(tx).find(({ code }) => code === wanted.code);
  if (!permission?.menuKey) return skip("该权限点不属于任何页面");
  return shown.has(permission.menuKey) ? pass("所属页面已授予") : note("所属页面未授予，界面上没有入口");
};

function keysIn(nodes: readonly MenuNode[]): Set<string> {
  return new Set(nodes.flatMap(({ key, children }) => [key, ...keysIn(children)]));
}

const code: Check = ({ tx, subject: { actor }, wanted }) => {
  if (wanted.kind === "PAGE") {
    const onPage = catalogueOf(tx).filter(({ menuKey }) => menuKey === wanted.key);
    const held = onPage.filter((permission) => actor.can(permission.code));
    return onPage.length === 0
      ? skip("页面没有权限点")
      : note(`页面有 ${onPage.length} 个权限点，持有 ${held.length} 个`);
  }
  if (!asksForCode(wanted)) return noCode;
  return actor.can(wanted.code) ? pass("所持角色含该权限点") : fail("所持角色均不含该权限点");
};

const call: Check = ({ tx, subject: { actor }, wanted }) => {
  if (wanted.kind === "PAGE") return skip("页面不涉及");
  if (wanted.kind === "INTERFACE") {
    if (wanted.status !== "ENABLED") return fail(wanted.status === "DISABLED" ? "接口已停用" : "接口已下线");
    if (!asksForCode(wanted) || actor.mayCall(wanted.endpoint)) return pass("接口启用，且未被排除");
    return fail("授予该权限点的角色均排除了该接口");
  }
  const all = tx.endpoints.filter(({ permission }) => permission === wanted.code);
  const left = all.filter((endpoint) => !actor.mayCall(endpoint));
  return left.length === 0
    ? pass(`相关接口 ${all.length} 个，均未被排除`)
    : note(`相关接口 ${all.length} 个，${left.length} 个被角色排除`);
};

const scope: Check = async ({ tx, subject, wanted, knows }) => {
  if (wanted.kind === "PAGE") return skip("页面不涉及数据");
  if (!asksForCode(wanted)) return skip("不按数据范围限制");
  const { actor, rights } = subject;
  const granting = (rights?.sources ?? []).filter(({ codes }) => codes.has(wanted.code));
  const { words, organizationCount } = await scopeTexts(tx, knows)(granting, wanted.code, actor.scopeOf(wanted.code));
  const reach = `${words}（${organizationCount} 个组织）`;
  if (wanted.kind !== "RECORD") return pass(reach);
  const id = await findAddressed(tx, wanted.bizType, wanted.record);
  const isReached = id !== null && (await reachesRecord(tx, { actor, permission: wanted.code }, { ...wanted, id }));
  return isReached ? pass(`记录在范围内：${reach}`) : fail(`记录不存在，或不在数据范围内：${reach}`);
};

/** What the roles leave of the fields that they rule; the call answers all the same. */
const field: Check = ({ subject: { actor }, wanted }) => {
  if (wanted.kind === "PAGE") return skip("页面不涉及字段");
  const ruled = [...ruledFields.values()].filter(({ read }) => entityOf(read) === entityOf(wanted.code));
  if (ruled.length === 0) return skip("不涉及字段");
  const modes = ruled.map(({ key, label }) => ({ label, mode: actor.fieldMode?.(key, wanted.code) ?? "EDIT" }));
  const limited = modes.filter(({ mode }) => mode !== "EDIT");
  if (limited.length === 0) return pass("没有字段规则限制");
  return note(limited.map(({ label, mode }) => `${label}：${fieldModeNames[mode]}`).join("、"));
};

const entityOf = (permission: string) => permission.split(":").slice(0, 2).join(":");

const checks: readonly (readonly [ExplainCheck, Check])[] = [
  ["ACCOUNT", account],
  ["MEMBERSHIP", membership],
  ["GRANT", grant],
  ["ROLE", role],
  ["MENU", menu],
  ["CODE", code],
  ["INTERFACE", call],
  ["SCOPE", scope],
  ["FIELD", field],
];
