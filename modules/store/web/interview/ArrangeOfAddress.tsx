import { useEndpoint, useMay, useOpened } from "@ops/platform/web";
import { arrangeInterview, getStaff, staffStates } from "@ops/store/contract";
import { ArrangeDialog } from "./ArrangeDialog.tsx";

/** Opens 安排面试 of a person over any page whose address has `?arrangeInterview=`, as 保存并安排面试 does. */
export default function ArrangeOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("arrangeInterview");
  return drawer && may(arrangeInterview) ? <Arrange id={drawer.id} onClose={drawer.onClose} /> : null;
}

function Arrange({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: staff } = useEndpoint(getStaff, { params: { id } });
  if (!staff || !staffStates.can(staff.state, "arrange")) return null;
  return <ArrangeDialog staff={staff} onClose={onClose} />;
}
