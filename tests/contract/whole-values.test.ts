import assert from "node:assert/strict";
import { test } from "node:test";
import { givenMembership, givenOrganization, givenUser } from "@ops/authority/server/testing";
import { givenPartner, givenStaff } from "@ops/partner/server/testing";
import { type Endpoint, metaOf, shapeOf, unwrapped } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { z } from "zod";
import { parseAnswer } from "./answers.ts";
import { callOf } from "./cases.ts";
import { type Credentials, world } from "./world.ts";

const app = world();
/** Somebody has the first; nobody has the second, which would be shown under the same mask. */
const [TAKEN, FREE] = ["18855550883", "18855560883"] as const;

/** Free text of a query: whatever a number may be typed into. */
function textsOf({ query }: Endpoint): string[] {
  return Object.entries(shapeOf(query)).flatMap(([name, field]) => {
    const inner = unwrapped(field);
    const isText = inner instanceof z.ZodString && metaOf(field)["dict"] === undefined;
    return isText && inner.safeParse(TAKEN).success ? [name] : [];
  });
}

/** Somebody who has the number in every place that shows it masked, and the organisation of that person. */
async function givenTraces(): Promise<string> {
  const organization = await givenOrganization(app);
  const user = await givenUser(app, { mobilePhone: TAKEN });
  await givenMembership(app, { user, organization, isPrimary: true });
  await app.clientOf(user, [organization.id]);
  await givenStaff(app, { partner: await givenPartner(app), state: "REVIEW", phone: TAKEN });
  await app.rows(
    `insert into other_account (id, version, created_at, created_by, updated_at, updated_by, platform, external_id, user_id, bind_kind, status)
     values ($1, 1, now(), $2, now(), $2, 'WECOM', $3, $2, 'MANUAL', 'BOUND')`,
    [newId(), user.id, TAKEN],
  );
  await app.rows(
    `insert into sms_outbox (id, mobile_phone, template_code, params, text, gateway, status, created_at, updated_at)
     values ($1, $2, 'LOGIN', '{}', '验证码', 'outbox', 'SENT', now(), now())`,
    [newId(), TAKEN],
  );
  return organization.id;
}

/** Holds every code but those that show something in clear. */
async function givenGuesser(): Promise<Credentials> {
  const codes = app.offers().map(({ endpoint }) => endpoint.permission);
  const permissions = [...new Set(codes)].filter((code) => code.includes(":") && !code.endsWith(":unmask"));
  return { authorization: (await app.signIn({ permissions })).token };
}

test("PF-R104 whoever has searched in vain too often learns from no filter of any list whether somebody has a number", async (context) => {
  const organizationId = await givenTraces();
  const [fresh, spent] = [await givenGuesser(), await givenGuesser()];
  const ask = async (endpoint: Endpoint, query: Record<string, string>, credentials: Credentials) => {
    const params = Object.fromEntries(Object.keys(shapeOf(endpoint.params)).map((name) => [name, organizationId]));
    const sent = callOf(endpoint, { params, query, body: undefined });
    const answer = parseAnswer(await app.send("console", { ...sent, headers: { ...sent.headers, ...credentials } }));
    const told = JSON.stringify([answer?.msgCode, answer?.data]);
    return Object.values(query).reduce((text, typed) => text.replaceAll(typed, "typed"), told); // some echo what was typed
  };
  const lists = app
    .offers()
    .filter(({ host, endpoint, kind }) => host === "console" && kind === "reads" && textsOf(endpoint).length > 0);
  const people = lists.find(({ endpoint }) => endpoint.path === "/user/v1/users");
  assert.ok(people);
  for (let n = 0; n <= 30; n++) await ask(people.endpoint, { keyword: `1990000${1_000 + n}` }, spent);
  const finding: string[] = [];
  let cases = 0;
  for (const { endpoint } of lists) {
    for (const field of textsOf(endpoint)) {
      const name = `${endpoint.path} ${field}`;
      const [taken, free] = [{ [field]: TAKEN }, { [field]: FREE }];
      if ((await ask(endpoint, taken, fresh)) !== (await ask(endpoint, free, fresh))) finding.push(name);
      assert.equal(
        await ask(endpoint, taken, spent),
        await ask(endpoint, free, spent),
        `${name} tells who has a number`,
      );
      cases++;
    }
  }
  context.diagnostic(`${cases} filters of ${lists.length} lists; these find by a whole number: ${finding.join(", ")}`);
  assert.ok(finding.length >= 8, finding.join());
});
