// The common parts of tests for outside calls: two nodes, two ports, and the other side.
import assert from "node:assert/strict";
import { after, before, beforeEach } from "node:test";
import { sql } from "kysely";
import { z } from "zod";
import { defineModule } from "../module.ts";
import { ProbeApp, probeApp, probeModule } from "../start/probe.ts";
import { type Outgoing, outward, type Queried, type Sent } from "./port.ts";

export type Answer = { paymentNo: string };
export type Request = { phone: string };

interface Line {
  id: string;
  state: string;
  failure: string | null;
  tries: number;
  wait: number | null;
  lastError: string | null;
  progress: string | null;
  isSealed: boolean;
}

/** Two nodes, two ports, and the other side. */
export function outsideDesk() {
  /** The behaviour of the other side in a test, and the calls that it got. It is reset for each test. */
  const outside = {
    did: [] as string[],
    sends: async (_call: Outgoing<Request>): Promise<Sent<Answer>> => ({ is: "DONE", answer: { paymentNo: "P1" } }),
    queries: async (_call: Outgoing<Request>): Promise<Queried<Answer>> => assert.fail("nobody is to be asked"),
    isWanted: async (_key: string) => true,
    isTaken: true,
  };
  const asUsual = { ...outside };

  const refund = outward({
    port: "probe.refund",
    title: "样本退款",
    request: z.object({ phone: z.string() }),
    answer: z.object({ paymentNo: z.string() }),
    send: (call) => {
      outside.did.push(`send ${call.key} ${call.request.phone}`);
      return outside.sends(call);
    },
    query: (call) => {
      outside.did.push(`query ${call.key}`);
      return outside.queries(call);
    },
    again: [60, 300],
    mostHours: 1,
    seconds: 0.2,
    sending: (_tx, { key }) => outside.isWanted(key),
    tried: async (_tx, { key, tries, error }) => void outside.did.push(`tried ${key} ${tries} ${error}`),
    done: async (tx, { key, request, answer, tries }) => {
      if (!outside.isTaken) throw new Error("the module cannot take it");
      assert.match(tx.permission, /^outside:probe\./);
      await sql`insert into told (says) values (${`done ${key} ${request.phone} ${answer.paymentNo} ${tries}`})`.execute(
        tx.kysely,
      );
    },
    failed: async (tx, { key, failure }) => {
      await sql`insert into told (says) values (${`failed ${key} ${failure.kind} ${failure.reason}`})`.execute(
        tx.kysely,
      );
    },
  });
  /** The same port with a limited number of tries, at another pace. */
  const { mostHours: _hours, ...endless } = refund;
  const short = outward({ ...endless, port: "probe.short", title: "样本短信", again: [5, 30] });

  /** The same port, whose query shows the request once more. */
  const showing = outward({ ...refund, port: "probe.showing", title: "样本通知", queryShowsRequest: true });

  const modules = [probeModule, defineModule({ name: "outside", outward: [refund, short, showing] })];
  const app = probeApp({ modules });
  const second = new ProbeApp({ modules });
  before(async () => {
    await second.start(app);
    await app.rows("create table told (says text not null)");
  });
  after(() => second.stop());
  beforeEach(async () => {
    Object.assign(outside, asUsual, { did: [] });
    await app.rows("delete from outside_call");
  });

  const ask = (key: string, port = refund) => app.arrange((tx) => tx.askOutside(port, key, { phone: "13800000001" }));
  const callAll = (nodes = [app]) => Promise.all(nodes.map(({ node }) => node.outside.callAll()));
  async function told(): Promise<string[]> {
    const rows = await app.rows<{ says: string }>("delete from told returning says");
    return rows.map(({ says }) => says).toSorted();
  }
  async function line(key: string): Promise<Line | undefined> {
    const [found] = await app.rows<Line>(
      `select id, state, failure, tries, last_error as "lastError", progress, extract(epoch from due_at - $2)::float8 as wait,
         request_sealed is not null as "isSealed" from outside_call where key = $1`,
      [key, app.now()],
    );
    return found;
  }
  const timeOut = async () => {
    throw new DOMException("too late", "TimeoutError");
  };

  return { app, ask, callAll, line, outside, refund, second, short, showing, told, timeOut };
}
