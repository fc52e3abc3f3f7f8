import type { Tx } from "@ops/platform/server";

/** What an order that is done later keeps: where its author acted (AU-R21). */
export const orderedIn = ({ actor }: Tx): string[] => [...actor.organizationIds];
