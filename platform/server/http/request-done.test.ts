import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../crypto.ts";
import { createLog } from "../log.ts";
import { createProbe, getProbe, listProbes, ProbeApp } from "../probe.ts";
import { declareTestApp } from "../testing.ts";

interface Line {
  readonly msg: string;
  readonly level: number;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly code?: string;
  readonly actor?: string;
}

const lines: Line[] = [];
const log = createLog("debug", { write: (line) => void lines.push(JSON.parse(line)) });
const app = declareTestApp(new ProbeApp({ log }));
const [DEBUG, INFO] = [20, 30];

/** The lines of the calls that were answered meanwhile, once there are so many of them. */
async function linesOf(count: number, act: () => Promise<unknown>): Promise<Line[]> {
  const before = lines.length;
  await act();
  for (;;) {
    const told = lines.slice(before).filter(({ msg }) => msg === "answered");
    if (told.length >= count) return told;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test("PF-R80 each call leaves one line without its address; reads that went as usual only for those who look closely", async () => {
  const permissions = ["probe:probe:list", "probe:probe:edit"];
  const userId = newId();
  const token = app.admit("reader", { userId, organizationId: newId(), permissions });
  const [read, refused, written, unknown] = await linesOf(4, async () => {
    await app.call(listProbes, { query: { keyword: "秘密" } }, { token });
    await app.call(getProbe, { params: { id: newId() } }, { token });
    await app.call(createProbe, { body: { name: "甲", phone: "1", level: "A" } }, { token });
    await fetch(`${app.origin}/nowhere?token=secret`);
  });
  assert.partialDeepStrictEqual(read, { route: "/probe/v1/probes", status: 200, actor: userId });
  assert.equal(read?.level, read && read.ms < 500 ? DEBUG : INFO, "a slow one is worth a line");
  assert.partialDeepStrictEqual(refused, { level: INFO, status: 200, code: "COMMON_NOT_FOUND", actor: userId });
  assert.partialDeepStrictEqual(written, { level: INFO, route: "/probe/v1/probes", status: 200 });
  assert.partialDeepStrictEqual(unknown, { level: INFO, route: "unknown", status: 404 });
  assert.ok(!/秘密|secret/.test(JSON.stringify([read, refused, written, unknown])));
});
