import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import type { KyselyPlugin } from "kysely";
import { givenFile, givenNodesOf, givenProject, testApp } from "../testing.ts";
import { presentDetails } from "./present.ts";

const app = testApp();

/** Makes a project with so many pictures at its first node. */
async function givenPictures(count: number) {
  const project = await givenProject(app);
  const { BLD: node } = await givenNodesOf(app, project);
  assert.ok(node);
  for (let n = 0; n < count; n++) {
    const fileId = await givenFile(app, "projectNode", node.id);
    await app.rows(
      `insert into project_evidence (id, created_at, created_by, updated_at, updated_by, project_id, node_id, file_id, file_name,
         category, sha256)
       values ($1::uuid, now(), $1, now(), $1, $2, $3, $4, 'a.pdf', 'PHOTO', $5)`,
      [newId(), project.id, node.id, fileId, newId()],
    );
  }
  return project;
}

/** Counts the statements that this work sends. */
async function countStatements(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let sent = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      sent += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await app.arrange((tx) => work(Object.assign(Object.create(tx), { kysely: tx.kysely.withPlugin(counting) })));
  return sent;
}

test("ST-R24 a project with many pictures is read with as many statements as one with two", async () => {
  const [few, many] = [await givenPictures(2), await givenPictures(12)];
  const shown = await app.arrange((tx) => presentDetails(tx, [many]));
  assert.equal(shown[0]?.files.length, 12);
  const sentFor = (project: typeof few) => countStatements((tx) => presentDetails(tx, [project]));
  assert.equal(await sentFor(many), await sentFor(few));
});
