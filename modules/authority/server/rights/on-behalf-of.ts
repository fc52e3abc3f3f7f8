import { commonErrors, type Endpoint } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { actorOf } from "./actor-of.ts";
import { effectivePosts } from "./posts.ts";

/** The work of a job with the rights that whoever ordered it has by now: an order does not outlive them. */
export async function onBehalfOf(tx: Tx, userId: string, endpoint: Endpoint): Promise<Tx> {
  const posts = await effectivePosts(tx, userId);
  const places = posts.map(({ organizationId }) => organizationId);
  const person = await actorOf(tx, userId, places);
  if (!person?.actor.mayCall(endpoint)) throw commonErrors.forbidden();
  return { ...tx, actor: person.actor, permission: endpoint.permission };
}
