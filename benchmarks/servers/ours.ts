// The product's kernel with sign-in, rights and the module of the benchmarks, as one server process.
import { createLog, startNode } from "@ops/platform/server";
import { given, serveParent, usage } from "../child.ts";
import { compose } from "../compose.ts";
import { type Question, watched } from "../transfer/watch.ts";
import type { Volume } from "../volumes.ts";
import { recordStatements } from "./record-statements.ts";
import { serveNode } from "./serve-node.ts";

const { address } = given<Pick<Volume, "address">>();
const { modules, authenticate, personName } = compose();
const log = createLog("info");
const node = await startNode({ address, poolSize: 20, modules, log, personName, background: true });
const { port, close } = await serveNode(node, authenticate);
serveParent(
  { port },
  async ({ watch, record }: Question & { record?: "begin" | "end" }) => {
    if (record) return recordStatements(record);
    return watch ? watched(watch) : usage();
  },
  close,
);
