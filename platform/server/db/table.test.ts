import assert from "node:assert/strict";
import { test } from "node:test";
import { oneOf, requiredText, ruledResource, shape, typedMoment } from "@ops/platform/contract";
import { z } from "zod";
import { databaseOf, declaredTables } from "./table.ts";

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
