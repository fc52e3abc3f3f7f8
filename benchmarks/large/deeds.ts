import { RoleDraft } from "@ops/authority/contract";
import { z } from "zod";
import { ADMINISTRATOR, HOLDER, type Known } from "./sets.ts";

/** A change at the large set, and how long it may take. */
export interface Deed {
  readonly name: string;
  readonly goalMs: number;
  readonly tookMs: number;
}

type Call = <T extends z.ZodType>(
  method: string,
  path: string,
  data: T,
  body?: object,
  token?: string,
) => Promise<z.output<T>>;

/** Speaks to one node; a refusal ends the run. */
function callerOf(port: number): Call {
  return async (method, path, data, body, token = ADMINISTRATOR) => {
    const headers = {
      authorization: token,
      applicationid: "1",
      ...(body ? { "content-type": "application/json" } : {}),
    };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method, headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const answer = z.object({ success: z.boolean(), data: z.unknown() }).parse(JSON.parse(text));
    if (!answer.success) throw new Error(`${method} ${path}: ${text.slice(0, 500)}`);
    return data.parse(answer.data);
  };
}

async function timed<T>(act: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now();
  const result = await act();
  return { result, ms: performance.now() - began };
}

const Version = z.object({ version: z.int() });
const Token = z.object({ impactToken: z.string() });
const Preview = z.object({ previewToken: z.string().nullable() });
const Codes = z.array(z.object({ permissionCodeList: z.array(z.string()) }));

/** A region with all below it goes under another city's region: preview, then the move itself. */
async function moveRegion(call: Call, known: Known): Promise<Deed[]> {
  const { regionId: id, moveTargetId } = known;
  const preview = await timed(() =>
    call("POST", `/user/v1/organizations/${id}/movePreview`, Token, { targetOrgId: moveTargetId }),
  );
  const body = { kind: "MOVE", sourceOrgId: id, targetOrgId: moveTargetId, plannedAt: null, reason: null };
  const move = await timed(() =>
    call("POST", "/user/v1/orgChanges", Version, { ...body, impactToken: preview.result.impactToken }),
  );
  return [
    { name: "organisation move, 401 nodes: preview", goalMs: 2_000, tookMs: preview.ms },
    { name: "organisation move, 401 nodes: done", goalMs: 1_000, tookMs: move.ms },
  ];
}

/** A wait that has no end is a fault, not a number. */
const PATIENCE_MS = 30_000;

/** A code is taken from a role that 5,000 hold; another node has to know it. */
async function saveRole(call: Call, elsewhere: Call, { roleId, codeOfRole: gone, userId }: Known): Promise<Deed[]> {
  const path = `/user/v1/roles/${roleId}`;
  const role = await call("GET", path, z.object({ version: z.int(), draft: RoleDraft }));
  const permissionCodes = role.draft.permissionCodes.filter((code) => code !== gone);
  const draft = { ...role.draft, permissionCodes, ownerUserId: userId }; // a role of high risk needs an owner
  const preview = await timed(() => call("POST", `${path}/preview`, Preview, { draft, version: role.version }));
  const { previewToken } = preview.result;
  const saved = await timed(async () => {
    await call("PUT", path, Version, { draft, previewToken, note: "规模测试", version: role.version });
    const has = async () => {
      const [person] = await elsewhere("GET", "/user/v1/userInfo", Codes, undefined, HOLDER);
      return person?.permissionCodeList.includes(gone) ?? true;
    };
    const until = performance.now() + PATIENCE_MS;
    while (await has()) {
      if (performance.now() > until) throw new Error(`${gone} is still there after ${PATIENCE_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  return [
    { name: "role preview, 5,000 holders", goalMs: 2_000, tookMs: preview.ms },
    { name: "role saved, 5,000 holders, live on another node", goalMs: 3_000, tookMs: saved.ms },
  ];
}

const TIMES = 20;

/** What one person may do, and why: the slowest of some calls (AU-R24, AU-R25). */
async function askRights(call: Call, { userId }: Known): Promise<Deed[]> {
  const slowest = async (act: () => Promise<unknown>) => {
    const took: number[] = [];
    for (let n = 0; n < TIMES; n++) took.push((await timed(act)).ms);
    return Math.max(...took.slice(1)); // the first one makes the statements
  };
  const body = { userId, membershipId: null, target: { kind: "CODE", code: "authority:role:edit" } };
  return [
    {
      ...{ name: "effective rights of one person", goalMs: 50 },
      tookMs: await slowest(() => call("GET", `/user/v1/users/${userId}/effective`, z.object({}))),
    },
    {
      ...{ name: "explanation of a refused code, with remedies", goalMs: 50 },
      tookMs: await slowest(() => call("POST", "/user/v1/explain", z.object({}), body)),
    },
  ];
}

export async function doDeeds(ports: readonly [number, number], known: Known): Promise<Deed[]> {
  const [call, elsewhere] = [callerOf(ports[0]), callerOf(ports[1])];
  return [
    ...(await askRights(call, known)),
    ...(await saveRole(call, elsewhere, known)),
    ...(await moveRegion(call, known)),
  ];
}
