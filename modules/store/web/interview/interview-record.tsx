import { type DetailAction, formAction, RadarChart, recordOf } from "@ops/platform/web";
import {
  cancelInterview,
  decideInterview,
  editInterview,
  getInterview,
  type InterviewDetail,
  interviewStates,
  interviewVerdicts,
  rateInterview,
} from "@ops/store/contract";
import { Tag } from "antd";
import { arrangedLook, arrangedRefusals } from "./ArrangeDialog.tsx";
import { RatingInput } from "./RatingInput.tsx";
import "./interview.css";

const number = ({ staffName, round }: InterviewDetail) => `${staffName} ${round.name}`;
const ownOf = ({ feedback }: InterviewDetail) => feedback.find(({ isOwn }) => isOwn);

const actions: readonly DetailAction<InterviewDetail>[] = [
  {
    ...formAction({
      label: "评价",
      needs: rateInterview,
      number,
      when: (one: InterviewDetail) => {
        return one.state === "TO_RATE" && one.isInterviewer && (ownOf(one)?.isOpen ?? true);
      },
      kind: "drawer" as const,
      fields: ["items", "verdict", "comment"],
      start: (one) => {
        const own = ownOf(one);
        return own ? { items: own.items, verdict: own.verdict, comment: own.comment } : { items: [] };
      },
      useSpecial: ({ round }) => ({
        items: { full: true, control: <RatingInput dimensions={round.dimensions} /> },
        comment: { rows: 4, full: true },
      }),
      refusals: { STORE_FEEDBACK_ITEMS: "items" },
      okText: "提交评价",
      done: "评价已提交！",
    }),
    primary: true,
  },
  {
    ...formAction({
      label: "决定结果",
      needs: decideInterview,
      number,
      when: (one: InterviewDetail) => one.state === "TO_RATE" && one.avgScore !== null && one.isChair,
      okText: "确定",
      done: "已决定面试结果！",
    }),
    primary: true,
  },
  formAction({
    label: "调整安排",
    needs: editInterview,
    number,
    when: ({ state }: InterviewDetail) => interviewStates.can(state, "edit"),
    kind: "drawer" as const,
    fields: ["mode", "startAt", "endAt", "interviewerIds", "chairUserId", "place", "link", "isConfirmed"],
    start: ({ mode, startAt, endAt, place, link, interviewerIds, chairUserId }) => {
      return { mode, startAt, endAt, place, link, interviewerIds, chairUserId };
    },
    useSpecial: () => arrangedLook,
    refusals: arrangedRefusals,
    done: "面试安排已调整！",
  }),
  formAction({
    label: "取消面试",
    needs: cancelInterview,
    number,
    when: ({ state }: InterviewDetail) => interviewStates.can(state, "cancel"),
    danger: true,
    okText: "取消面试",
    done: "已取消面试！",
  }),
];

/** One interview with what the interviewers said. */
export const interviewRecord = recordOf({
  endpoint: getInterview,
  entity: "面试",
  title: ({ staffName }) => staffName,
  number: ({ round }) => round.name,
  machine: interviewStates,
  actions,
  overview: {
    title: "面试安排",
    fields: [
      "storeName",
      "positionName",
      "mode",
      "startAt",
      "endAt",
      "place",
      "link",
      "interviewerNames",
      "chairUserName",
      "avgScore",
      { show: "decisionNote", when: ({ decisionNote }) => decisionNote !== null, full: true },
    ],
    content: (interview) => <Feedback interview={interview} />,
  },
});

function Feedback({ interview }: { readonly interview: InterviewDetail }) {
  const { feedback, round, ratedCount, interviewerIds, isInterviewer, hasRated } = interview;
  if (feedback.length === 0) {
    const isBlind = isInterviewer && !hasRated && ratedCount > 0;
    return <p>{isBlind ? "提交您的评价后可查看其他面试官的评价" : `已评价 ${ratedCount}/${interviewerIds.length}`}</p>;
  }
  const categories = round.dimensions.map(({ name }) => name);
  const series = feedback.map(({ userName, items }) => {
    const values = categories.map((name) => items.find(({ dimension }) => dimension === name)?.score ?? 0);
    return { name: userName, values };
  });
  return (
    <section>
      <h3>评价</h3>
      {categories.length > 2 && (
        <RadarChart title="各维度评分" categoryTitle="评价维度" max={5} data={{ categories, series }} />
      )}
      {feedback.map(({ userId, userName, verdict, score, comment, items }) => (
        <article key={userId} className="interview-said">
          <b>{userName}</b> <Tag>{interviewVerdicts[verdict]}</Tag> <span>{score.toFixed(2)}</span>
          <p>{comment}</p>
          <small>{items.map((item) => `${item.dimension} ${item.score}`).join("，")}</small>
        </article>
      ))}
    </section>
  );
}
