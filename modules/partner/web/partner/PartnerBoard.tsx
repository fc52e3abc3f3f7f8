import { boardStages, type Partner, showBoard } from "@ops/partner/contract";
import { NotLoaded, showDay, useEndpoint } from "@ops/platform/web";
import { Progress, Skeleton } from "antd";
import { PartnerLevel } from "../company/PartnerLevel.tsx";
import { kindText } from "./partner-columns.tsx";
import "./board.css";

/** 入驻看板: incoming partners by stage. */
export function PartnerBoard({ onOpen }: { readonly onOpen: (id: string, tab?: string) => void }) {
  const { data: board, error, refetch } = useEndpoint(showBoard, {}, { silent: true });
  if (error && !board) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!board) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="partner-board">
      {board.map(({ stage, total, partners }) => (
        <section key={stage} aria-label={boardStages[stage]}>
          <h3>
            {boardStages[stage]} <span className="partner-aside">{total}</span>
          </h3>
          {partners.length === 0 && <p className="partner-none">没有{boardStages[stage]}的伙伴</p>}
          <ul>
            {partners.map((partner) => (
              <li key={partner.id}>
                <BoardCard
                  partner={partner}
                  onOpen={() => onOpen(partner.id, stage === "REVIEW" ? "papers" : "tasks")}
                />
              </li>
            ))}
          </ul>
          {total > partners.length && <p className="partner-none">还有{total - partners.length}家，见列表</p>}
        </section>
      ))}
    </div>
  );
}

function BoardCard({ partner, onOpen }: { readonly partner: Partner; readonly onOpen: () => void }) {
  const { shortName, partnerNo, kinds, managerName, onboarding, level } = partner;
  return (
    <button type="button" className="partner-card partner-press" onClick={onOpen}>
      <span className="partner-card-head">
        <b>{shortName}</b>
        <PartnerLevel level={level} />
      </span>
      <small>
        {partnerNo} · {kindText(kinds)}
      </small>
      {onboarding && (
        <>
          <Progress
            percent={onboarding.all === 0 ? 100 : Math.round((onboarding.done / onboarding.all) * 100)}
            format={() => `${onboarding.done}/${onboarding.all}`}
            size="small"
            aria-label="入驻进度"
          />
          <small>{onboarding.next ? `下一步：${onboarding.next}` : "任务已完成"}</small>
        </>
      )}
      <small className="partner-card-foot">
        <span>{managerName}</span>
        {onboarding?.readyOn && <span>预计{showDay(onboarding.readyOn)}可启用</span>}
      </small>
    </button>
  );
}
