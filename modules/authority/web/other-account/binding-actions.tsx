import { otherAccountActs, resolveOtherAccount } from "@ops/authority/contract";
import { actionsOf } from "@ops/platform/web";
import { ResolveDialog } from "./ResolveDialog.tsx";

/** On the page of a person, a binding can only be removed. */
export const personBindingActions = actionsOf(otherAccountActs, {});

export const bindingActions = actionsOf(otherAccountActs, {}, [
  {
    move: "resolve",
    needs: resolveOtherAccount,
    ask: (account, onClose) => <ResolveDialog account={account} onClose={onClose} />,
  },
]);
