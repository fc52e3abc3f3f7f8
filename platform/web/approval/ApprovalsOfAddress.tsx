import { useOpened } from "../detail/use-opened.ts";
import { ApprovalDrawer } from "./ApprovalDrawer.tsx";

/** Opens 待我审批 over any page whose address has `?approvals=WAITING`, so that cards and notices can link to it. */
export default function ApprovalsOfAddress() {
  const { drawer, open } = useOpened("approvals");
  return drawer && <ApprovalDrawer tab={drawer.id} onTab={(next) => open(next)} onClose={drawer.onClose} />;
}
