import type { AnswerFrom, QueryOf } from "@ops/platform/contract";
import { exportsList, findRecord, type Tx } from "@ops/platform/server";
import { effectiveSheet } from "../../contract/index.ts";
import { type UserRow, users } from "../person/tables.ts";
import { catalogueOf } from "../rights/catalogue.ts";
import { compileRights, type GrantedSource, type Rights } from "../rights/compile.ts";
import { activeIds } from "./active-places.ts";
import { type Knows, knownPlaces, postNames } from "./known-places.ts";
import { knownSources } from "./known-sources.ts";
import { scopeWords } from "./scope-words.ts";

type List = typeof effectiveSheet.list;
type Line = AnswerFrom<List>["list"][number];

/** Effective rights of chosen people in scope; the others are left out as if they did not exist (AU-R24). */
export const effectiveExport = exportsList(
  effectiveSheet,
  async (tx, query) => {
    const people = await linesOf(tx, query);
    return {
      count: async () => people.reduce((sum, lines) => sum + lines.length, 0),
      chunks: async function* () {
        yield* people;
      },
    };
  },
  nameOfFilter,
);

async function linesOf(tx: Tx, { userIds, membershipId }: QueryOf<List>): Promise<Line[][]> {
  const people: Line[][] = [];
  for (const id of userIds ?? []) {
    const user = await findRecord(tx, users, id);
    if (user) people.push(await linesOfPerson(tx, user, membershipId));
  }
  return people;
}

async function linesOfPerson(tx: Tx, user: UserRow, membershipId: string | undefined): Promise<Line[]> {
  const { userName, staffNo } = user;
  const catalogue = new Map(catalogueOf(tx).map((permission) => [permission.code, permission]));
  const line = (code: string, from: From): Line => {
    const { name = code, risk = "LOW" as const } = catalogue.get(code) ?? {};
    return { userName, staffNo, code, codeName: name, risk, ...from };
  };
  if (user.boolAdmin) return [...catalogue.keys()].map((code) => line(code, administrator));
  const rights = await compileRights(tx, user.id, await activeIds(tx, user.id, membershipId));
  const known = new Set(await knownSources(tx, user.id, rights.sources));
  const posts = rights.sources.map(({ post }) => post);
  const knows = await knownPlaces(tx, user.id, { posts, sources: rights.sources });
  const fromOf = (code: string) => sourcesOf(rights, { known, knows }, code);
  return [...rights.codes].sort().flatMap((code) => fromOf(code).map((from) => line(code, from)));
}

type From = Pick<Line, "scope" | "roleName" | "grantKind" | "post" | "validFrom" | "validTo">;
const nameless = { grantKind: null, post: null, validFrom: null, validTo: null };
const administrator: From = { ...nameless, scope: "全部数据", roleName: "管理员" };

/** What the reader may know of. */
interface Reader {
  readonly known: ReadonlySet<GrantedSource>;
  readonly knows: Knows;
}

/** Each grant of a code by itself; those that the reader may not know of are one line, and reach what the page tells. */
function sourcesOf(rights: Rights, { known, knows }: Reader, code: string): From[] {
  const granting = rights.sources.filter(({ codes }) => codes.has(code));
  const named = granting.filter((source) => known.has(source));
  const others = { ...nameless, scope: scopeWords(granting, code, knows), roleName: "其他授权" };
  return [
    ...named.map((source) => fromSource(source, code, knows)),
    ...(named.length < granting.length ? [others] : []),
  ];
}

function fromSource(source: GrantedSource, code: string, knows: Knows): From {
  const { roleName, grantKind, validFrom, validTo } = source.role;
  const scope = scopeWords([source], code, knows);
  return { scope, roleName, grantKind, post: postNames([source.post], knows).join(""), validFrom, validTo };
}

async function nameOfFilter(tx: Tx, filter: string, value: string): Promise<string | null> {
  const names: string[] = [];
  for (const id of filter === "userIds" ? value.split(",") : []) {
    const user = await findRecord(tx, users, id);
    if (user) names.push(user.userName);
  }
  return names.join("、") || null;
}
