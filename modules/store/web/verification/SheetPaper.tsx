import { FilePreview, PrintPage, showTime, useClosing } from "@ops/platform/web";
import {
  type ProjectDetail,
  rectificationLevels,
  type Verification,
  verificationKinds,
  verificationStates,
} from "@ops/store/contract";
import { Drawer } from "antd";
import "./verification.css";

interface Props {
  readonly project: ProjectDetail;
  readonly round: Verification;
  readonly onClose: () => void;
}

/** A sheet as paper: each check with its points, what failed with its pictures, and room for signatures. */
export function SheetPaper({ project, round, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  const { kind, roundNo, verifierNames, submittedAt, state, totalScore, items } = round;
  const checks = project.checks.filter((check) => check.kind === kind);
  const itemOf = (code: string) => items.find((item) => item.code === code);
  return (
    <Drawer title="打印验收单" size={880} {...drawer}>
      <PrintPage title={`${verificationKinds[kind]}单 · 第${roundNo}轮`} number={project.projectNo}>
        <p>
          {project.name} · 验收人：{verifierNames.join("、")} · 提交时间：
          {submittedAt ? showTime(submittedAt) : "未提交"}
        </p>
        <table className="sheet-paper">
          <thead>
            <tr>
              <th scope="col">编码</th>
              <th scope="col">验收项</th>
              <th scope="col">满分</th>
              <th scope="col">得分</th>
              <th scope="col">不合格说明</th>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ code, text, maxScore, isVeto }) => (
              <tr key={code}>
                <td>{code}</td>
                <td>{isVeto ? `${text}（一票否决）` : text}</td>
                <td>{maxScore}</td>
                <td>{itemOf(code)?.score ?? ""}</td>
                <td>
                  <Failure project={project} item={itemOf(code)} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={2}>合计（{verificationStates.label(state)}）</td>
              <td>100</td>
              <td>{totalScore ?? ""}</td>
              <td />
            </tr>
          </tfoot>
        </table>
        <p className="sheet-signs">
          <span>验收人签字：</span>
          <span>项目经理签字：</span>
          <span>日期：</span>
        </p>
      </PrintPage>
    </Drawer>
  );
}

interface FailureProps {
  readonly project: ProjectDetail;
  readonly item: Verification["items"][number] | undefined;
}

function Failure({ project: { files }, item }: FailureProps) {
  if (!item?.isFailed) return null;
  return (
    <>
      {rectificationLevels[item.level]}：{item.note}
      <span className="sheet-pictures">
        {files
          .filter(({ id }) => item.fileIds.includes(id))
          .map((file) => (
            <FilePreview key={file.id} file={file} />
          ))}
      </span>
    </>
  );
}
