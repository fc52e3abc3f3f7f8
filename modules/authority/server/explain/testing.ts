import assert from "node:assert/strict";
import { type ExplainTarget, type Explanation, explain } from "../../contract/index.ts";
import {
  type AuthorityTestApp,
  type GivenOrganization,
  givenMembership,
  givenRole,
  givenUser,
  type MembershipWishes,
  type RoleWishes,
  type TestClient,
} from "../testing.ts";

export const askForCode = (code: string): ExplainTarget => ({ kind: "CODE", code });
export const askForPage = (page: string): ExplainTarget => ({ kind: "PAGE", page });
export const askForUser = (record: string, code: string | null = null): ExplainTarget => ({
  kind: "RECORD",
  bizType: "appUser",
  record,
  code,
});

export async function ask(
  client: TestClient,
  userId: string,
  target: ExplainTarget,
  membershipId: string | null = null,
): Promise<Explanation> {
  const { data, msg } = await client.call(explain, { body: { userId, membershipId, target } });
  assert.ok(data, msg);
  return data;
}

/** Somebody with one post and one role there. */
export async function givenWorker(
  app: AuthorityTestApp,
  organization: GivenOrganization,
  wishes: RoleWishes,
  more: Partial<MembershipWishes> = {},
) {
  const person = await givenUser(app);
  const role = await givenRole(app, wishes);
  const membership = await givenMembership(app, {
    user: person,
    organization,
    roles: [role],
    isPrimary: true,
    ...more,
  });
  return { person, role, membership };
}

/** The facts of these checks, each as `PASS …`; of all nine without a choice. */
export function factsOf({ steps }: Explanation, ...checks: string[]): string[] {
  const asked = steps.filter(({ check }) => checks.length === 0 || checks.includes(check));
  return asked.map(({ result, fact }) => `${result} ${fact}`);
}
