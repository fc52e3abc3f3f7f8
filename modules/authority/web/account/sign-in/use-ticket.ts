import { call, feedback, runtimeConfig } from "@ops/platform/web";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ticketLogin } from "../first-calls.ts";
import { enterWorkspace } from "./enter.ts";

/** Redeems the ticket of the unified sign-on in `/login?ticket=…`. Answers true while it does so (PF-R47). */
export function useTicket(): boolean {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const ticket = new URLSearchParams(search).get("ticket");
  const [redeeming, setRedeeming] = useState(ticket !== null);
  useEffect(() => {
    if (!ticket || redeemed.has(ticket)) return;
    redeemed.add(ticket);
    void redeem(ticket).then((entered) => {
      if (entered) return;
      void navigate(pathname, { replace: true }); // this removes the value from the history
      setRedeeming(false);
    });
  }, [ticket, pathname, navigate]);
  return redeeming;
}

/** A ticket works only once, but React may mount a component twice. */
const redeemed = new Set<string>();

async function redeem(ticket: string): Promise<boolean> {
  try {
    const { applicationId, clientId } = await runtimeConfig();
    const answer = await call(ticketLogin, { body: { applicationId, clientId, ticket } }, { silent: true });
    if (answer.success) await enterWorkspace(answer.data);
    else feedback.message.error(answer.msg || answer.msgCode);
    return answer.success;
  } catch {
    return false; // the call has already shown the error
  }
}
