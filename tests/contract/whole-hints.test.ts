import assert from "node:assert/strict";
import { test } from "node:test";
import { givenPartner, givenStaff } from "@ops/partner/server/testing";
import { bareField, type Endpoint, metaOf, shapeOf } from "@ops/platform/contract";
import { givenCar } from "@ops/vehicle/server/testing";
import { z } from "zod";
import { parseAnswer } from "./answers.ts";
import { callOf } from "./cases.ts";
import { givenTask } from "./platform-kinds.ts";
import { type Offer, world } from "./world.ts";

const app = world();

/** Filters whose values people choose from a list or a tree instead of typing them. */
const chosen = ["module", "bizType", "type", "kind", "cityCode", "queue"];

/** Finds the fields of a query into which people type. */
function typedIn({ query }: Endpoint): (readonly [name: string, field: unknown])[] {
  return Object.entries(shapeOf(query)).filter(([name, field]) => {
    const { dict, words } = metaOf(field);
    return (
      bareField(field) instanceof z.ZodString && dict === undefined && words === undefined && !chosen.includes(name)
    );
  });
}

const lists = (): Offer[] =>
  app
    .offers()
    .filter(({ host, endpoint, kind }) => host === "console" && kind === "reads" && typedIn(endpoint).length > 0);

const isWhole = (field: unknown): boolean => metaOf(field)["whole"] === true;

test("PF-R104 a filter by whole values says so in its hint, and where these have a form, refuses a part in the same words", () => {
  const marked = lists().flatMap(({ name, endpoint }) =>
    typedIn(endpoint).flatMap(([filter, field]) => (isWhole(field) ? [{ name: `${name} ${filter}`, field }] : [])),
  );
  let forms = 0;
  for (const { name, field } of marked) {
    const hint = String(metaOf(field)["hint"]);
    assert.match(hint, /^完整/, name);
    const error = field instanceof z.ZodType ? field.safeParse("1").error : undefined;
    if (!error) continue;
    forms++;
    const told = error.issues.map(({ message }) => message);
    assert.deepEqual(told, [`请输入${hint}`], name);
  }
  assert.ok(marked.length >= 10 && forms >= 4, `${marked.length} filters by whole values, ${forms} with a form`);
});

const Row = z.record(z.string(), z.unknown());
const Listed = z.object({ list: z.array(Row) });

/** Reads the rows as an administrator; null if the call is refused. */
async function rowsOf(
  endpoint: Endpoint,
  query: Record<string, string>,
  token: string,
): Promise<z.output<typeof Row>[] | null> {
  const sent = callOf(endpoint, { params: {}, query, body: undefined });
  const headers = { ...sent.headers, authorization: token };
  const answer = parseAnswer(await app.send("console", { ...sent, headers }));
  assert.ok(answer, endpoint.path);
  return answer.success ? (Listed.safeParse(answer.data).data?.list ?? []) : null;
}

test("PF-R104 no filter of any list finds nothing by a part of what stands in its rows without saying so", async (context) => {
  const { token, user } = await app.signIn({ boolAdmin: true });
  await givenStaff(app, { partner: await givenPartner(app) });
  const { id } = await givenCar(app);
  await app.rows("update car set plate_no = '沪AD12345', city_code = '310100' where id = $1", [id]);
  const taskId = await givenTask(app, { owner: user.id, at: null, status: "SUCCESS" });
  await app.rows("update task set task_no = 'DC20260102000003' where id = $1", [taskId]);
  const [tried, silent] = [new Set<string>(), new Set<string>()];
  for (const { name, endpoint } of lists().filter(
    ({ endpoint }) => Object.keys(shapeOf(endpoint.params)).length === 0,
  )) {
    const rows = (await rowsOf(endpoint, {}, token)) ?? [];
    for (const [filter, field] of typedIn(endpoint)) {
      const row = rows.find((one) => isPlain(one[filter]));
      if (!row) continue;
      const value = String(row[filter]);
      const [whole, part] = [
        await rowsOf(endpoint, { [filter]: value }, token),
        await rowsOf(endpoint, { [filter]: value.slice(0, -2) }, token),
      ];
      assert.ok(
        whole?.some((one) => one[filter] === value),
        `${name} ${filter} does not find ${value}`,
      );
      tried.add(`${name} ${filter}`);
      const finds = part === null || part.some((one) => one[filter] === value);
      if (!finds && !isWhole(field)) silent.add(`${name} ${filter}`);
    }
  }
  context.diagnostic([...tried].join(", "));
  assert.ok(tried.size >= 8, [...tried].join());
  assert.deepEqual([...silent], []);
});

/** Tells whether people could type a part of the value. Masked values are excluded. */
const isPlain = (value: unknown): boolean => typeof value === "string" && value.length >= 4 && !value.includes("*");
