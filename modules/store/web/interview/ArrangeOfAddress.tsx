import { overlayOf, useEndpoint } from "@ops/platform/web";
import { arrangeInterview, getStaff } from "@ops/store/contract";
import { ArrangeDialog } from "./ArrangeDialog.tsx";

/** 安排面试 of a person over any page, as 保存并安排面试 opens it. */
function Arrange({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: staff } = useEndpoint(getStaff, { params: { id } });
  const nextRound = staff?.nextRound;
  return staff && nextRound ? <ArrangeDialog staff={{ ...staff, nextRound }} onClose={onClose} /> : null;
}

const ArrangeOfAddress = overlayOf("arrangeInterview", arrangeInterview, Arrange);

export default ArrangeOfAddress;
