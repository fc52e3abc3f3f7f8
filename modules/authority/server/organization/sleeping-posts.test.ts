import assert from "node:assert/strict";
import { test } from "node:test";
import { disableOrganization, enableOrganization } from "../../contract/index.ts";
import {
  type GivenOrganization,
  type GivenUser,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { merging } from "./testing.ts";

const app = testApp();
const { preview } = merging(app);
const permissions = ["authority:org:disable", "authority:org:merge", "authority:org:list"];
const exceeds = "GRANT_EXCEEDS";
type Carried = "granted" | "brought by the position";

async function givenPlace(status: "ENABLED" | "DISABLED" = "ENABLED") {
  const area = await givenOrganization(app, { type: "DEPT" });
  const place = await givenOrganization(app, { type: "DEPT", parent: area, status });
  const manager = await app.signIn({ permissions, scope: "ORG_TREE", organization: area });
  return { area, place, manager };
}

/** Makes a future post with a role that is granted already or that comes with the position. */
async function givenPlanned(organization: GivenOrganization, how: Carried, code: string, person?: GivenUser) {
  const role = await givenRole(app, { dataScope: "ORG", permissionCodes: [code] });
  const positionName = `岗位${role.id}`;
  const positionId = await app.arrange((tx) => givenPosition(tx, positionName));
  const roles = how === "granted" ? [role] : [];
  if (how !== "granted")
    await app.rows("update position set default_role_ids = array[$1::uuid] where id = $2", [role.id, positionId]);
  const days = { status: "FUTURE", startDate: "2099-01-01" } as const;
  return givenMembership(app, { user: person ?? (await givenUser(app)), organization, roles, positionName, ...days });
}

type Switch = typeof disableOrganization | typeof enableOrganization;

async function switchOver(client: TestClient, endpoint: Switch, { id }: { id: string }) {
  const [row] = await app.rows<{ version: number }>("select version from organization where id = $1", [id]);
  assert.ok(row);
  return (await client.call(endpoint, { params: { id }, body: { reason: "调整", version: row.version } })).msgCode;
}

for (const how of ["granted", "brought by the position"] as const) {
  test(`AU-R16 AU-R28 a planned post whose role is ${how} neither sleeps nor wakes by somebody with less`, async () => {
    const { place, manager } = await givenPlace();
    const admin = await app.signIn({ boolAdmin: true });
    await givenPlanned(place, how, "authority:org:list");
    assert.equal(await switchOver(manager, disableOrganization, place), "", "what he could have given");
    assert.equal(await switchOver(manager, enableOrganization, place), "");
    const { id } = await givenPlanned(place, how, "authority:user:edit");
    assert.equal(await switchOver(manager, disableOrganization, place), exceeds);
    assert.equal(await switchOver(admin, disableOrganization, place), "");
    assert.equal(await switchOver(manager, enableOrganization, place), exceeds);
    assert.equal(await switchOver(admin, enableOrganization, place), "");
    await app.rows("update membership set status = 'ENDED' where id = $1", [id]);
    assert.equal(await switchOver(manager, disableOrganization, place), "");
  });

  test(`AU-R15 AU-R42 a planned post whose role is ${how} stops a merge by somebody with less`, async () => {
    const { area, place, manager } = await givenPlace();
    const target = await givenOrganization(app, { type: "DEPT", parent: area });
    await givenPlanned(place, how, "authority:org:list");
    assert.equal((await preview(manager, place, target)).msgCode, "");
    assert.equal((await preview(manager, target, place)).msgCode, "");
    await givenPlanned(place, how, "authority:user:edit");
    assert.equal((await preview(manager, place, target)).msgCode, exceeds);
    assert.equal((await preview(manager, target, place)).msgCode, exceeds);
  });
}

test("AU-R5 AU-R15 nobody wakes a role of his own that is above him", async () => {
  const { place, manager } = await givenPlace("DISABLED");
  await givenPlanned(place, "granted", "authority:user:edit", manager.user);
  assert.equal(await switchOver(manager, enableOrganization, place), exceeds);
});
