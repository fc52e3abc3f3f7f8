import type { Endpoint } from "@ops/platform/contract";
import { type Answer, parseAnswer } from "./answers.ts";
import { callOf, validLikeInputs } from "./cases.ts";
import type { Caller, Ground } from "./matrix-places.ts";
import type { Pointer } from "./matrix-table.ts";
import type { Input } from "./valid-like.ts";

type Values = Record<string, unknown>;

/** A version that no record has: a call that may do its work says so by a conflict, and changes nothing. */
const NO_VERSION = 999;

/** Whatever else a call names is in order, so that the answer is about the record alone. */
function harmless({ at, lent }: Ground, record: string): Values {
  return {
    version: NO_VERSION,
    ...{ organizationId: at.home.id, sourceOrgId: record, targetOrgId: record, parentId: at.home.id },
    ...{ a: lent.id, b: lent.id, roleIds: [lent.id], grantableRoleIds: [], defaultRoleIds: [] },
    ...{ leaderUserId: null, deputyUserIds: [], ownerUserId: null, nextPrimaryId: null, customOrgs: [] },
    ...{ menuKeys: [], permissionCodes: [], scopeOverrides: {}, parentKey: null, validTo: null, validUntil: null },
  };
}

export const isVersioned = ({ body, query }: Endpoint) =>
  "version" in (body?.shape ?? {}) || "version" in (query?.shape ?? {});

/** A well-formed call about this record. */
export function inputAbout(ground: Ground, endpoint: Endpoint, { part, name }: Pointer, record: string): Input {
  const known = harmless(ground, record);
  const params = part === "params" ? { [name]: record } : {};
  const pointed = (which: Pointer["part"]): Values => (part === which ? { [name]: record } : {});
  const query = queryOf(endpoint, pointed("query"), known);
  if (!endpoint.body) return { params, query, body: undefined };
  const fixed = { ...only(known, endpoint.body.shape), ...pointed("body") };
  const bodies = validLikeInputs(endpoint, [ground.at.home.id], 200).map(({ body }) => ({ ...body, ...fixed }));
  const body = bodies.find((one) => endpoint.body?.safeParse(one).success);
  if (!body) throw new Error(`no body of ${endpoint.path} could be guessed: ${JSON.stringify(bodies[0])}`);
  return { params, query, body };
}

/** As little as the schema asks for. */
function queryOf({ query }: Endpoint, pointed: Values, known: Values): Values {
  if (!query || query.safeParse(pointed).success) return pointed;
  return { ...only(known, query.shape), ...pointed };
}

function only(values: Values, shape: object): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in shape));
}

export async function ask({ app }: Ground, endpoint: Endpoint, input: Input, caller: Pick<Caller, "credentials">) {
  const sent = callOf(endpoint, input);
  const received = await app.send("console", { ...sent, headers: { ...sent.headers, ...caller.credentials } });
  const answer: Answer = parseAnswer(received) ?? { success: received.status === 200, msg: "", msgCode: "", data: null };
  return { ...answer, status: received.status };
}
