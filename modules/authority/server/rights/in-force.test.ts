import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { holdersOfRole } from "../role/holders.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";
import { holdersOfCode } from "./holders.ts";

const app = testApp();
const CODE = "authority:user:edit";
const PAGE = "authority.UserManagement";
const day = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));

interface Case {
  readonly change?: string;
  readonly endDate?: string;
  readonly userStatus?: "DISABLED" | "DORMANT";
  /** How many people hold the role, and how many can use it now. */
  readonly people: readonly [holding: 0 | 1, working: 0 | 1];
}

const cases: Record<string, Case> = {
  "a grant in force": { people: [1, 1] },
  "a grant that begins later": {
    change: "update role_grant set valid_from = now() + interval '1 day' where role_id = $1",
    people: [1, 0],
  },
  "a grant that ran out a moment ago": {
    change: `update role_grant set valid_from = now() - interval '2 days', valid_to = now() - interval '1 second'
      where role_id = $1`,
    people: [0, 0],
  },
  "a membership whose last day was yesterday, before the night turned it": { endDate: day(-1), people: [0, 0] },
  "a membership on its last day": { endDate: day(0), people: [1, 1] },
  "a role that is switched off": { change: "update role set status = 'DISABLED' where id = $1", people: [1, 0] },
  "an organisation that is switched off": {
    change: `update organization set status = 'DISABLED' where id in (select m.organization_id
      from membership m join role_grant g on g.membership_id = m.id where g.role_id = $1)`,
    people: [1, 0],
  },
  "somebody who is switched off": { userStatus: "DISABLED", people: [1, 0] },
  "somebody who sleeps": { userStatus: "DORMANT", people: [1, 0] },
};

async function given({ change, endDate, userStatus = undefined }: Case) {
  const role = await givenRole(app, { permissionCodes: [CODE], menuKeys: [PAGE] });
  const user = await givenUser(app, userStatus ? { status: userStatus } : {});
  const organization = await givenOrganization(app);
  const membership = { user, organization, roles: [role], isPrimary: true };
  await givenMembership(app, endDate === undefined ? membership : { ...membership, endDate });
  await app.rows("update role set risk_points = 9000 where id = $1", [role.id]);
  if (change) await app.rows(change, [role.id]);
  return { role, user };
}

test("AU-R20 every screen counts the people of a role alike: those who hold it, and those for whom it works now", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [called] = await app.rows<{ id: string }>(
    "select id from api_interface where path = '/user/v1/users/{id}' and method = 'PUT'",
  );
  assert.ok(called);
  const params = { id: called.id };
  for (const [name, one] of Object.entries(cases)) {
    const { role, user } = await given(one);
    const query = { keyword: user.userName };
    const holding = {
      members: (await admin.call(contract.listRoleMembers, { params: { id: role.id }, query: {} })).data.total,
      role: (await admin.call(contract.getRole, { params: { id: role.id } })).data.memberCount,
      users: (await admin.call(contract.listUsers, { query: { roleId: role.id } })).data.total,
      menu: (await admin.call(contract.getMenu, { params: { key: PAGE } })).data.roles.find(({ id }) => id === role.id)
        ?.memberCount,
      holders: (await app.arrange((tx) => holdersOfRole(tx, role.id))).length,
    };
    const { roles } = (await admin.call(contract.getInterface, { params })).data;
    const { ranking } = (await admin.call(contract.getRoleFigures, {})).data;
    const working = {
      interfaceRoles: roles.find(({ id }) => id === role.id)?.people ?? 0,
      interfacePeople: (await admin.call(contract.listInterfacePeople, { params, query })).data.total,
      home: ranking.find((ranked) => ranked.name === role.name)?.people ?? 0,
      holders: Number((await app.arrange((tx) => holdersOfCode(tx, CODE))).includes(user.id)),
    };
    const [held, works] = one.people;
    const same = { members: held, role: held, users: held, menu: held, holders: held };
    assert.deepEqual(holding, same, name);
    assert.deepEqual(working, { interfaceRoles: works, interfacePeople: works, home: works, holders: works }, name);
  }
});
