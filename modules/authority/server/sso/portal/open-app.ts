import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { inSteps, type Steps, type Tx } from "@ops/platform/server";
import * as contract from "../../../contract/index.ts";
import { allowedRedirect, requireClient } from "../clients.ts";
import { redeemTicket } from "../redeem.ts";
import { loggingRefusals } from "../refused.ts";
import { issueTicket } from "../ticket.ts";
import { currentSession } from "./portal-session.ts";

type Opened = AnswerFrom<typeof contract.openApp>;

/** Opens an application from the portal, either with a prepared session or with a ticket (PF-R47). */
export const openApp = inSteps(contract.openApp, (steps, { body }) =>
  body.as === "ticket" ? openWithTicket(steps, body) : openWithSession(steps, body),
);

async function openWithSession(steps: Steps, body: BodyOf<typeof contract.openApp>): Promise<Opened> {
  const issued = await loggingRefusals(steps, () => steps.commit((tx) => issue(tx, body)));
  const { accessToken } = await redeemTicket(steps, issued.presented, { pending: true });
  return { location: withValue(issued.address, "authorization", accessToken), ticket: null };
}

async function openWithTicket(steps: Steps, body: BodyOf<typeof contract.openApp>): Promise<Opened> {
  const { address, presented } = await loggingRefusals(steps, () => steps.finish((tx) => issue(tx, body)));
  const login = address.replace(/\/Transfer(?=$|\?)/, "/login");
  return { location: withValue(login, "ticket", presented.ticket), ticket: presented.ticket };
}

async function issue(tx: Tx, { clientId, redirect }: BodyOf<typeof contract.openApp>) {
  const client = await requireClient(tx, clientId);
  const address = allowedRedirect(client, redirect);
  const ticket = await issueTicket(tx, await currentSession(tx), client);
  return { address, presented: { ticket, clientId, applicationId: client.applicationId } };
}

/** Appends the value behind the `#`, where only the page reads it, so that it reaches neither servers nor referrers. */
function withValue(address: string, name: string, value: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`;
}
