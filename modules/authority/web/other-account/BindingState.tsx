import { type OtherAccount, otherAccountStates } from "@ops/authority/contract";
import { StateTag } from "@ops/platform/web";
import { candidatesOf } from "./candidates.ts";
import "./other-account.css";

/** Shows the state and, for a conflict, its subject. */
export function BindingState({ account }: { readonly account: OtherAccount }) {
  const { status, conflictReason } = account;
  const names = candidatesOf(account);
  const who = names ? `：${names}` : "";
  return (
    <span className="binding-state" title={conflictReason ? `${conflictReason}${who}` : ""}>
      <StateTag machine={otherAccountStates} state={status} tones={{ CONFLICT: "bad", UNBOUND: "off" }} />
      {conflictReason && <small>{conflictReason}</small>}
    </span>
  );
}
