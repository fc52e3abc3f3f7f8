import type { AnswerFrom } from "@ops/platform/contract";
import { everything, reads, requireRecord, type Tx } from "@ops/platform/server";
import type { ScopeText } from "../../contract/index.ts";
import * as contract from "../../contract/index.ts";
import { users } from "../person/tables.ts";
import { catalogueOf } from "../rights/catalogue.ts";
import type { Rights } from "../rights/compile.ts";
import { menuTree } from "../rights/menu-tree.ts";
import { rightsOn } from "./history.ts";
import { type Knows, knownPlaces, postNames } from "./known-places.ts";
import { knownSources } from "./known-sources.ts";
import { leavesOf } from "./menu-leaves.ts";
import { scopeTexts } from "./scope-words.ts";

type Answer = AnswerFrom<typeof contract.compareUsers>;

/** Two people, or one person on two days, side by side. */
export const compareUsers = reads(contract.compareUsers, async (tx, { query }) => {
  const a = await sideOf(tx, query.a, query.aOn ?? null);
  const b = await sideOf(tx, query.b ?? query.a, query.bOn ?? null);
  return {
    a: a.told,
    b: b.told,
    roles: sideBySide(a.roles, b.roles).map(({ key: id, value: name, ...had }) => ({ id, name, ...had })),
    pages: sideBySide(a.pages, b.pages).map(({ key, value: title, ...had }) => ({ key, title, ...had })),
    codes: codesOf(tx, a.codes, b.codes),
  };
});

async function sideOf(tx: Tx, userId: string, on: string | null) {
  const user = await requireRecord(tx, users, userId);
  const { posts, rights } = await rightsOn(tx, userId, on);
  const { userName, boolAdmin } = user;
  const known = await knownSources(tx, userId, rights.sources);
  const knows = await knownPlaces(tx, userId, { posts, sources: rights.sources });
  const leaves = leavesOf(await menuTree(tx, boolAdmin ? "all" : rights.menuKeys), []);
  return {
    told: { userId, userName, boolAdmin, on, posts: [...postNames(posts, knows)] },
    roles: new Map(known.map(({ role }) => [role.roleId, role.roleName])),
    pages: new Map(leaves.map(({ key, titles }) => [key, titles.join(" / ")])),
    codes: await scopesOf(tx, boolAdmin ? null : rights, knows),
  };
}

async function scopesOf(tx: Tx, rights: Rights | null, knows: Knows): Promise<Map<string, ScopeText>> {
  const textOf = scopeTexts(tx, knows);
  const scopes = new Map<string, ScopeText>();
  for (const code of rights?.codes ?? catalogueOf(tx).map((permission) => permission.code)) {
    const granting = (rights?.sources ?? []).filter(({ codes }) => codes.has(code));
    scopes.set(code, await textOf(granting, code, rights?.scopeOf(code) ?? everything));
  }
  return scopes;
}

function sideBySide(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) {
  return [...new Map([...a, ...b])].map(([key, value]) => ({ key, value, a: a.has(key), b: b.has(key) }));
}

function codesOf(tx: Tx, a: ReadonlyMap<string, ScopeText>, b: ReadonlyMap<string, ScopeText>): Answer["codes"] {
  const catalogue = new Map(catalogueOf(tx).map((permission) => [permission.code, permission]));
  return [...new Set([...a.keys(), ...b.keys()])].sort().map((code) => {
    const { name = code, risk = "LOW" as const } = catalogue.get(code) ?? {};
    return { code, name, risk, a: a.get(code) ?? null, b: b.get(code) ?? null };
  });
}
