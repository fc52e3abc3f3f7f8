import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "./log.ts";

const lines: Record<string, unknown>[] = [];
const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });

test("PF-R27 secrets are cut out of the log wherever they stand, and what is below its level is not written", () => {
  const hidden = { password: "p", other: { token: "t", deeper: { cookie: "c", name: "n" } }, name: "m" };
  log.info(hidden, "told");
  log.debug("not told");
  const { level: _, time, ...line } = lines.at(-1) ?? {};
  const stars = "******";
  assert.deepEqual(line, {
    password: stars,
    other: { token: stars, deeper: { cookie: stars, name: "n" } },
    name: "m",
    msg: "told",
  });
  assert.match(String(time), /^\d{4}-\d\d-\d\dT/);
});

test("PF-R80 of an error the log tells what it is, never the values of the row or the connection", () => {
  const cause = Object.assign(new Error("of the driver"), {
    code: "23505",
    detail: "Key (phone)=(138…)",
    table: "user",
  });
  log.error({ err: new Error("a call failed", { cause }) }, "fault");
  const { err } = lines.at(-1) ?? {};
  assert.partialDeepStrictEqual(err, {
    name: "Error",
    message: "a call failed",
    cause: { message: "of the driver", code: "23505", table: "user" },
  });
  assert.doesNotMatch(JSON.stringify(err), /138/);
  log.error({ err: { message: "odd", code: 7 } }, "fault");
  assert.deepEqual(lines.at(-1)?.["err"], { message: "odd" });
  for (const odd of ["a text", 7]) {
    log.error({ err: odd }, "fault");
    assert.deepEqual(lines.at(-1)?.["err"], { message: String(odd) });
  }
  log.error({ err: new Error("outer", { cause: null }) }, "fault");
  assert.partialDeepStrictEqual(lines.at(-1)?.["err"], { message: "outer", cause: { message: "null" } });
});
