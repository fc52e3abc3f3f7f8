import { FormDialog } from "@ops/platform/web";
import { editStorePosition, type StorePosition } from "@ops/store/contract";

interface Props {
  readonly position: StorePosition;
  readonly onClose: () => void;
}

/** How stores use a position. */
export function PositionDialog({ position, onClose }: Props) {
  const { positionCode, name, family, sort, isShown, version } = position;
  return (
    <FormDialog
      kind="modal"
      title={`岗位设置 · ${name}`}
      endpoint={editStorePosition}
      params={{ code: positionCode }}
      record={{ sort, isShown: version === null || isShown, version, ...(family ? { family } : {}) }}
      done="岗位设置已保存"
      fields={["family", "sort", "isShown"]}
      special={{ family: "销售和交付岗位的人员自动加入排班", isShown: "停用后不能再安排到门店，已在岗人员不受影响" }}
      onClose={onClose}
    />
  );
}
