import { type OtherAccount, otherAccountStates } from "@ops/authority/contract";
import { StateTag } from "@ops/platform/web";

/** The state and, for a conflict, what it is about. */
export function BindingState({ account }: { readonly account: OtherAccount }) {
  const { status, conflictReason, candidateNames } = account;
  const who = candidateNames.length > 0 ? `：${candidateNames.join("、")}` : "";
  return (
    <span className="binding-state" title={conflictReason ? `${conflictReason}${who}` : ""}>
      <StateTag machine={otherAccountStates} state={status} tones={{ CONFLICT: "bad", UNBOUND: "off" }} />
      {conflictReason && <small>{conflictReason}</small>}
    </span>
  );
}
