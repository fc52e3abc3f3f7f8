import {
  addDays,
  createApprovalDelegation,
  dayAfterWorkdays,
  dayOf,
  endpoint,
  idParams,
  startOfDay,
  version,
} from "@ops/platform/contract";
import { sql } from "kysely";
import { z } from "zod";
import { type Actor, type DataScope, everything, nothing } from "../actor.ts";
import { asStored, changeRecord, insertRecord, lockRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { holidaysOf } from "../holiday/calendar.ts";
import { writes } from "../http/route.ts";
import { defineModule } from "../module.ts";
import type { CarriedNotice } from "../notice/carrier.ts";
import { numberParam } from "../params/declare.ts";
import { newId } from "../secret/crypto.ts";
import { type ProbeApp, probeApp, probeModule, probes } from "../start/probe.ts";
import { decideApproval, requireLevelCode } from "./decide.ts";
import { approvalFlow, decidedBy, recordsIn } from "./flow.ts";
import { keepApproval, startApproval, withdrawApproval } from "./request.ts";
import type { ApprovalRow } from "./rows.ts";
import type { HolderAt, Staffing } from "./staffing.ts";

/** Two stores in a region below headquarters. */
export const [hq, region, store, sibling] = [newId(), newId(), newId(), newId()];
const above = new Map([
  [store, region],
  [sibling, region],
  [region, hq],
]);
export const codes = { shop: "probe:case:approve", money: "probe:case:pay" } as const;
const bigFen = numberParam("probe.bigFen", 1_000, {
  group: "样本",
  description: "大额",
  min: 1,
  max: 9_999_999,
});

const decideCase = endpoint({
  method: "POST",
  path: "/probe/v1/cases/{id}/decide",
  audit: "审批样本",
  permission: "session",
  asks: new Map([
    [codes.shop, "审批"],
    [codes.money, "财务审批"],
  ]),
  params: idParams,
  body: z.object({ verdict: z.enum(["APPROVE", "REJECT", "RETURN"]), note: z.string().optional(), version }),
  answer: z.object({ state: z.string(), version: z.int() }),
});
export const submitCase = endpoint({
  method: "POST",
  path: "/probe/v1/cases",
  audit: "提交样本",
  permission: "session",
  body: z.object({ fen: z.int(), authorId: z.string().optional() }),
  answer: z.object({ id: z.string(), version: z.int() }),
});

export const caseFlow = approvalFlow({
  kind: "probe.case",
  label: "样本申请",
  table: recordsIn(probes),
  overlay: "probe",
  facts: z.object({ fen: z.int() }),
  levels: {
    store: { label: "门店", code: codes.shop, at: "record", workdays: 2 },
    region: { label: "区域", code: codes.shop, at: "region" },
    money: { label: "财务", code: codes.money, at: "hq", workdays: 1 },
  },
  chain: (tx, { fen }) => (fen > tx.param(bigFen) ? ["store", "region", "money"] : ["store"]),
  show: ({ fen }) => ({ 金额: `${fen}分` }),
  calls: { ...decidedBy(decideCase), RETURN: { endpoint: decideCase, noteIn: "note", body: { verdict: "RETURN" } } },
  mostTogether: 50,
});

const routes = [
  writes(submitCase, async (tx, { body: { fen, authorId } }) => {
    const fields = { orgId: store, ownerId: tx.actor.userId, name: "申请一", phone: "", level: "A" };
    const { id, version } = await insertRecord(tx, probes, fields);
    await startApproval(tx, caseFlow, {
      bizId: id,
      bizNo: "S1",
      version,
      orgId: store,
      title: "申请一",
      facts: { fen },
      authors: authorId ? [authorId] : [],
    });
    return { id, version };
  }),
  writes(decideCase, async (tx, { params: { id }, body: { verdict, note, version } }) => {
    const permission = await requireLevelCode(tx, caseFlow, { bizId: id, version });
    const row = await lockRecord({ ...tx, permission }, probes, id, version, asStored);
    const { state } = await decideApproval(tx, caseFlow, { bizId: id, version, verdict, note });
    const saved = await changeRecord(tx, probes, row, { name: state });
    if (state === "OPEN") await keepApproval(tx, caseFlow, saved);
    return { state, version: saved.version };
  }),
];

interface Person {
  readonly userId: string;
  readonly token: string;
  readonly codes: readonly string[];
  readonly at: string;
  readonly reach: readonly string[] | "ALL";
  readonly isAdmin: boolean;
}

/** The staffing of a test. The scopes of the sessions agree with it. */
class Cast {
  readonly #people: Person[] = [];
  readonly #gone = new Set<string>();
  readonly #names = new Map<string, string>();
  readonly leaders = new Map<string, readonly string[]>();
  /** What left by the way beside the bell. */
  readonly carried: CarriedNotice[] = [];
  readonly #app: () => ProbeApp;

  constructor(app: () => ProbeApp) {
    this.#app = app;
  }

  /** Makes a person with codes from a post at a place, whose scope is these organisations. */
  person(wanted: {
    codes?: readonly string[];
    at?: string;
    reach?: readonly string[] | "ALL";
    standsFor?: string;
    /** Decides without the code that opens the record. */
    isBlind?: boolean;
    isAdmin?: boolean;
    name?: string;
  }): Person {
    const { at = store, reach = [at], standsFor, isBlind = false, isAdmin = false, name } = wanted;
    const userId = newId();
    if (name !== undefined) this.#names.set(userId, name);
    const held = [...(wanted.codes ?? []), ...(isBlind ? [] : ["probe:probe:list"])];
    const token = this.#app().admit(userId, {
      userId,
      organizationId: at,
      permissions: held,
      scope: scopeOf(reach),
      actor: standsFor ? { standsFor: [standsFor] } : {},
    });
    const person = { userId, token, codes: isAdmin ? [] : held, at, reach, isAdmin };
    if (!standsFor) this.#people.push(person);
    return person;
  }

  leave(person: Person): void {
    this.#gone.add(person.userId);
  }

  clear(): void {
    this.#people.length = 0;
    this.leaders.clear();
  }

  #present(): Person[] {
    return this.#people.filter(({ userId }) => !this.#gone.has(userId));
  }

  readonly staffing: Staffing = {
    holdersAt: async (_tx, code, orgId) =>
      this.#present()
        .filter((one) => one.codes.includes(code) && (one.reach === "ALL" || one.reach.includes(orgId)))
        .map(({ userId, at }): HolderAt => ({ userId, organizationId: at, steps: stepsFrom(orgId, at) }))
        .toSorted((a, b) => (a.steps ?? 99) - (b.steps ?? 99)),
    leadersAbove: async (_tx, orgId, levels) => {
      const places = orgId === hq ? [hq] : placesAbove(orgId).slice(0, levels);
      return places.flatMap((place) => this.leaders.get(place) ?? []);
    },
    holdersFor: async (_tx, code, at) =>
      this.#present()
        .filter((one) => one.codes.includes(code))
        .filter(({ reach }) => at === "record" || reach === "ALL" || reach.includes(at === "hq" ? hq : region))
        .map(({ userId }) => userId),
    holdersOfAll: async (_tx, wanted) =>
      this.#present()
        .filter((one) => wanted.every((code) => one.codes.includes(code)))
        .map(({ userId }) => userId),
    placeOf: async (_tx, orgId, at) => (at === "record" ? orgId : at === "region" ? (above.get(orgId) ?? hq) : hq),
    actorsEverywhere: async (_tx, userIds) =>
      new Map(
        this.#present()
          .filter(({ userId }) => userIds.includes(userId))
          .map((one) => [one.userId, actorFor(one)]),
      ),
    personNames: async (_tx, ids) => new Map(ids.map((id) => [id, this.#names.get(id) ?? `人${id.slice(-4)}`])),
    organizationNames: async (_tx, ids) => new Map(ids.map((id) => [id, id === store ? "一店" : "上级"])),
  };
}

function actorFor({ userId, isAdmin, codes: held, at, reach }: Person): Actor {
  const can = (code: string) => isAdmin || held.includes(code);
  const scope = scopeOf(isAdmin ? "ALL" : reach);
  const rest = { name: "某人", sessionId: null, organizationIds: [at], isAdmin, fieldMode: null };
  return { userId, ...rest, can, mayCall: () => true, scopeOf: () => scope };
}

function scopeOf(reach: readonly string[] | "ALL"): DataScope {
  if (reach === "ALL") return everything;
  return reach.length === 0
    ? nothing
    : { all: false, organizations: sql`select unnest(${reach}::uuid[])`, selfId: null };
}

function placesAbove(orgId: string): string[] {
  const next = above.get(orgId);
  return next === undefined ? [] : [next, ...placesAbove(next)];
}

function stepsFrom(orgId: string, at: string): number | null {
  for (let [place, steps] = [orgId, 0]; ; steps++) {
    if (place === at) return steps;
    const next = above.get(place);
    if (next === undefined) return null;
    place = next;
  }
}

export function approvalApp() {
  const cast: Cast = new Cast(() => app);
  const module = defineModule({
    name: "cases",
    routes,
    params: [bigFen],
    approvalFlows: [caseFlow],
    staffing: cast.staffing,
    noticeCarriers: [
      { key: "cases.post", label: "信件", carry: async (_tx, notice) => void cast.carried.push(notice) },
    ],
  });
  const app: ProbeApp = probeApp({ modules: [probeModule, module] });
  const submit = async (by: { token: string }, fen = 100, authorId?: string) =>
    (await app.call(submitCase, { body: { fen, authorId } }, by)).data;
  const decide = (
    by: { token: string },
    { id, version }: { id: string; version: number },
    verdict: "APPROVE" | "REJECT" | "RETURN" = "APPROVE",
    note = "",
  ) => app.call(decideCase, { params: { id }, body: { verdict, note, version } }, by);
  const lend = (by: { token: string }, takerId: string, days = 30, startsOn = dayOf(app.now())) => {
    const endsOn = addDays(startsOn, days - 1);
    return app.call(createApprovalDelegation, { body: { takerId, startsOn, endsOn, reason: "休假" } }, by);
  };
  const askedOf = async (bizId: string) => (await rowOf(bizId))?.asked.toSorted();
  const rowOf = async (bizId: string) =>
    (await app.rows<ApprovalRow>("select * from approval where biz_id = $1", [bizId]))[0];
  const noticesOf = async ({ userId }: { userId: string }) =>
    (await app.rows<{ title: string }>("select title from notice where user_id = $1 order by title", [userId])).map(
      ({ title }) => title,
    );
  /** Finds the same time so many work days later, by the calendar of holidays. */
  const workdaysLater = (from: Date, workdays: number) =>
    app.arrange(async (tx) => {
      const day = dayAfterWorkdays(await holidaysOf(tx), dayOf(from), workdays);
      return new Date(startOfDay(day).getTime() + from.getTime() - startOfDay(dayOf(from)).getTime());
    });
  const withdraw = (id: string) => app.arrange((tx: Tx) => withdrawApproval(tx, caseFlow, id));
  return { app, cast, submit, decide, withdraw, lend, askedOf, rowOf, noticesOf, workdaysLater };
}
