import assert from "node:assert/strict";
import { test } from "node:test";
import { freezeAccount } from "@ops/authority/server";
import { type BusinessError, commonErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { givenQuota, givenStore, givenStoreStaff, testApp } from "../testing.ts";
import { movementStory, Piles } from "./testing.ts";

const piles = new Piles();
const app = testApp(piles.module);
const { today, dayIn, office, given, give, heldBy, ask, asked, decide, run, movementOf, rowOf, postsOf } =
  movementStory(app);
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const refusalOf = ({ msgCode, message }: BusinessError) => [msgCode, message];

test("ST-R16 every kind of open work has a successor, its own or the default one", async () => {
  const [me, { other, person, colleague }] = [await office(), await given()];
  await give("clues", person, 3);
  await give("orders", person, 1);
  const { data: work } = await me.call(contract.getStaffWork, { params: { id: person.id } });
  assert.deepEqual(
    work.open.map(({ label, count }) => [label, count]),
    [
      ["线索", 3],
      ["订单", 1],
    ],
  );
  assert.deepEqual(
    work.successors.map(({ userId }) => userId),
    [colleague.userId],
  );
  const toColleague = { kind: "pileProbe.clues", toUserId: colleague.userId ?? "" };
  for (const kind of ["TRANSFER", "LEAVE"] as const) {
    const target = kind === "LEAVE" ? { leaveType: "RESIGN" as const } : { toStoreId: other.id };
    const wishes = { kind, ...target, effectiveDate: dayIn(3) };
    assert.deepEqual(refusal(await ask(me, person, wishes)), ["STORE_HANDOVER_PENDING", "尚有3条线索未交接"]);
    const half = await ask(me, person, { ...wishes, successors: [toColleague] });
    assert.deepEqual(refusal(half), ["STORE_HANDOVER_PENDING", "尚有1条订单未交接"]);
  }
  const unknown = { kind: "pileProbe.nothing", toUserId: colleague.userId ?? "" };
  const strange = { toStoreId: other.id, effectiveDate: today(), successors: [unknown] };
  assert.equal((await ask(me, person, strange)).msgCode, "STORE_MOVE_KIND");
  const whole = { toStoreId: other.id, effectiveDate: dayIn(3), successors: [toColleague] };
  const movement = await asked(me, person, { ...whole, defaultSuccessorId: colleague.userId });
  const second = await givenStoreStaff(app, { storeId: other.id });
  const changed = { defaultSuccessorId: second.userId, successors: [toColleague], version: movement.version };
  const arranged = await me.call(contract.arrangeHandover, { params: { id: movement.id }, body: changed });
  assert.equal(arranged.data.defaultSuccessorId, second.userId);
  const decided = await decide(movement.id);
  assert.deepEqual([decided.msg, decided.data?.state], ["", "APPROVED"], "what was arranged meanwhile is decided on");
  assert.deepEqual(
    movement.handovers.map(({ label, countAtStart, toName, state }) => [label, countAtStart, toName, state]),
    [
      ["线索", 3, colleague.name, "WAITING"],
      ["订单", 1, null, "WAITING"],
    ],
  );
});

test("ST-R16 a successor is in post with a usable account in the same store or region", async () => {
  const [me, { other, person }] = [await office(), await given()];
  await give("clues", person, 1);
  const far = await givenStoreStaff(app, { storeId: (await givenStore(app)).id });
  const near = await givenStoreStaff(app, { storeId: other.id });
  const training = await givenStoreStaff(app, { storeId: other.id, state: "TRAINING" });
  const frozen = await givenStoreStaff(app, { storeId: other.id });
  await app.arrange((tx) => freezeAccount(tx, frozen.userId ?? "", "停用"));
  const take = (toUserId: string | null) =>
    ask(me, person, { toStoreId: other.id, effectiveDate: dayIn(3), defaultSuccessorId: toUserId });
  for (const one of [far, training, frozen, person]) {
    const told = refusal(await take(one.userId));
    assert.deepEqual(told, ["STORE_SUCCESSOR", "接手人须为同店或同大区的在岗人员：线索"], one.name);
  }
  assert.equal((await take(near.userId)).msg, "");
  const idle = await givenStoreStaff(app, { storeId: person.storeId });
  const later = await ask(me, idle, { toStoreId: other.id, effectiveDate: dayIn(3), defaultSuccessorId: far.userId });
  assert.equal(later.msg, "接手人须为同店或同大区的在岗人员：其他事项", "also for work that is still to come");
  await app.rows("update organization set leader_user_id = $2 where id = $1", [person.storeId, idle.userId]);
  const { data: work } = await me.call(contract.getStaffWork, { params: { id: person.id } });
  assert.deepEqual(
    [work.successors[0]?.userId, work.successors.at(-1)?.userId],
    [idle.userId, near.userId],
    "the manager of the store first, people of other stores last",
  );
});

test("ST-R16 work about other work is handed over after it, and whoever takes both is checked then", async () => {
  const [me, { other, person, colleague }] = [await office(), await given()];
  await give("signatures", person, 1);
  await give("clues", person, 1);
  const { userId } = await givenStoreStaff(app, { storeId: other.id });
  const wishes = { toStoreId: other.id, effectiveDate: today(), defaultSuccessorId: colleague.userId };
  const toSomebodyElse = [{ kind: "pileProbe.signatures", toUserId: userId ?? "" }];
  const refused = await ask(me, person, { ...wishes, successors: toSomebodyElse });
  assert.deepEqual(refusal(refused), refusalOf(commonErrors.duplicate({ field: "没有线索" })));
  const { id, handovers } = await asked(me, person, wishes);
  assert.deepEqual(
    handovers.map(({ label }) => label),
    ["线索", "签字"],
  );
  await decide(id);
  await run(id);
  assert.equal((await movementOf(id)).state, "DONE");
  assert.deepEqual(await heldBy(colleague), ["clues", "signatures"]);
});

test("ST-R16 another position needs a hand-over between families only", async () => {
  const [me, { store, person, colleague }] = [await office(), await given()];
  await give("clues", person, 2);
  await givenQuota(app, store.id, 2, "deliverySpecialist");
  const wishes = { kind: "POSITION", toPositionCode: "deliverySpecialist", effectiveDate: today() } as const;
  assert.equal((await ask(me, person, wishes)).msgCode, "STORE_HANDOVER_PENDING");
  await app.rows("update store_position set family = 'SALES' where position_code = 'deliverySpecialist'");
  await app.rows("update store_staff set mentor_staff_id = $2 where id = $1", [person.id, colleague.id]);
  const { id, handovers } = await asked(me, person, wishes);
  await app.rows("update store_position set family = 'DELIVERY' where position_code = 'deliverySpecialist'");
  assert.deepEqual(handovers, []);
  await app.rows("update store_position set family = 'SALES' where position_code = 'deliverySpecialist'");
  await decide(id);
  await run(id);
  await app.rows("update store_position set family = 'DELIVERY' where position_code = 'deliverySpecialist'");
  assert.equal((await movementOf(id)).state, "DONE");
  assert.deepEqual(await heldBy(person), ["clues", "clues"]);
  assert.deepEqual(await heldBy(colleague), []);
  const { positionCode, mentorStaffId } = await rowOf(person);
  assert.deepEqual([positionCode, mentorStaffId], ["deliverySpecialist", colleague.id]);
});

test("ST-R16 the effect: each kind in a step of its own, and a worker that dies after any of them leaves no half transfer", async () => {
  for (let steps = 0; steps <= 6; steps++) {
    const [me, { store, other, person, colleague }] = [await office(), await given()];
    await give("clues", person, 2);
    await give("orders", person, 1);
    const wishes = { toStoreId: other.id, effectiveDate: today(), defaultSuccessorId: colleague.userId };
    const { id } = await asked(me, person, wishes);
    assert.equal((await decide(id)).data.state, "RUNNING");
    const dies = run(id, steps);
    await (steps < 5 ? assert.rejects(dies, /the worker dies/) : dies);
    const half = await rowOf(person);
    const isSwitched = (await movementOf(id)).state === "DONE";
    const place = isSwitched ? other.id : store.id;
    assert.deepEqual([half.storeId, (await postsOf(person)).map((post) => post.organizationId)], [place, [place]]);
    await run(id);
    await run(id);
    const moves = await app.rows("select kind, moves from pile where holder = $1 order by kind", [colleague.userId]);
    assert.deepEqual(moves, [
      { kind: "pileProbe.clues", moves: 1 },
      { kind: "pileProbe.clues", moves: 1 },
      { kind: "pileProbe.orders", moves: 1 },
    ]);
    const done = await movementOf(id);
    assert.deepEqual(
      [done.state, done.handovers.map(({ handed, state }) => [handed, state])],
      [
        "DONE",
        [
          [2, "DONE"],
          [1, "DONE"],
        ],
      ],
    );
  }
});

test("ST-R16 a kind that fails leaves the movement 待处理 with its message; 重试 does the rest and nothing twice", async () => {
  const [me, { other, person, colleague }] = [await office(), await given()];
  const second = await givenStoreStaff(app, { storeId: other.id });
  await give("clues", person, 2);
  await give("orders", person, 1);
  const wishes = { toStoreId: other.id, effectiveDate: today(), defaultSuccessorId: colleague.userId };
  const { id } = await asked(me, person, wishes);
  await decide(id);
  piles.meanwhile = (kind) => {
    if (kind === "pileProbe.orders") throw commonErrors.duplicate({ field: "订单" });
  };
  await run(id);
  const failed = await movementOf(id);
  assert.deepEqual([failed.state, failed.failure], ["FAILED", "订单：订单已存在"]);
  assert.deepEqual(
    failed.handovers.map(({ state, message }) => [state, message]),
    [
      ["DONE", null],
      ["FAILED", "订单已存在"],
    ],
  );
  assert.deepEqual([await heldBy(person), (await rowOf(person)).state], [["orders"], "MOVING"]);
  assert.equal((await app.rows("select 1 from notice where merge_key = $1", [`store.movement:${id}`])).length, 1);
  piles.meanwhile = () => undefined;

  await give("clues", person, 1); // later work goes to the default successor
  const body = {
    defaultSuccessorId: colleague.userId,
    successors: [{ kind: "pileProbe.orders", toUserId: second.userId ?? "" }],
    version: failed.version,
  };
  const arranged = await me.call(contract.arrangeHandover, { params: { id }, body });
  assert.equal(arranged.msg, "");
  const version = arranged.data.version;
  assert.equal((await me.call(contract.retryMovement, { params: { id }, body: { version } })).data.state, "RUNNING");
  await run(id);
  assert.deepEqual([(await movementOf(id)).state, (await movementOf(id)).failure], ["DONE", null]);
  assert.deepEqual([await heldBy(colleague), await heldBy(second)], [["clues", "clues", "clues"], ["orders"]]);
  const again = await me.call(contract.retryMovement, { params: { id }, body: { version: version + 2 } });
  assert.equal(again.msg, "异动单当前状态为【已生效】，不能执行【重试】");
  const over = { ...body, successors: [], version: version + 2 };
  assert.equal(
    (await me.call(contract.arrangeHandover, { params: { id }, body: over })).msgCode,
    "STORE_STATE_ILLEGAL",
  );
});

test("ST-R16 later work of a kind that fails goes to the successor who is named then", async () => {
  const [me, { other, person, colleague }] = [await office(), await given()];
  const second = await givenStoreStaff(app, { storeId: other.id });
  await give("clues", person, 2);
  await give("orders", person, 1);
  const { id } = await asked(me, person, {
    toStoreId: other.id,
    effectiveDate: today(),
    defaultSuccessorId: colleague.userId,
  });
  await decide(id);
  piles.meanwhile = (kind) => {
    if (kind === "pileProbe.orders") throw commonErrors.duplicate({ field: "订单" });
  };
  await run(id);
  piles.meanwhile = () => undefined;
  await give("clues", person, 1);
  await app.arrange((tx) => freezeAccount(tx, colleague.userId ?? "", "停用"));
  const retry = async () => {
    const { version } = await movementOf(id);
    await me.call(contract.retryMovement, { params: { id }, body: { version } });
    await run(id);
  };
  await retry();
  assert.equal((await movementOf(id)).state, "FAILED");
  const successors = ["pileProbe.clues", "pileProbe.orders"].map((kind) => ({ kind, toUserId: second.userId ?? "" }));
  const { version } = await movementOf(id);
  const body = { successors, defaultSuccessorId: second.userId, version };
  assert.equal((await me.call(contract.arrangeHandover, { params: { id }, body })).msg, "");
  await retry();
  const { state, handovers } = await movementOf(id);
  assert.deepEqual([state, handovers.map(({ handed }) => handed)], ["DONE", [3, 1]]);
  assert.deepEqual(
    [await heldBy(colleague), await heldBy(second)],
    [
      ["clues", "clues"],
      ["clues", "orders"],
    ],
  );
});

test("ST-R16 work that comes while work is handed over goes along, three times at most", async () => {
  const [me, { other, person, colleague }] = [await office(), await given()];
  await give("clues", person, 1);
  const wishes = { toStoreId: other.id, effectiveDate: today(), defaultSuccessorId: colleague.userId };
  const { id } = await asked(me, person, wishes);
  await decide(id);
  let coming = 2;
  piles.meanwhile = async (kind, tx, from) => {
    if (coming-- > 0) await sql`insert into pile values (${kind}, ${from.id})`.execute(tx.kysely);
  };
  await run(id);
  const done = await movementOf(id);
  assert.deepEqual([done.state, done.handovers.map(({ handed }) => handed)], ["DONE", [3]]);

  const never = await given();
  await give("clues", never.person, 1);
  const second = await asked(me, never.person, {
    toStoreId: never.other.id,
    effectiveDate: today(),
    defaultSuccessorId: never.colleague.userId,
  });
  await decide(second.id);
  coming = 9;
  await run(second.id);
  piles.meanwhile = () => undefined;
  const { state, failure } = await movementOf(second.id);
  assert.deepEqual([state, failure, (await heldBy(never.colleague)).length], ["FAILED", "尚有1条线索未交接", 3]);
});

test("ST-R16 new work without any successor stops the effect; a fault of the program is told as such", async () => {
  const [me, { other, person, colleague }] = [await office(), await given()];
  const { id } = await asked(me, person, { toStoreId: other.id, effectiveDate: today() });
  await give("clues", person, 1);
  await decide(id);
  await run(id);
  assert.deepEqual((await movementOf(id)).failure, "线索：尚有1条线索未交接");
  const { version } = await movementOf(id);
  const body = { defaultSuccessorId: colleague.userId, successors: [], version };
  const arranged = await me.call(contract.arrangeHandover, { params: { id }, body });
  await me.call(contract.retryMovement, { params: { id }, body: { version: arranged.data.version } });
  piles.meanwhile = () => {
    throw new Error("broken");
  };
  await run(id);
  piles.meanwhile = () => undefined;
  const faulty = await movementOf(id);
  assert.deepEqual([faulty.state, faulty.failure], ["FAILED", "线索：处理出错，请重试"]);
  const withdrawn = await me.call(contract.withdrawMovement, {
    params: { id },
    body: { reason: "不再调动", version: faulty.version },
  });
  assert.deepEqual([withdrawn.data.state, (await rowOf(person)).state], ["WITHDRAWN", "IN_POST"]);
});
