import type { AnswerFrom } from "@ops/platform/contract";
import { exportsList, reads, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { roleMatrixSheet } from "../../contract/index.ts";
import { db } from "../database.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { permissionCatalogue } from "./permissions.ts";

const MOST = 1_000;

/** Lists for every visible role the codes that it holds and the scope that it has. */
async function matrixOf(tx: Tx): Promise<AnswerFrom<typeof contract.getRoleMatrix>> {
  const visible = await visibleRoles(tx);
  const found = db(tx)
    .selectFrom("role")
    .select(["role.id", "role.name", "role.status", "role.permissionCodes", "role.dataScope", "role.scopeOverrides"])
    .where("role.deletedAt", "is", null);
  const list = await (visible ? found.where(visible) : found).orderBy("role.name").limit(MOST).execute();
  return { roles: list.map((role) => ({ ...role, scopeOverrides: { ...role.scopeOverrides } })) };
}

export const getRoleMatrix = reads(contract.getRoleMatrix, matrixOf);

/** Exports the matrix with one row per code that any of the roles holds and one column per role (section 8). */
export const roleMatrixExport = exportsList(roleMatrixSheet, async (tx) => {
  const { roles } = await matrixOf(tx);
  const { pages, permissions } = await permissionCatalogue(tx);
  const pageNames = new Map(pages.map(({ key, title }) => [key, title]));
  const held = new Set(roles.flatMap(({ permissionCodes }) => permissionCodes));
  const lines = permissions
    .filter(({ code }) => held.has(code))
    .map(({ code, name, risk, menuKey }) => ({
      code,
      name,
      risk,
      pageName: pageNames.get(menuKey ?? "") ?? null,
      scopes: roles.map((role) =>
        role.permissionCodes.includes(code) ? (role.scopeOverrides[code] ?? role.dataScope) : null,
      ),
    }));
  return {
    count: async () => lines.length,
    chunks: async function* () {
      yield lines;
    },
    spread: { key: "scopes", titles: roles.map(({ name }) => name) },
  };
});
