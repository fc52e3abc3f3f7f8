import { type AnswerFrom, type Endpoint, ruledFields } from "@ops/platform/contract";
import { everything, reads, requireRecord, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { callName } from "../../contract/index.ts";
import { db } from "../database.ts";
import { users } from "../person/tables.ts";
import { catalogueOf } from "../rights/catalogue.ts";
import { type GrantedSource, type Rights, rightsAt } from "../rights/compile.ts";
import { menuTree } from "../rights/menu-tree.ts";
import { effectivePosts, postName } from "../rights/posts.ts";
import { activeIds } from "./active-places.ts";
import { type Knows, knownPlaces } from "./known-places.ts";
import { knownSources } from "./known-sources.ts";
import { leavesOf } from "./menu-leaves.ts";
import { scopeTexts } from "./scope-words.ts";

type Answer = AnswerFrom<typeof contract.getEffectiveRights>;

/** What somebody may do, compiled as for every call, and where each right comes from (AU-R24). */
export const getEffectiveRights = reads(
  contract.getEffectiveRights,
  async (tx, { params: { id: userId }, query: { membershipId } }) => {
    const user = await requireRecord(tx, users, userId);
    const posts = await effectivePosts(tx, userId);
    const active = membershipId ? await activeIds(tx, userId, membershipId) : null;
    const chosen = posts.filter(({ organizationId }) => active?.includes(organizationId) ?? true);
    const rights = user.boolAdmin ? null : await rightsAt(tx, userId, chosen);
    const known = await knownSources(tx, userId, rights?.sources ?? []);
    const knows = await knownPlaces(tx, userId, { posts, sources: rights?.sources ?? [] });
    const named = posts.filter(({ organizationId }) => knows(organizationId));
    const sourced = sourcing(new Set(known), rights?.sources ?? []);
    return {
      userName: user.userName,
      boolAdmin: user.boolAdmin,
      posts: user.boolAdmin ? [] : named.map((post) => ({ ...post, name: postName([post]) })),
      otherPosts: user.boolAdmin ? 0 : posts.length - named.length,
      sources: known.map(presentSource),
      otherSources: (rights?.sources.length ?? 0) - known.length,
      pages: await pagesOf(tx, rights, sourced),
      codes: await codesOf(tx, rights, sourced, knows),
      interfaces: await interfacesOf(tx, rights, sourced),
      fields: fieldsOf(rights, sourced),
    };
  },
);

function presentSource({ role, post }: GrantedSource): Answer["sources"][number] {
  const { grantId: id, roleId, roleName, grantKind, membershipId, validFrom, validTo } = role;
  return { id, roleId, roleName, grantKind, membershipId, post: postName([post]), validFrom, validTo };
}

/** Which grants a right comes from, as far as the reader may know of them. */
function sourcing(known: ReadonlySet<GrantedSource>, all: readonly GrantedSource[]) {
  return (grants: (source: GrantedSource) => boolean) => {
    const granting = all.filter(grants);
    const named = granting.filter((source) => known.has(source));
    return { sourceIds: named.map(({ role }) => role.grantId), hasOther: named.length < granting.length };
  };
}
type Sourced = ReturnType<typeof sourcing>;

async function pagesOf(tx: Tx, rights: Rights | null, sourced: Sourced): Promise<Answer["pages"]> {
  const tree = await menuTree(tx, rights?.menuKeys ?? "all");
  return leavesOf(tree, []).map(({ key, titles, path }) => ({
    key,
    path,
    title: titles.join(" / "),
    ...sourced(({ role }) => role.menuKeys.includes(key)),
  }));
}

async function codesOf(tx: Tx, rights: Rights | null, sourced: Sourced, knows: Knows): Promise<Answer["codes"]> {
  const catalogue = new Map(catalogueOf(tx).map((permission) => [permission.code, permission]));
  const held = rights ? [...rights.codes].sort() : [...catalogue.keys()];
  const textOf = scopeTexts(tx, knows);
  const lines: Answer["codes"] = [];
  for (const code of held) {
    const granting = (rights?.sources ?? []).filter(({ codes }) => codes.has(code));
    const scope = await textOf(granting, code, rights?.scopeOf(code) ?? everything);
    const { name = code, module = code.split(":")[0] ?? "", risk = "LOW" as const } = catalogue.get(code) ?? {};
    lines.push({ code, name, module, risk, scope, ...sourced(({ codes }) => codes.has(code)) });
  }
  return lines;
}

/** Calls whose code is held; some of them are out of service, or left out by every role that grants the code. */
async function interfacesOf(tx: Tx, rights: Rights | null, sourced: Sourced): Promise<Answer["interfaces"]> {
  const rows = await db(tx)
    .selectFrom("apiInterface")
    .select(["id", "method", "path", "name", "permissionCode as code", "status"])
    .where("status", "<>", "REMOVED")
    .orderBy("path")
    .orderBy("method")
    .execute();
  const declared = declaredCalls(tx);
  return rows.flatMap(({ status, ...row }) => {
    const call = callName(row);
    const endpoint = declared.get(call);
    if (!endpoint?.permission.includes(":") || (rights && !rights.codes.has(row.code))) return [];
    const isLeftOut = rights !== null && !rights.mayCall(endpoint);
    const use =
      status === "DISABLED" ? ("DISABLED" as const) : isLeftOut ? ("EXCLUDED" as const) : ("CALLABLE" as const);
    const from = sourced(({ codes, excluded }) => codes.has(row.code) && !excluded.has(call));
    return [{ ...row, use, ...from }];
  });
}

const calls = new WeakMap<readonly Endpoint[], ReadonlyMap<string, Endpoint>>();

/** The calls of this node by name; the contract does not change while it runs. */
function declaredCalls({ endpoints }: Tx): ReadonlyMap<string, Endpoint> {
  const known = calls.get(endpoints) ?? new Map(endpoints.map((endpoint) => [callName(endpoint), endpoint]));
  calls.set(endpoints, known);
  return known;
}

/** Fields of what the person may read; roles that do not grant reading have no say. */
function fieldsOf(rights: Rights | null, sourced: Sourced): Answer["fields"] {
  return [...ruledFields.values()].flatMap(({ key, label, resourceName, read }) => {
    if (rights && !rights.codes.has(read)) return [];
    const mode = rights?.fieldMode?.(key, read) ?? "EDIT";
    return [{ key, label, resourceName, mode, ...sourced(({ codes }) => codes.has(read)) }];
  });
}
