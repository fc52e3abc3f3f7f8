import {
  type Credentials,
  type GivenOrganization,
  type GivenUser,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  type PromiseCaller,
  type PromiseGround,
} from "@ops/authority/server/testing";
import type { Node, Person, Scope } from "./matrix-model.ts";
import type { World } from "./world.ts";

/** The people of the matrix, each with a session of their own. */
export interface Caller extends Person, PromiseCaller {
  readonly credentials: Credentials;
  /** The roles that were made for this caller alone. */
  readonly roleIds: readonly string[];
}

/** The test data for promises, in the world of this test. */
export interface Ground extends PromiseGround {
  readonly app: World;
  readonly custom: Person["custom"];
  readonly positionId: string;
}

export async function givenGround(app: World): Promise<Ground> {
  const below = async (parent: GivenOrganization) => givenOrganization(app, { type: "DEPT", parent });
  const top = () => givenOrganization(app, { type: "DEPT" });
  const [home, foreign, custom, alone] = [await top(), await top(), await top(), await top()];
  const at = {
    home,
    foreign,
    custom,
    child: await below(home),
    "custom alone": alone,
    "below custom": await below(custom),
    "below custom alone": await below(alone),
  };
  const lent = await givenRole(app);
  const places = [
    { id: custom.id, withChildren: true },
    { id: alone.id, withChildren: false },
  ];
  const positionId = await app.arrange((tx) => givenPosition(tx, "店长"));
  const [open] = await app.rows<{ id: string }>("select id from api_interface where path = '/user/v1/userInfo'");
  return { app, at, lent, custom: places, positionId, interfaceId: open?.id ?? "" };
}

export const treeOf = ({ app }: Ground) => app.rows<Node>(`select id, parent_id as "parentId" from organization`);

/** Reads these organisations and all above them. The whole tree grows with every case that makes a place. */
export const lineUpFrom = ({ app }: Ground, ids: readonly string[]) =>
  app.rows<Node>(
    `with recursive line as (
       select id, parent_id from organization where id = any($1)
       union select above.id, above.parent_id from organization above join line on above.id = line.parent_id
     ) select id, parent_id as "parentId" from line`,
    [ids],
  );

/** Sets of codes that a person has, with the scope of each set. */
export type Holding = readonly { readonly codes: readonly string[]; readonly scope: Scope }[];

/** Makes a caller. The matrix is about the first set of codes. */
export async function givenCaller(ground: Ground, holding: Holding): Promise<Caller> {
  const { app, at, lent, custom } = ground;
  const user = await givenUser(app);
  const roles = [];
  for (const { codes, scope } of holding) {
    const customOrgs = scope === "CUSTOM" ? custom.map(({ id, withChildren }) => ({ orgId: id, withChildren })) : [];
    roles.push(await givenRole(app, { permissionCodes: [...codes], dataScope: scope, customOrgs }));
  }
  const roleIds = roles.map(({ id }) => id);
  await app.rows("update role set grantable_role_ids = array[$1::uuid] where id = any($2)", [lent.id, roleIds]);
  const membership = await givenMembership(app, { user, organization: at.home, roles, isPrimary: true });
  const person = { scope: holding[0]?.scope ?? "SELF", isAdmin: false, membershipId: membership.id, roleIds };
  return { ...person, ...(await signedIn(ground, user)) };
}

export async function givenAdministrator(ground: Ground): Promise<Caller> {
  const user = await givenUser(ground.app, { boolAdmin: true });
  const membership = await givenMembership(ground.app, { user, organization: ground.at.home, isPrimary: true });
  const person = { scope: "ALL", isAdmin: true, membershipId: membership.id, roleIds: [] } as const;
  return { ...person, ...(await signedIn(ground, user)) };
}

async function signedIn({ app, at, custom }: Ground, user: GivenUser) {
  const { token, sessionId } = await app.clientOf(user, [at.home.id]);
  return { userId: user.id, organizationId: at.home.id, custom, sessionId, credentials: { authorization: token } };
}
