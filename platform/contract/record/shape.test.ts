import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { metaOf, readableKeys } from "../value/field-meta.ts";
import { requiredText } from "../value/text-width.ts";
import { callsOf } from "./calls.ts";
import { ref, refKind } from "./ref.ts";
import { sealed, sealedPhone, shape } from "./shape.ts";
import { unmask, unmaskableOf, unmaskables } from "./unmask.ts";

const Seat = shape("seat", "座椅", {
  seatCode: z
    .string()
    .regex(/^[A-Z]+$/)
    .meta({ label: "编码" }),
  rows: z.int().min(1).max(9).meta({ label: "排数" }),
  weight: z.number().gt(0).nullable().default(null).meta({ label: "重量" }),
});
const answer = Seat.answer({});

test("an answer drops the rules for typing, of texts and of numbers: older rows can still be read", () => {
  const older = { id: "1", version: 1, seatCode: "old 1", rows: 12, weight: 0 };
  assert.deepEqual(answer.parse(older), older);
  assert.equal(answer.safeParse({ ...older, rows: 1.5 }).success, false);
  assert.equal(answer.shape.rows.meta()?.["label"], "排数");
  assert.equal(z.object(Seat.pick("rows")).safeParse({ rows: 12 }).success, false);
});

test("a list that is never long is answered whole", () => {
  const calls = callsOf(Seat, { path: "/shop/v1/seats", answer, view: "shop:seat:list", edit: "shop:seat:edit" });
  const { method, path, title, permission } = calls.all();
  assert.deepEqual([method, path, title, permission], ["GET", "/shop/v1/seats", "座椅列表", "shop:seat:list"]);
  assert.deepEqual(calls.all().answer.parse([]), []);
});

test("a sealed field is typed under its rules and shown by its mask, which may be empty", () => {
  const Guest = shape("guest", "客人", {
    phone: sealedPhone("手机号"),
    idNo: sealed("idCard", z.string().length(18).nullable().meta({ label: "证件号" })),
  });
  assert.equal(z.object(Guest.pick("idNo")).safeParse({ idNo: "1" }).success, false);
  assert.deepEqual(z.object(Guest.pick("idNo")).parse({ idNo: null }), { idNo: null });
  assert.equal(z.object(Guest.required("idNo")).safeParse({ idNo: null }).success, false);

  const shown = Guest.answer({});
  const row = { id: "1", version: 1, phone: "138****5678", idNo: null };
  assert.deepEqual(shown.parse(row), row);
  assert.equal(shown.safeParse({ ...row, phone: null }).success, false, "it is asked for, so it is there");
  assert.deepEqual(Guest.fields.idNo.masked.meta(), { label: "证件号", masked: true });
  assert.deepEqual(metaOf(shown.shape.idNo), { label: "证件号", masked: true, sealedIn: "guest" });
  assert.equal(Guest.fields.phone.masked.meta()?.["label"], "手机号");
});

test("what is under seal is filtered by its whole value, as it is kept, and seen in clear by the code of the shape", () => {
  const Guest = shape("clearGuest", "客人", {
    name: requiredText("姓名", 40),
    phone: sealedPhone("联系电话"),
    plate: sealed("name", z.string().toUpperCase().meta({ label: "车牌" })),
  });
  const query = Guest.query({ whole: ["phone", "plate"] });
  assert.equal(query.safeParse({ phone: "5678" }).error?.issues[0]?.message, "请输入完整联系电话");
  assert.partialDeepStrictEqual(query.parse({ phone: "13800005678", plate: "沪a1" }), {
    phone: "13800005678",
    plate: "沪A1",
  });
  assert.equal(metaOf(query.shape.plate)["whole"], true);
  const code = "shop:guest:unmask";
  const declared = { bizType: "clearGuest", code, fields: { phone: "联系电话", plate: "车牌" } };
  assert.deepEqual(unmaskableOf(Guest, code), declared);
  assert.deepEqual(unmaskables.get("clearGuest"), declared);
  assert.equal(unmask.asks?.get(code), "查看客人明文");
});

test("the record that a field points at is named beside it, called alike, and empty where the field may be", () => {
  const TeaRef = refKind("shapedTea", { entity: "茶", hint: "名称" });
  const Order = shape("teaOrder", "订单", {
    teaId: ref(TeaRef, "茶"),
    giftId: ref(TeaRef, "赠品").nullable(),
    cups: z.int(),
  });
  const { teaName, giftName } = Order.names("teaId", "giftId");
  assert.deepEqual(metaOf(teaName), { label: "茶", names: "shapedTea", by: "teaId" });
  assert.deepEqual(metaOf(giftName), { label: "赠品", names: "shapedTea", by: "giftId" });
  assert.deepEqual([teaName.safeParse(null).success, giftName.parse(null)], [false, null]);
  assert.throws(() => Order.names("cups"), /points at no record/);
});

test("people read what has a label, and names instead of ids", () => {
  const TeaRef = refKind("readTea", { entity: "茶", hint: "名称" });
  const Order = shape("readOrder", "订单", { teaId: ref(TeaRef, "茶"), note: requiredText("备注", 9), cups: z.int() });
  assert.deepEqual(readableKeys(Order.answer(Order.names("teaId")).shape), ["note", "teaName"]);
  assert.deepEqual(readableKeys(Order.answer({}).shape), ["teaId", "note"]);
});

test("a field that may be left out has no default, which would change what nobody has typed", () => {
  const Cup = shape("cup", "杯子", {
    note: z.string().nullable().default(null).meta({ label: "备注" }),
    marks: z.array(z.string()).default([]),
  });
  const body = z.object(Cup.optional("note", "marks"));
  assert.deepEqual(body.parse({}), {});
  assert.deepEqual(body.parse({ note: null }), { note: null });
  assert.equal(metaOf(body.shape.note)["label"], "备注");
});
