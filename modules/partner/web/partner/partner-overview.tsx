import { CheckCircleOutlined, RightOutlined } from "@ant-design/icons";
import { flagOffSources, type PartnerDetail, partnerFlags, partnerStates } from "@ops/partner/contract";
import { type RecordOverview, type Stage, showMoney, showTime } from "@ops/platform/web";
import { Alert, Tag } from "antd";
import { EndDay } from "../company/EndDay.tsx";
import { kindText, RiskTags } from "./partner-columns.tsx";

/** 概览: what is missing for 合作中, the main facts and rights, and beside them open matters and the latest events. */
export const partnerOverview: RecordOverview<PartnerDetail> = {
  title: "概览",
  stages: stagesOf,
  top: (partner, onTab) => <Standing partner={partner} onTab={onTab} />,
  fields: [
    { show: "kinds", as: ({ kinds }) => kindText(kinds) || "-" },
    "regionName",
    { show: "cities", as: ({ cities }) => cities.map(({ name }) => name).join("、") || "-" },
    "managerName",
    "contactName",
    "contactPhone",
    "orgName",
    { show: "parent", as: ({ parent }) => parent?.fullName ?? "-" },
  ],
  content: (partner) => <Flags partner={partner} />,
  useWork: ({ work }) => work,
  milestones: {
    createdAt: "新增合作伙伴",
    submittedAt: { text: "提交入驻申请", by: "submittedByName" },
    approvedAt: "审核通过入驻申请",
    activatedAt: "启用合作伙伴",
  },
};

interface Props {
  readonly partner: PartnerDetail;
  readonly onTab: (tab: string) => void;
}

/** The reason of the present state, and the main facts. */
function Standing({ partner, onTab }: Props) {
  const { state, stateReason, prior } = partner;
  const isComing = !["ACTIVE", "EXITING", "TERMINATED"].includes(state);
  return (
    <>
      {stateReason && <Alert type="warning" showIcon title={`${partnerStates.label(state)}：${stateReason}`} />}
      {prior && (
        <Alert type="info" showIcon title={`曾合作（${prior.partnerNo}），终止原因：${prior.reason ?? "未说明"}`} />
      )}
      {isComing && <Missing partner={partner} onTab={onTab} />}
      <Figures partner={partner} />
    </>
  );
}

/** What the partner still lacks; each line leads to the tab where it is handled. */
function Missing({ partner: { missing, state, onboarding }, onTab }: Props) {
  return (
    <section className="partner-glance">
      <h3>
        {missing.length > 0 ? `还差 ${missing.length} 项` : "已具备全部条件"}
        {onboarding?.readyOn && <span className="partner-aside">预计 {onboarding.readyOn} 可启用</span>}
      </h3>
      {missing.length === 0 && (
        <p className="partner-ready">
          <CheckCircleOutlined aria-hidden /> {nextStep[state] ?? "可以进行下一步"}
        </p>
      )}
      <ul className="partner-missing">
        {missing.map(({ tab, text }) => (
          <li key={text}>
            <button type="button" className="partner-press" onClick={() => onTab(tab)}>
              {text}
              <RightOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const nextStep: Partial<Record<PartnerDetail["state"], string>> = {
  DRAFT: "可以提交",
  REJECTED: "可以重新提交",
  REVIEW: "可以审核",
  ONBOARDING: "可以启用",
  SUSPENDED: "可以恢复合作",
};

/** The steps to 合作中 and the states after it. The record keeps no dates of the latter. */
function stagesOf({ state, submittedAt, approvedAt, activatedAt, createdAt }: PartnerDetail): Stage[] {
  const at = { DRAFT: 0, REJECTED: 0, REVIEW: 1, ONBOARDING: 2, ACTIVE: 3, SUSPENDED: 4, EXITING: 4, TERMINATED: 4 }[
    state
  ];
  const present = partnerStates.label(state);
  const way = [state === "REJECTED" ? present : "草稿", "待审核", "入驻中", "合作中"];
  const times = [createdAt, submittedAt, approvedAt, activatedAt];
  const reached = state === "REJECTED" || state === "TERMINATED" ? "failed" : "current";
  return [...way, ...(at < way.length ? [] : [present])].map((title, n) => {
    const time = times[n];
    return {
      title,
      status: n < at ? "done" : n === at ? reached : "ahead",
      ...(time && n <= at ? { note: showTime(time).slice(0, 10) } : {}),
    };
  });
}

function Figures({ partner }: { readonly partner: PartnerDetail }) {
  const { storeCount, staffCount, accountCount, accountLimit, contractEndOn, depositFen } = partner;
  return (
    <dl className="partner-figures">
      <div>
        <dt>门店</dt>
        <dd>{storeCount}</dd>
      </div>
      <div>
        <dt>员工</dt>
        <dd>{staffCount}</dd>
      </div>
      <div>
        <dt>账号</dt>
        <dd>
          {accountCount}
          <small> / {accountLimit}</small>
        </dd>
      </div>
      <div>
        <dt>合同到期</dt>
        <dd>
          <EndDay day={contractEndOn} />
        </dd>
      </div>
      <div>
        <dt>保证金</dt>
        <dd>{showMoney(depositFen)}</dd>
      </div>
    </dl>
  );
}

function Flags({
  partner: { flags, flagsOff, riskTags, accountLimitCap, accountLimitReason },
}: {
  readonly partner: PartnerDetail;
}) {
  return (
    <section className="partner-glance">
      <h3>权限开关</h3>
      <p className="partner-tags">
        {flags.map((flag) => (
          <Tag key={flag} color="success">
            {partnerFlags[flag]}
          </Tag>
        ))}
        {flags.length === 0 && <span className="partner-none">没有开通的权限</span>}
      </p>
      <ul className="partner-off">
        {flagsOff.map(({ flag, source, reason }) => (
          <li key={`${flag}${source}`}>
            {partnerFlags[flag]}已关闭 · {flagOffSources[source]}：{reason}
          </li>
        ))}
        {accountLimitCap !== null && (
          <li>
            账号上限由总部限定为{accountLimitCap}：{accountLimitReason}
          </li>
        )}
      </ul>
      {riskTags !== null && riskTags.length > 0 && (
        <>
          <h3>风险标签</h3>
          <RiskTags tags={riskTags} />
        </>
      )}
    </section>
  );
}
