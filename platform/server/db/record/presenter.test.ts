import assert from "node:assert/strict";
import { test } from "node:test";
import { ref, refKind, refNameList, requiredText, sealedPhone, shape } from "@ops/platform/contract";
import { z } from "zod";
import type { RefSource } from "../../refs/source.ts";
import type { Tx } from "../tx.ts";
import { presenterOf } from "./presenter.ts";
import { databaseOf, declaredTables, type RecordRow } from "./table.ts";

const TeaRef = refKind("presentedTea", { entity: "茶", hint: "名称" });
const Guest = shape("presentedGuest", "客人", {
  name: requiredText("名称", 40),
  phone: sealedPhone("手机号"),
  teaId: ref(TeaRef, "茶").nullable(),
  otherIds: z.array(z.string()),
});

interface GuestColumns extends RecordRow {
  name: string;
  phoneCipher: Buffer;
  phoneHash: Buffer;
  phoneMasked: string;
  teaId: string | null;
  otherIds: string[];
}
const guests = databaseOf<{ presentedGuest: GuestColumns }>().tableOf(Guest, { scope: { unscoped: "a test" } });
declaredTables.delete(guests.name);

const asked: string[][] = [];
const teas: Pick<RefSource, "namesOf"> = {
  namesOf: async (_tx, ids) => {
    asked.push([...ids]);
    return new Map(ids.filter((id) => id !== "gone").map((id) => [id, `茶${id}`]));
  },
};
const tx = { refs: new Map([[TeaRef.kind, teas]]) } as unknown as Tx; // only the part that is needed for names

const stamp = { createdAt: new Date(), createdBy: "x", updatedAt: new Date(), updatedBy: "x" };
const row = (id: string, teaId: string | null, otherIds: string[] = []): GuestColumns => ({
  ...stamp,
  id,
  version: 1,
  name: `客${id}`,
  phoneCipher: Buffer.from("c"),
  phoneHash: Buffer.from("h"),
  phoneMasked: "138****5678",
  teaId,
  otherIds,
});

test("a record is presented by its columns, its masks and the names of what it points at, asked for once", async () => {
  const names = { ...Guest.names("teaId"), otherNames: refNameList(TeaRef, "otherIds", "其他茶") };
  const present = presenterOf(guests, Guest.answer(names), async () => ({ otherIds }) => ({
    otherNames: otherIds.map((id) => id.toUpperCase()),
  }));
  const shown = await present(tx, [row("1", "a", ["b"]), row("2", null), row("3", "gone"), row("4", "a")]);
  assert.deepEqual(
    shown.map(({ teaName, otherNames }) => [teaName, otherNames]),
    [
      ["茶a", ["B"]],
      [null, []],
      ["", []],
      ["茶a", []],
    ],
  );
  assert.deepEqual(asked, [["a", "gone"], ["b"]]);
  assert.deepEqual(Object.keys(shown[0] ?? {}), [...Object.keys(Guest.answer(names).shape)], "nothing else leaves");
  assert.equal(shown[0]?.phone, "138****5678");
});

test("what does not follow from the table has to be computed", async () => {
  const answer = Guest.answer({ isLate: z.boolean() });
  // @ts-expect-error nobody says whether a guest is late
  const lacking = presenterOf(guests, answer);
  const present = presenterOf(guests, answer, async () => ({ id }) => ({ isLate: id === "1" }));
  assert.deepEqual([(await lacking(tx, []))[0], (await present(tx, [row("1", null)]))[0]?.isLate], [undefined, true]);
});
