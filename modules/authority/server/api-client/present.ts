import { presenterOf, presentOne } from "@ops/platform/server";
import { ApiClient } from "../../contract/index.ts";
import { apiClients } from "./tables.ts";

/** Shows the end of the former key only while that key is still accepted. */
export const present = presenterOf(apiClients, ApiClient, async (tx) => ({ previousUntil }) => ({
  previousUntil: previousUntil && previousUntil > tx.now ? previousUntil : null,
}));

/** Presents one client. */
export const shown = presentOne(present);
