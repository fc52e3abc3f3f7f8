import { RoleDraft } from "@ops/authority/contract";
import { z } from "zod";
import { type Call, callerOf } from "../call.ts";
import { type Deed, type Served, timed, within } from "../kind.ts";
import { HOLDER, type KnownPeople } from "./known.ts";

const Version = z.object({ version: z.int() });
const Token = z.object({ impactToken: z.string() });
const Preview = z.object({ previewToken: z.string().nullable() });
const Codes = z.array(z.object({ permissionCodeList: z.array(z.string()) }));

/** A region with all below it goes under another city's region: preview, then the move itself. */
async function moveRegion(call: Call, known: KnownPeople): Promise<Deed[]> {
  const { regionId: id, moveTargetId } = known;
  const preview = await timed(() =>
    call("POST", `/user/v1/organizations/${id}/move-preview`, Token, { targetOrgId: moveTargetId }),
  );
  const body = { kind: "MOVE", sourceOrgId: id, targetOrgId: moveTargetId, plannedAt: null, reason: null };
  const move = await timed(() =>
    call("POST", "/user/v1/org-changes", Version, { ...body, impactToken: preview.result.impactToken }),
  );
  return [
    within("organisation move, 401 nodes: preview", 2_000, preview.ms),
    within("organisation move, 401 nodes: done", 1_000, move.ms),
  ];
}

/** A wait that has no end is a fault, not a number. */
const PATIENCE_MS = 30_000;

/** A code is taken from a role that 5,000 hold; another node has to know it. */
async function saveRole(
  call: Call,
  elsewhere: Call,
  { roleId, codeOfRole: gone, userId }: KnownPeople,
): Promise<Deed[]> {
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
    within("role preview, 5,000 holders", 2_000, preview.ms),
    within("role saved, 5,000 holders, live on another node", 3_000, saved.ms),
  ];
}

const TIMES = 20;

/** What one person may do, and why: the slowest of some calls (AU-R24, AU-R25). */
async function askRights(call: Call, { userId }: KnownPeople): Promise<Deed[]> {
  const slowest = async (act: () => Promise<unknown>) => {
    const took: number[] = [];
    for (let n = 0; n < TIMES; n++) took.push((await timed(act)).ms);
    return Math.max(...took.slice(1)); // the first one makes the statements
  };
  const body = { userId, membershipId: null, target: { kind: "CODE", code: "authority:role:edit" } };
  return [
    within(
      "effective rights of one person",
      50,
      await slowest(() => call("GET", `/user/v1/users/${userId}/effective`, z.object({}))),
    ),
    within(
      "explanation of a refused code, with remedies",
      50,
      await slowest(() => call("POST", "/user/v1/explain", z.object({}), body)),
    ),
  ];
}

export async function peopleDeeds({ ports, known }: Served<KnownPeople>): Promise<Deed[]> {
  const [call, elsewhere] = [callerOf(ports[0]), callerOf(ports[1])];
  return [
    ...(await askRights(call, known)),
    ...(await saveRole(call, elsewhere, known)),
    ...(await moveRegion(call, known)),
  ];
}
