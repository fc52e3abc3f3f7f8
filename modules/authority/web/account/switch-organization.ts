import type { OrganizationEntry } from "@ops/platform/contract";
import { announceOrganization, call, feedback, goTo, restartSession } from "@ops/platform/web";
import { organizationLogin, userOrganization } from "../../contract/index.ts";

/** Switches the session to another organisation (PF-R62). Answers false if the server refuses. */
export async function switchOrganization(entry: OrganizationEntry): Promise<boolean> {
  const answer = await call(organizationLogin, { body: { organizationId: entry.id } });
  if (!answer.success) return false;
  announceOrganization(entry.organizationPositionName);
  await restartSession(answer.data.accessToken);
  goTo("/");
  feedback.message.success("组织切换成功！");
  return true;
}

/** Continues in the primary organisation, if there is one, after the active membership has ended (PF-R65). */
export async function returnToPrimaryOrganization(): Promise<boolean> {
  const answer = await call(userOrganization, {}, { background: true });
  const others = (answer.success ? (answer.data[0]?.organizations ?? []) : []).filter((entry) => !entry.isCurrent);
  const target = others.find((entry) => entry.isPrimary) ?? others[0];
  return target ? switchOrganization(target) : false;
}
