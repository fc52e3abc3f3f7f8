import { commonErrors, type Endpoint } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { actorOf } from "../rights/actor-of.ts";
import { actingClient } from "./actor.ts";

/** Who ordered something that is done later, and in which organisations that person worked (AU-R21). */
interface Order {
  readonly createdBy: string;
  readonly orderedIn: readonly string[];
}

/** Runs a job with the rights that the person who ordered it has now, because an order must not outlive them. */
export async function onBehalfOf(tx: Tx, { createdBy, orderedIn }: Order, endpoint: Endpoint): Promise<Tx> {
  const person = await actorOf(tx, createdBy, orderedIn);
  const actor = person?.actor ?? (await actingClient(tx, createdBy));
  if (!actor?.mayCall(endpoint)) throw commonErrors.forbidden();
  return { ...tx, actor, permission: endpoint.permission };
}
