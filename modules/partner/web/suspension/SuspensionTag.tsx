import { type Suspension, suspensionStates } from "@ops/partner/contract";
import { DotText, StateTag } from "@ops/platform/web";
import { suspensionTones } from "./tones.ts";

/** Shows the state. A submitted draft is shown as 待复核. */
export function SuspensionTag({ suspension }: { readonly suspension: Pick<Suspension, "state" | "isSubmitted"> }) {
  const { state, isSubmitted } = suspension;
  if (state === "DRAFT" && isSubmitted) return <DotText tone="warn" text="待复核" />;
  return <StateTag machine={suspensionStates} state={state} tones={suspensionTones} />;
}
