import { useEndpoint, useMay, useOpened } from "@ops/platform/web";
import { arrangeInterview, getStaff } from "@ops/store/contract";
import { ArrangeDialog } from "./ArrangeDialog.tsx";

/** Opens 安排面试 of a person over any page whose address has `?arrangeInterview=`, as 保存并安排面试 does. */
export default function ArrangeOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("arrangeInterview");
  return drawer && may(arrangeInterview) ? <Arrange id={drawer.id} onClose={drawer.onClose} /> : null;
}

function Arrange({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: staff } = useEndpoint(getStaff, { params: { id } });
  const nextRound = staff?.nextRound;
  return staff && nextRound ? <ArrangeDialog staff={{ ...staff, nextRound }} onClose={onClose} /> : null;
}
