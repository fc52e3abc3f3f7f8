import assert from "node:assert/strict";
import { test } from "node:test";
import * as authority from "@ops/authority/contract";
import { givenUser } from "@ops/authority/server/testing";
import { z } from "zod";
import { world } from "./world.ts";

const app = world();

test("PF-R84 nested fields are told by their labels, and where there is none by that of what they belong to", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const say = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: admin.token, applicationid: "1", "content-type": "application/json" };
    const response = await fetch(app.origin + path, { method, headers, body: JSON.stringify(body) });
    const { msgCode, msg, data } = await response.json();
    return [msgCode, msg, data?.field];
  };
  const { id } = await givenUser(app);
  const post = { organizationId: id, positionId: id, startDate: "2026-01-01", endDate: null, isPrimary: true };
  const person = { userName: "甲", mobilePhone: "13812340002", userType: "INTERNAL" };
  const create = (memberships: unknown) => say("POST", authority.createUser.path, { ...person, memberships });
  assert.deepEqual(await create([{ ...post, roleIds: 1 }]), [
    "COMMON_PARAM",
    "角色格式不正确",
    "memberships.0.roleIds",
  ]);
  assert.deepEqual(await create(1), ["COMMON_PARAM", "任职格式不正确", "memberships"]);
  assert.deepEqual(await create([{ ...post, roleIds: [], extra: 1 }]), ["COMMON_PARAM", "参数格式不正确", "extra"]);
  const role = await say("POST", authority.createRole.path, {
    code: "labels",
    name: "标签",
    category: 5,
    description: null,
  });
  assert.deepEqual(role.slice(0, 2), ["COMMON_PARAM", "角色分类格式不正确"]);
  const preview = `/user/v1/roles/${id}/preview`;
  const draft = { name: "标签", menuKeys: [1] };
  assert.deepEqual((await say("POST", preview, { draft, version: 1 }))[0], "COMMON_PARAM");
});

interface Node {
  label?: string;
  anyOf?: Node[];
  oneOf?: Node[];
  items?: Node;
  additionalProperties?: Node | boolean;
  properties?: Record<string, Node>;
}

/** The paths of fields that have no label and belong to no field that has one. */
function namelessIn(node: Node, path: string): string[] {
  const more = typeof node.additionalProperties === "object" ? [node.additionalProperties] : [];
  const inside = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.items ? [node.items] : []), ...more];
  if (node.label || inside.some(({ label }) => label)) return [];
  return [path, ...[node, ...inside].flatMap((one) => partsIn(one, path))];
}

const partsIn = ({ properties = {} }: Node, path: string): string[] =>
  Object.entries(properties).flatMap(([name, one]) => namelessIn(one, `${path}.${name}`));

test("PF-R84 every field that a call takes has a label, its own or that of what it belongs to", () => {
  const nameless = app.offers().flatMap(({ name, endpoint }) =>
    (["query", "body"] as const).flatMap((part) => {
      const schema = endpoint[part];
      if (!schema) return [];
      const node: Node = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })));
      return partsIn(node, `${name} ${part}`);
    }),
  );
  assert.deepEqual(nameless, []);
});
