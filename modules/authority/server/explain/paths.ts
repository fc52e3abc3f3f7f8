import { findAddressed, reachesRecord, type Tx } from "@ops/platform/server";
import type { GrantingPath } from "../../contract/index.ts";
import { type Knows, postNames } from "../effective/known-places.ts";
import { scopeWords } from "../effective/scope-words.ts";
import type { GrantedSource } from "../rights/compile.ts";
import { type Subject, withSources } from "./subject.ts";
import type { Wanted } from "./wanted.ts";

/** All ways in which the right is given; each role is asked as if it were the only one. */
export async function grantingPaths(
  tx: Tx,
  subject: Subject,
  wanted: Wanted,
  { known, knows }: { known: ReadonlySet<GrantedSource>; knows: Knows },
): Promise<GrantingPath[]> {
  const code = wanted.kind === "PAGE" || !wanted.code.includes(":") ? null : wanted.code;
  if (subject.rights === null) {
    return [{ post: null, roleName: null, roleId: null, target: wanted.name, scope: code && "全部数据" }];
  }
  const paths: GrantingPath[] = [];
  for (const source of subject.rights.sources) {
    if (!wanted.isIn(source.role) || !(await isEnough(tx, subject, source, wanted))) continue;
    const isKnown = known.has(source);
    paths.push({
      post: postNames([source.post], knows).join(""),
      roleName: isKnown ? source.role.roleName : null,
      roleId: isKnown ? source.role.roleId : null,
      target: wanted.name,
      scope: code && scopeWords([source], code, knows),
    });
  }
  return paths;
}

/** A record is reached through some of the roles that grant the code, not through all. */
async function isEnough(tx: Tx, subject: Subject, source: GrantedSource, wanted: Wanted): Promise<boolean> {
  if (wanted.kind !== "RECORD") return true;
  const id = await findAddressed(tx, wanted.bizType, wanted.record);
  const { actor } = withSources(subject, [source]);
  return id !== null && reachesRecord(tx, { actor, permission: wanted.code }, { ...wanted, id });
}
