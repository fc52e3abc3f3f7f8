import type { Tx } from "@ops/platform/server";

/** The organisations in which the actor works, stored with orders that are carried out later (AU-R21). */
export const orderedIn = ({ actor }: Tx): string[] => [...actor.organizationIds];
