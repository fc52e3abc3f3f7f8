import { commonErrors, type Endpoint } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { actorOf } from "../rights/actor-of.ts";
import { actingClient } from "./actor.ts";

/** By whom something was ordered that is done later, and in which organisations that person acted (AU-R21). */
interface Order {
  readonly createdBy: string;
  readonly orderedIn: readonly string[];
}

/** The work of a job with the rights that whoever ordered it has there by now: an order does not outlive them. */
export async function onBehalfOf(tx: Tx, { createdBy, orderedIn }: Order, endpoint: Endpoint): Promise<Tx> {
  const person = await actorOf(tx, createdBy, orderedIn);
  const actor = person?.actor ?? (await actingClient(tx, createdBy));
  if (!actor?.mayCall(endpoint)) throw commonErrors.forbidden();
  return { ...tx, actor, permission: endpoint.permission };
}
