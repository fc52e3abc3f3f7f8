import assert from "node:assert/strict";
import { startSeries } from "@ops/platform/server/testing";
import type { RoleDraft, RolePreview } from "../../contract/index.ts";
import { createRole, editRole, getRole, previewRole } from "../../contract/index.ts";
import type { TestClient } from "../testing.ts";

const nextRole = startSeries();

/** Makes a role in the same way as an administrator does on the page. */
export async function givenDraftRole(admin: TestClient, changes: Partial<RoleDraft> = {}, code = `made${nextRole()}`) {
  const body = { code, name: changes.name ?? `角色-${code}`, category: null, description: null };
  const { data, msg } = await admin.call(createRole, { body });
  assert.ok(data, msg);
  return Object.keys(changes).length === 0 ? data : saved(admin, data.id, changes);
}

export async function previewed(client: TestClient, id: string, changes: Partial<RoleDraft>): Promise<RolePreview> {
  const role = await read(client, id);
  const body = { draft: { ...role.draft, ...changes }, version: role.version };
  const { data, msg } = await client.call(previewRole, { params: { id }, body });
  assert.ok(data, msg);
  return data;
}

/** Previews the change and saves it, as the page does. */
export async function saved(client: TestClient, id: string, changes: Partial<RoleDraft>, note = "测试变更") {
  const { previewToken } = await previewed(client, id, changes);
  const { data, msg } = await tried(client, id, changes, previewToken, note);
  assert.ok(data, msg);
  return data;
}

export async function tried(
  client: TestClient,
  id: string,
  changes: Partial<RoleDraft>,
  previewToken: string | null = null,
  note = "测试变更",
) {
  const role = await read(client, id);
  const body = { draft: { ...role.draft, ...changes }, version: role.version, previewToken, note };
  return client.call(editRole, { params: { id }, body });
}

export async function read(client: TestClient, id: string) {
  const { data, msg } = await client.call(getRole, { params: { id } });
  assert.ok(data, msg);
  return data;
}
