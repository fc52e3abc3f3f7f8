import { insertMany, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { newAk, newSk } from "../api-client/keys.ts";
import { db } from "../database.ts";
import { keyOf } from "../interface/described.ts";
import { bumpRights } from "../rights/bump.ts";
import { bindingRows } from "./bindings.ts";
import { GROUP_CODE } from "./brand/brand.ts";
import { type Calendar, calendarOf, minutesAfter } from "./calendar.ts";
import { people } from "./people/people.ts";
import { administratorId, placeId, stampedBy } from "./rows.ts";
import { idOf, seeded } from "./seeded.ts";

interface DemoClient {
  readonly name: string;
  readonly owner: string;
  readonly endpoints: readonly { method: string; path: string }[];
  readonly ipAllow: readonly string[];
  readonly ratePerMin: number;
  readonly validDays: number | null;
  readonly status: "ACTIVE" | "DISABLED" | "EXPIRED";
  readonly disabledReason?: string;
  readonly calls: number;
}

const { listUsers, getUser, organizationTree, listPositions, listLoginLogs, verifyTicket } = contract;
const ECHO_CLIENT = "统一登录演示系统";

const clients: readonly DemoClient[] = [
  {
    name: "DMS经销商系统",
    owner: "A0001",
    endpoints: [listUsers, getUser, organizationTree],
    ratePerMin: 600,
    ipAllow: ["10.20.0.0/16"],
    validDays: 200,
    status: "ACTIVE",
    calls: 36,
  },
  {
    name: "TMS运输系统",
    owner: "A0001",
    endpoints: [organizationTree, listPositions],
    ratePerMin: 300,
    ipAllow: ["10.30.8.0/24", "10.30.9.15"],
    validDays: 120,
    status: "ACTIVE",
    calls: 24,
  },
  {
    name: "数据中台",
    owner: "A0002",
    endpoints: [listUsers, organizationTree, listLoginLogs],
    ratePerMin: 1200,
    ipAllow: ["10.8.0.0/16", "2001:db8:8::/48"],
    validDays: null,
    status: "ACTIVE",
    calls: 30,
  },
  {
    name: "官网留资",
    owner: "A0002",
    endpoints: [organizationTree],
    ratePerMin: 120,
    ipAllow: [],
    validDays: -12,
    status: "EXPIRED",
    calls: 0,
  },
  {
    name: "客服工单系统",
    owner: "A0001",
    endpoints: [listUsers],
    ratePerMin: 200,
    disabledReason: "系统下线",
    ipAllow: ["10.40.1.6"],
    validDays: 60,
    status: "DISABLED",
    calls: 0,
  },
  {
    name: ECHO_CLIENT,
    owner: "A0001",
    endpoints: [verifyTicket],
    ratePerMin: 60,
    ipAllow: ["127.0.0.1", "::1"],
    validDays: null,
    status: "ACTIVE",
    calls: 0,
  },
];

/** Loads the API clients, bindings and systems of the demo. It needs the demo's people. Idempotent. */
export async function loadThirdPartyDemo(
  tx: Tx,
  { sealingKey, portal }: { readonly sealingKey: Buffer; readonly portal: string | null },
): Promise<void> {
  const there = db(tx).selectFrom("apiClient").select("id").where("id", "=", clientId(ECHO_CLIENT));
  if (await there.executeTakeFirst()) return;
  const calendar = calendarOf(tx.now);
  const interfaces = await db(tx).selectFrom("apiInterface").select(["id", "method", "path", "name"]).execute();
  const known = new Map(interfaces.map((one) => [keyOf(one), one]));
  const idsOf = (endpoints: DemoClient["endpoints"]) => endpoints.flatMap((one) => known.get(keyOf(one))?.id ?? []);
  await insertMany(
    tx,
    "apiClient",
    clients.map((client, at) => clientRow(client, at, { calendar, interfaceIds: idsOf(client.endpoints), sealingKey })),
  );
  await insertMany(
    tx,
    "apiClientCall",
    clients.flatMap((client) => callRows(client, calendar)),
  );
  await insertMany(tx, "apiClientKeyUsage", usageRows(calendar));
  await insertMany(tx, "otherAccount", bindingRows(people(calendar, seeded("people")), calendar));
  await insertMany(tx, "thirdSystem", systemRows(portal, calendar));
  await bumpRights(tx, []);
}

const clientId = (name: string) => idOf(`apiClient:${name}`);
const isRotating = ({ name }: DemoClient) => name === "DMS经销商系统";

function clientRow(
  client: DemoClient,
  at: number,
  { calendar, interfaceIds, sealingKey }: { calendar: Calendar; interfaceIds: string[]; sealingKey: Buffer },
) {
  const id = clientId(client.name);
  const hex = (sealed: Buffer) => `\\x${sealed.toString("hex")}`;
  const { stored } = newSk(sealingKey, id);
  const { calls: _calls, endpoints: _endpoints, owner, validDays, ...rest } = client;
  const rotated = {
    keyNo: 2,
    previousSkCipher: hex(newSk(sealingKey, id).stored.skCipher),
    previousUntil: minutesAfter(calendar.now, 31 * 60),
    rotatedAt: minutesAfter(calendar.now, -17 * 60),
  };
  return {
    id,
    ...rest,
    interfaceIds,
    ...stampAt(calendar, 90 - at * 8),
    ak: newAk(),
    skCipher: hex(stored.skCipher),
    skTail: stored.skTail,
    ...(isRotating(client) ? rotated : {}),
    ownerOrgId: placeId(GROUP_CODE),
    ownerUserId: idOf(`user:${owner}`),
    validUntil: validDays === null ? null : calendar.day(-validDays),
    lastUsedAt: client.calls > 0 ? minutesAfter(calendar.now, -3) : null,
  };
}

function stampAt(calendar: Calendar, daysAgo: number) {
  return stampedBy(administratorId, calendar.workingTime(seeded(`third ${daysAgo}`), daysAgo));
}

const refusals = ["API_SIGNATURE", "API_IP", "API_RATE"] as const;
const statusOf = { API_SIGNATURE: 401, API_IP: 403, API_RATE: 429 };

function callRows(client: DemoClient, calendar: Calendar) {
  const random = seeded(`calls ${client.name}`);
  return Array.from({ length: client.calls }, (_, n) => {
    const occurredAt = minutesAfter(calendar.now, -3 - n * 37 - random.integer(0, 9));
    const { method, path } = client.endpoints[n % client.endpoints.length] ?? listUsers;
    const declared = [listUsers, getUser, organizationTree, listPositions, listLoginLogs].find(
      (one) => one.path === path,
    );
    const refused = random.chance(8) ? random.pick(refusals) : null;
    return {
      id: idOf(`call ${client.name} ${n}`),
      clientId: clientId(client.name),
      occurredAt,
      method,
      path,
      name: declared?.title ?? path,
      status: refused ? statusOf[refused] : 200,
      msgCode: refused ?? "",
      ip: `10.20.${random.integer(1, 9)}.${random.integer(2, 250)}`,
      ms: random.integer(4, 60),
      keyNo: refused === "API_SIGNATURE" ? null : isRotating(client) && n < 12 ? 2 : 1,
    };
  });
}

function usageRows(calendar: Calendar) {
  const used = clients.filter(({ calls }) => calls > 0);
  return used.flatMap((client) => {
    const facts = { clientId: clientId(client.name), lastUsedAt: minutesAfter(calendar.now, -3) };
    if (!isRotating(client)) return [{ ...facts, keyNo: 1, calls: client.calls * 41 }];
    return [
      { ...facts, keyNo: 2, calls: 318 },
      { ...facts, keyNo: 1, calls: 5207, lastUsedAt: minutesAfter(calendar.now, -95) },
    ];
  });
}

/** Makes the systems. With a portal, its echo page is one of them and shows how a ticket is checked. */
function systemRows(portal: string | null, calendar: Calendar) {
  const base = { ...stampAt(calendar, 30), status: "ENABLED" };
  const echo = {
    ...base,
    id: idOf("system:ECHO"),
    code: "ECHO",
    name: "演示系统",
    description: "校验票据并显示返回的身份",
    launchKind: "TICKET",
    launchUrl: `${portal}/echo`,
    apiClientId: clientId(ECHO_CLIENT),
    sort: 10,
  };
  return [
    ...(portal ? [echo] : []),
    {
      ...base,
      id: idOf("system:DMS"),
      code: "DMS",
      name: "经销商管理系统",
      description: "库存、批售与结算",
      launchKind: "LINK",
      launchUrl: "https://dms.qiyue-auto.example/login",
      bindingPlatform: "DMS",
      sort: 20,
    },
    {
      ...base,
      id: idOf("system:BI"),
      code: "BI",
      name: "经营分析平台",
      description: "经营日报与专题分析",
      launchKind: "OIDC",
      launchUrl: "https://bi.qiyue-auto.example/oidc/initiate",
      sort: 30,
    },
  ];
}
