import { BusinessError, dayOf } from "@ops/platform/contract";
import {
  type HandedBack,
  type ImportCall,
  type ImportRow,
  type ImportSource,
  SKIPPED,
  seal,
  type Tx,
  unseal,
  type Verdict,
  type Verdicts,
} from "@ops/platform/server";
import { userImport, userImportErrors } from "../../../contract/index.ts";
import { newInitialPassword } from "../../account/initial-password.ts";
import { grantToNewcomers } from "../../grant/give.ts";
import { openMemberships } from "../../membership/open.ts";
import { takenOf } from "../../person/guards.ts";
import type { UserRow } from "../../person/tables.ts";
import { bumpRights } from "../../rights/bump.ts";
import type { AuthorityContext } from "../../settings.ts";
import { changePerson } from "../change-person.ts";
import { insertUsers } from "../insert-users.ts";
import { editing, factsOf, valuesOf } from "./import-facts.ts";
import { type Plan, planRows, roleRefusals } from "./import-plan.ts";
import { problemsBetween } from "./import-rows.ts";

interface Initial {
  readonly password: string;
  readonly hash: string;
}
/** Initial passwords by phone, for phones that no account has yet. */
type Passwords = ReadonlyMap<string, Initial>;
/** How many posts the earlier rows add, by phone. */
type Posts = Map<string, number>;
type Call = ImportCall<Passwords, Posts>;

/** 用户导入 creates people and their posts under the same checks as the calls that do it by hand (section 8). */
export function userImportSource({ hasher, settings }: AuthorityContext): ImportSource<Passwords, Posts> {
  return {
    kind: userImport,
    keyOf: ({ values }) => [values["mobilePhone"], values["organizationCode"], values["positionCode"]].join(" "),
    groupOf: ({ values }) => values["mobilePhone"] ?? null,
    arrange: (rows) => ({ rows, problems: problemsBetween(rows) }),
    checksAlone: true,
    startMemory: () => new Map(),
    check: checkRows,
    prepare: async (rows, step) => {
      const phones = valuesOf(rows, "mobilePhone");
      const taken = await step((tx) => takenOf(tx, "mobilePhone", phones));
      const made = new Map<string, Initial>();
      for (const phone of phones.filter((one) => !taken.has(one))) {
        const password = newInitialPassword();
        // passwords are hashed one after the other, so that sign-ins are served in between
        made.set(phone, { password, hash: await hasher.hash(password) });
      }
      return made;
    },
    applyAll: applyRows,
    handsBack: {
      name: "初始密码",
      columns: [
        ...["姓名", "手机号", "工号"].map((title) => ({ title, width: 18 })),
        { title: "初始密码", width: 18, verbatim: true },
      ],
      seal: (text, about) => seal(settings.sealingKey, text, about),
      unseal: (sealed, about) => unseal(settings.sealingKey, sealed, about),
    },
  };
}

async function checkRows(tx: Tx, rows: readonly ImportRow[], { options, memory }: Call): Promise<Verdicts> {
  const planned = [...planRows(tx, await factsOf(tx, rows, false), rows, { options, added: memory })];
  const plans = planned.flatMap(([, plan]) => (isPlan(plan) ? [plan] : []));
  const refused = await roleRefusals(tx, plans);
  const verdicts = planned.flatMap(([line, plan]): [number, Verdict][] => {
    if (plan === SKIPPED) return [[line, SKIPPED]];
    const refusal = plan instanceof BusinessError ? plan : refused.get(line);
    return refusal ? [[line, refusal]] : [];
  });
  return new Map(verdicts);
}

type Planned = ReturnType<typeof planRows> extends Map<number, infer One> ? One : never;
const isPlan = (planned: Planned): planned is Plan => planned !== SKIPPED && !(planned instanceof BusinessError);

/** Writes all rows or none. What was checked before is checked once more with the people locked. */
async function applyRows(tx: Tx, rows: readonly ImportRow[], { options, prepared }: Call): Promise<HandedBack> {
  const planned = [...planRows(tx, await factsOf(tx, rows, true), rows, { options, added: new Map() }).values()];
  const refusal = planned.find((plan) => plan instanceof BusinessError);
  if (refusal instanceof BusinessError) throw refusal;
  const plans = planned.filter(isPlan);
  const newcomers = await insertNewcomers(tx, plans, prepared ?? new Map());
  const known = plans.filter(({ person }) => person !== null);
  await changePeople(tx, known);
  await openPosts(editing(tx), known, newcomers);
  await openPosts(
    tx,
    plans.filter(({ person }) => person === null),
    newcomers,
  );
  for (const plan of plans) tx.trail.cameFrom(plan.row.line, (plan.person ?? newcomers.get(phoneOf(plan)))?.id ?? "");
  await bumpRights(tx, [...new Set(known.flatMap(({ person }) => person?.id ?? []))]);
  return handBackPasswords(plans, newcomers, prepared ?? new Map());
}

type Newcomers = ReadonlyMap<string, UserRow>;

async function insertNewcomers(tx: Tx, plans: readonly Plan[], passwords: Passwords): Promise<Newcomers> {
  const first = new Map(plans.toReversed().flatMap((plan) => (plan.person ? [] : [[phoneOf(plan), plan] as const])));
  const made = [...first].map(
    ([
      mobilePhone,
      {
        row: { values },
      },
    ]) => {
      const initial = passwords.get(mobilePhone);
      // the phone belonged to somebody when the passwords were made, so there is none for it
      if (!initial) throw userImportErrors.changed();
      const { userName, userType, staffNo = null, validUntil = null } = values;
      const fields = { userName: userName ?? "", userType: userType ?? "", mobilePhone, staffNo, validUntil };
      return { ...fields, email: null, remark: null, passwordHash: initial.hash, source: "IMPORT" as const };
    },
  );
  if (made.length === 0) return new Map();
  return new Map((await insertUsers(tx, made)).map((user) => [user.mobilePhone, user]));
}

const phoneOf = ({ row }: Plan) => row.values["mobilePhone"] ?? "";

async function changePeople(tx: Tx, plans: readonly Plan[]): Promise<void> {
  const latest = new Map<string, UserRow>();
  for (const { person, changes } of plans) {
    if (!person || !changes) continue;
    latest.set(person.id, await changePerson(editing(tx), latest.get(person.id) ?? person, changes));
  }
}

async function openPosts(tx: Tx, plans: readonly Plan[], newcomers: Newcomers): Promise<void> {
  const posts = plans.flatMap((plan) => {
    const user = plan.person ?? newcomers.get(phoneOf(plan));
    return user && !plan.isHeld ? [{ plan, user }] : [];
  });
  if (posts.length === 0) return;
  const startDate = dayOf(tx.now);
  const opened = await openMemberships(
    tx,
    posts.map(({ user, plan: { organization, positionId, row } }) => ({
      user,
      organizationId: organization.id,
      positionId,
      startDate,
      endDate: null,
      isPrimary: row.values["isPrimary"] === "true",
    })),
  );
  const gifts = posts.flatMap(({ user, plan: { organization, roleIds } }, n) => {
    const membershipId = opened[n]?.id ?? "";
    return roleIds.map((roleId) => ({ user, organization, roleId, validTo: null, membershipId }));
  });
  if (gifts.length > 0) await grantToNewcomers(tx, gifts, "导入用户");
}

/** Returns the initial password of every new person, at that person's first row. */
function handBackPasswords(plans: readonly Plan[], newcomers: Newcomers, passwords: Passwords): HandedBack {
  const told = new Map<string, readonly [number, readonly string[]]>();
  for (const plan of plans) {
    const phone = phoneOf(plan);
    const [user, initial] = [newcomers.get(phone), passwords.get(phone)];
    if (!user || !initial || told.has(phone)) continue;
    told.set(phone, [plan.row.line, [user.userName, phone, user.staffNo ?? "", initial.password]]);
  }
  return new Map(told.values());
}
