import assert from "node:assert/strict";
import { test } from "node:test";
import {
  oneOf,
  requiredText,
  ruledResource,
  sealedPhone,
  shape,
  typedMoment,
  unmaskableOf,
} from "@ops/platform/contract";
import type { Generated } from "kysely";
import { z } from "zod";
import { wholePhoneField } from "../../unmask/whole-value.ts";
import type { NewRowOf } from "./record.ts";
import { databaseOf, declaredTables, type NamedColumns, type RecordRow } from "./table.ts";

interface Tables {
  shapedNote: {
    text: string;
    colour: "RED" | "BLUE";
    topic: string;
    readAt: Date | null;
    owner: string | null;
  };
}

const ofNote = ruledResource({ key: "shapedNote", name: "便签", read: "probe:note:list", fields: { text: "正文" } });
const Note = shape("shapedNote", "便签", {
  text: ofNote("text", requiredText("正文", 40)),
  colour: oneOf({ RED: "红", BLUE: "蓝" }).meta({ label: "颜色" }),
  topic: z.string().meta({ label: "主题" }),
  readAt: typedMoment("阅读时间").nullable(),
});

test("a shaped table takes labels, words and ruled fields from its shape, less what is unlogged, and adds its own", () => {
  const { tableOf } = databaseOf<Tables>();
  const notes = tableOf(Note, {
    scope: { unscoped: "a test" },
    labels: { owner: "归属" },
    words: { topic: { A: "甲" } },
    unlogged: ["readAt"],
  });
  declaredTables.delete(notes.name);

  assert.deepEqual(notes.labels, { text: "正文", colour: "颜色", topic: "主题", owner: "归属" });
  assert.deepEqual(notes.words, { colour: { RED: "红", BLUE: "蓝" }, topic: { A: "甲" } });
  assert.deepEqual(notes.ruled, { text: "shapedNote.text" });
});

type Mark = "RARE" | "OLD";
interface MarkedTables {
  markedNote: RecordRow & { marks: string[]; hints: Generated<string[]> };
}
const marks = z.array(oneOf({ RARE: "罕见", OLD: "陈旧" })).meta({ label: "标记" });
const Marked = shape("markedNote", "便签", { marks, hints: marks });
const unscoped = { scope: { unscoped: "a test" } };

test("a list of codes needs a column whose codes are named; that column fills itself only if its migration says so", () => {
  const anyText = databaseOf<MarkedTables>();
  // @ts-expect-error a list of any texts cannot be answered as a list of codes
  declaredTables.delete(anyText.tableOf(Marked, unscoped).name);

  const named = databaseOf<NamedColumns<MarkedTables, { markedNote: { marks: Mark[]; hints: Mark[] } }>>();
  const notes = named.tableOf(Marked, unscoped);
  declaredTables.delete(notes.name);
  const given: NewRowOf<typeof notes> = { marks: ["RARE"] };
  // @ts-expect-error without a default the marks have to be given
  const lacking: NewRowOf<typeof notes> = { hints: [] };

  assert.deepEqual(notes.labels, { marks: "标记", hints: "标记" });
  assert.deepEqual(notes.words?.marks, { RARE: "罕见", OLD: "陈旧" });
  assert.deepEqual([given, lacking], [{ marks: ["RARE"] }, { hints: [] }]);
});

test("a shaped table finds sealed fields by their whole value and shows them in clear by the code of its shape", () => {
  const Guest = shape("sealedGuest", "客人", { phone: sealedPhone("手机号") });
  const unmask = unmaskableOf(Guest, "probe:sealedGuest:unmask");
  interface Columns {
    sealedGuest: RecordRow & { phoneCipher: Buffer; phoneHash: Buffer; phoneMasked: string };
  }
  const guests = databaseOf<Columns>().tableOf(Guest, unscoped);
  declaredTables.delete(guests.name);
  assert.equal(guests.unmask, unmask);
  const { label, sealed, mask } = guests.wholes?.phone ?? wholePhoneField;
  assert.deepEqual([label, sealed, mask("13812345678")], ["手机号", "phone", "138****5678"]);
});
