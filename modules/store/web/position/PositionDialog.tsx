import { FormDialog } from "@ops/platform/web";
import { editStorePosition, type StorePosition } from "@ops/store/contract";
import { RoundsInput } from "./RoundsInput.tsx";

interface Props {
  readonly position: StorePosition;
  readonly onClose: () => void;
}

/** How stores use a position. */
export function PositionDialog({ position, onClose }: Props) {
  const { positionCode, name, family, sort, isShown, isCertRequired, interviewRounds, version } = position;
  return (
    <FormDialog
      width={760}
      title={`岗位设置 · ${name}`}
      endpoint={editStorePosition}
      params={{ code: positionCode }}
      record={{
        sort,
        isShown: version === null || isShown,
        isCertRequired,
        interviewRounds,
        version,
        ...(family ? { family } : {}),
      }}
      done="岗位设置已保存"
      fields={["family", "sort", "isShown", "isCertRequired", "interviewRounds"]}
      special={{
        family: "销售和交付岗位的人员自动加入排班",
        isShown: "停用后不能再安排到门店，已在岗人员不受影响",
        isCertRequired: "须先上线岗位标准；开启后在岗人员须在期限内完成认证",
        interviewRounds: { full: true, control: <RoundsInput />, hint: "每轮评价维度的权重之和须为100" },
      }}
      refusals={{
        STORE_CERT_NO_STANDARD: "isCertRequired",
        STORE_CERT_TRAINING: "isCertRequired",
        STORE_TRAINEE_ROLE: "isCertRequired",
      }}
      onClose={onClose}
    />
  );
}
