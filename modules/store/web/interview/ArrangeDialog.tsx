import { DateTimeInput, FormDialog } from "@ops/platform/web";
import { arrangeInterview, type Staff } from "@ops/store/contract";

interface Props {
  readonly staff: Staff & { readonly nextRound: NonNullable<Staff["nextRound"]> };
  readonly onClose: () => void;
}

/** What the contract does not tell about the fields of an arrangement. */
export const arrangedLook = {
  startAt: { control: <DateTimeInput placeholder="请选择开始时间" /> },
  endAt: { control: <DateTimeInput placeholder="请选择结束时间" />, hint: "时长15至240分钟" },
  interviewerIds: { full: true, hint: "1至5位，面试前24小时和1小时提醒" },
  chairUserId: "须为面试官之一，意见不一致时由主面试官决定",
  link: "视频面试必填",
  isConfirmed: "面试官在该时间已有面试时，勾选后仍可安排",
};

export const arrangedRefusals = {
  STORE_INTERVIEW_PAST: "startAt",
  STORE_INTERVIEW_LENGTH: "endAt",
  STORE_INTERVIEW_CLASH: "isConfirmed",
} as const;

/** 安排面试 of the round that is due: rounds go in their order, each once (ST-R10). */
export function ArrangeDialog({ staff: { id, name, nextRound }, onClose }: Props) {
  const due = { value: nextRound.no, label: `第${nextRound.no}轮 · ${nextRound.name}` };
  return (
    <FormDialog
      title={`安排面试 · ${name}`}
      endpoint={arrangeInterview}
      params={{ id }}
      record={{ roundNo: nextRound.no, mode: "ON_SITE" }}
      okText="安排"
      done="已安排面试！"
      fields={["roundNo", "mode", "startAt", "endAt", "interviewerIds", "chairUserId", "place", "link", "isConfirmed"]}
      special={{ roundNo: { options: [due] }, ...arrangedLook }}
      refusals={{
        ...arrangedRefusals,
        STORE_ROUND_ORDER: "roundNo",
        STORE_ROUND_UNKNOWN: "roundNo",
        STORE_ROUND_DUP: "roundNo",
      }}
      onClose={onClose}
    />
  );
}
