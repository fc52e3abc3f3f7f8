import { FileProtectOutlined } from "@ant-design/icons";
import {
  addQualification,
  listQualifications,
  type PartnerDetail,
  paperKinds,
  type Qualification,
  qualificationActs,
  qualificationStates,
} from "@ops/partner/contract";
import {
  actionsOf,
  FilePreview,
  Note,
  NotLoaded,
  offered,
  type RowAction,
  RowActions,
  StateTag,
  showTime,
  type Tone,
  useAsking,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Button, Skeleton, Tag } from "antd";
import { daysLeft, EndDay } from "../company/EndDay.tsx";
import { AddPaperDialog } from "./AddPaperDialog.tsx";

type PaperKind = Qualification["kind"];

const paperActions = actionsOf(qualificationActs, {});

/** 资质: required papers, uploaded papers and how long they are valid. */
export function PapersTab({ partner }: { readonly partner: PartnerDetail }) {
  const may = useMay();
  const adding = useDialog<{ kind: PaperKind | null }>();
  const { actions, dialog } = useAsking(paperActions);
  const input = { params: { id: partner.id } };
  const { data, error, refetch } = useEndpoint(listQualifications, input, { silent: true });
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { papers, required, wanted } = data;
  const isThere = (kind: PaperKind) => papers.some((paper) => paper.kind === kind && paper.state !== "REJECTED");
  const missing = [...required, ...wanted].filter((kind) => !isThere(kind));
  const mayAdd = may(addQualification) && partner.state !== "TERMINATED";
  return (
    <div className="partner-papers">
      <div className="partner-part-head">
        <span>
          {partner.kinds.length === 0 && "选择合作类型后，这里会列出所需的资质"}
          {partner.kinds.length > 0 && (missing.length === 0 ? "所需资质均已上传" : "尚未上传：")}
          {missing.map((kind) => (
            <Tag key={kind} color={required.includes(kind) ? "error" : "default"}>
              {paperKinds[kind]}
              {required.includes(kind) ? "" : "（可选）"}
            </Tag>
          ))}
        </span>
        {mayAdd && (
          <Button type="primary" size="small" onClick={() => adding.open({ kind: missing[0] ?? null })}>
            上传资质
          </Button>
        )}
      </div>
      {papers.length === 0 && <Note icon={<FileProtectOutlined />} sentence="还没有资质" hint="上传后由法务审核" />}
      <ul>
        {papers.map((paper) => (
          <li key={paper.id}>
            <Paper paper={paper} isRequired={required.includes(paper.kind)} actions={offered(actions, paper, may)} />
          </li>
        ))}
      </ul>
      {adding.value && <AddPaperDialog partner={partner} kind={adding.value.kind} onClose={adding.close} />}
      {dialog}
    </div>
  );
}

const tones: Partial<Record<Qualification["state"], Tone>> = { EXPIRED: "bad" };

interface PaperProps {
  readonly paper: Qualification;
  readonly isRequired: boolean;
  readonly actions: readonly RowAction<Qualification>[];
}

function Paper({ paper, isRequired, actions }: PaperProps) {
  const { kind, number, issueOn, expireOn, state, note, files, createdByName, createdAt, isReplaced } = paper;
  return (
    <article className="partner-paper" data-off={isReplaced || state === "REJECTED"}>
      <div className="partner-paper-files">
        {files.map((file) => (
          <FilePreview key={file.id} file={file} />
        ))}
        {files.length === 0 && <FilePreview file={null} />}
      </div>
      <div className="partner-paper-facts">
        <b>
          {paperKinds[kind]}
          {isRequired && <small> 必须</small>}
        </b>
        <small>
          {number ?? "无编号"} · {createdByName} {showTime(createdAt).slice(0, 10)} 上传
        </small>
        {note && <span className="partner-bad">驳回：{note}</span>}
        {isReplaced && <small>已由新的{paperKinds[kind]}替代</small>}
      </div>
      <div className="partner-paper-end">
        <EndDay day={expireOn} none="长期有效" />
        {expireOn && <ExpiryBar issueOn={issueOn} expireOn={expireOn} />}
      </div>
      <StateTag machine={qualificationStates} state={state} tones={tones} />
      {actions.length > 0 ? <RowActions row={paper} actions={actions} /> : <span />}
    </article>
  );
}

/** A bar that shows how much of the period of validity is over. */
function ExpiryBar({ issueOn, expireOn }: { readonly issueOn: string | null; readonly expireOn: string }) {
  const left = daysLeft(expireOn);
  const whole = issueOn ? Math.max(1, (Date.parse(expireOn) - Date.parse(issueOn)) / 86_400_000) : 365;
  const gone = Math.min(100, Math.max(0, Math.round((1 - left / whole) * 100)));
  const tone = left < 0 ? "bad" : left <= 30 ? "warn" : "good";
  return (
    <span className="partner-bar" data-tone={tone} aria-hidden>
      <i style={{ inlineSize: `${gone}%` }} />
    </span>
  );
}
