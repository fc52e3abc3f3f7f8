import assert from "node:assert/strict";
import { connect } from "node:net";
import { before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { APPLICATION_ID, headers } from "@ops/platform/contract";
import { sql } from "kysely";
import { connectOwner } from "../../db/record/fill-large.ts";
import { newId } from "../../secret/crypto.ts";
import { createProbe, editProbe, ProbeApp, probeApp } from "../../start/probe.ts";

const app = probeApp();
const organizationId = newId();
const permissions = ["probe:probe:list", "probe:probe:edit"];
const scope = { all: false, organizations: sql`select ${newId()}::uuid`, selfId: null } as const;
const stranger = { userId: newId(), organizationId, permissions, scope };

async function givenHidden() {
  const token = app.admit("owner", { userId: newId(), organizationId, permissions });
  return (await app.call(createProbe, { body: { name: "隐", phone: "1", level: "A" } }, { token })).data;
}

const reach = (id: string, at = app) =>
  at.call(editProbe, { params: { id }, body: { name: "夺", version: 1 } }, { token: at.admit("stranger", stranger) });

const attemptsOn = async (probe: { id: string }) =>
  (await app.auditOf(probe)).filter(({ summary }) => summary === "越权尝试").length;

test("PF-R106 the answer does not wait for the log: it comes while nobody can write there, and the row follows", async () => {
  const probe = await givenHidden();
  const holder = await connectOwner(app.address); // the log is not the application's own
  try {
    await holder.query("begin");
    await holder.query("lock table audit_log in exclusive mode");
    const answer = await reach(probe.id);
    assert.partialDeepStrictEqual(answer, { msgCode: "COMMON_NOT_FOUND", msg: "数据不存在或已被删除", data: null });
  } finally {
    await holder.query("rollback");
    await holder.end();
  }
  assert.equal(await attemptsOn(probe), 1);
});

/** Reaches for the record and hangs up while the call waits at it. */
async function reachAndHangUp(id: string): Promise<void> {
  const holder = await connectOwner(app.address);
  try {
    await holder.query("begin");
    await holder.query("lock table probe in access exclusive mode");
    const { port, hostname } = new URL(app.origin);
    const body = JSON.stringify({ name: "夺", version: 1 });
    const head = [
      `PUT /probe/v1/probes/${id} HTTP/1.1`,
      "host: probe",
      `${headers.applicationId}: ${APPLICATION_ID}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      `${headers.token}: ${app.admit("stranger", stranger)}`,
    ];
    const socket = connect(Number(port), hostname);
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    while ((await holder.query("select from pg_locks where not granted")).rowCount === 0) await sleep(10);
    socket.destroy();
    await sleep(300); // the server notices it meanwhile
    await holder.query("rollback");
    await sleep(300); // the call ends
  } finally {
    await holder.end();
  }
}

test("PF-R97 whoever hangs up while his call runs leaves his row all the same, and the node can stop", async () => {
  const probe = await givenHidden();
  await reachAndHangUp(probe.id);
  const patience = sleep(15_000, "for ever", { ref: false });
  assert.equal(await Promise.race([app.node.afterwards.settle(), patience]), undefined);
  assert.equal(await attemptsOn(probe), 1);
});

test("PF-R106 hidden and absent records are refused in the same time", async () => {
  const probe = await givenHidden();
  const took = { hidden: [] as number[], absent: [] as number[] };
  for (let round = 0; round < 60; round++) {
    for (const [kind, id] of [
      ["hidden", probe.id],
      ["absent", newId()],
    ] as const) {
      const began = performance.now();
      await reach(id);
      took[kind].push(performance.now() - began);
      await app.node.afterwards.settle(); // the row of one call does not slow the next
    }
  }
  const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length / 2] ?? 0;
  const [hidden, absent] = [median(took.hidden), median(took.absent)];
  assert.ok(hidden < absent * 1.5, `hidden ${hidden.toFixed(1)} ms, absent ${absent.toFixed(1)} ms`);
  assert.equal(await attemptsOn(probe), 60);
});

const other = new ProbeApp();
before(() => other.start(app));

test("PF-R97 a node that stops writes the rows of the attempts that it has answered", async () => {
  const probes = [await givenHidden(), await givenHidden(), await givenHidden()];
  try {
    await Promise.all(probes.map(({ id }) => reach(id, other)));
  } finally {
    await other.stop();
  }
  for (const probe of probes) assert.equal(await attemptsOn(probe), 1);
});
