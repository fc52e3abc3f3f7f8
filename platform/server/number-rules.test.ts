import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, listNumberRules } from "@ops/platform/contract";
import { newId } from "./crypto.ts";
import { probeApp } from "./probe.ts";

const app = probeApp();

test("PF-R89 the rules of all modules are listed with what was drawn today, in blocks of twenty", async () => {
  const person = { userId: newId(), organizationId: newId(), permissions: ["platform:param:edit"] };
  const token = app.admit("operator", person);
  await app.arrange((tx) => tx.nextNumber("probe"));
  const { data } = await app.call(listNumberRules, {}, { token });
  const today = dayOf(app.now()).replaceAll("-", "");
  const own = { announcement: "公告", probe: "probe" };
  assert.deepEqual(
    data.filter(({ kind }) => kind in own),
    [
      { kind: "announcement", name: own.announcement, prefix: "GG", sample: `GG${today}000001`, drawn: 0 },
      { kind: "probe", name: own.probe, prefix: "TP", sample: `TP${today}000021`, drawn: 20 },
    ],
  );
});
