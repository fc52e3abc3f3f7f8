import { EVIDENCE_FILES } from "@ops/platform/contract";
import {
  actionsOf,
  FileList,
  FilePreview,
  formAction,
  PlainTable,
  recordOf,
  tableColumnsOf,
  UploadField,
} from "@ops/platform/web";
import {
  CertificationDetail,
  certActs,
  certStates,
  getCertification,
  judgeCertification,
  mostAttempts,
  reportCertification,
  reviewCertification,
  saveCertResults,
} from "@ops/store/contract";
import { Alert } from "antd";
import { ResultsInput } from "./ResultsInput.tsx";
import "./certification.css";

const number = ({ staffName, positionName }: CertificationDetail) => `${staffName}·${positionName}`;
const upOf = ({ items }: CertificationDetail) => items.filter(({ side }) => side === "UP");

const actions = actionsOf(
  certActs,
  {
    report: {
      useSpecial: ({ items }) => ({
        itemId: {
          options: items.flatMap(({ id, side, name }) => (side === "DOWN" ? [{ value: id, label: name }] : [])),
        },
        note: { rows: 3 },
        fileIds: (
          <UploadField of={reportCertification} name="fileIds" bizType="certification" extensions={EVIDENCE_FILES} />
        ),
      }),
      start: () => ({ fileIds: [] }),
      refusals: { STORE_CERT_DOWN: "itemId" },
    },
  },
  [
    {
      before: "submit",
      ...formAction({
        label: "登记结果",
        needs: saveCertResults,
        number,
        when: ({ state }: CertificationDetail) => certStates.can(state, "record"),
        kind: "drawer" as const,
        fields: ["results"],
        start: (cert) => ({
          results: upOf(cert).flatMap(({ id, score, isPassed, note, files }) => {
            if (isPassed === null) return [];
            return [{ itemId: id, score, isPassed, note, fileIds: files.map((file) => file.id) }];
          }),
        }),
        useSpecial: (cert) => ({ results: { full: true, control: <ResultsInput items={upOf(cert)} /> } }),
        done: "结果已登记！",
      }),
    },
    {
      before: "report",
      ...formAction({
        label: "审核",
        needs: reviewCertification,
        number,
        when: ({ state, isOwn }: CertificationDetail) => certStates.can(state, "certify") && !isOwn,
        okText: "提交",
        done: "已审核！",
      }),
    },
    {
      before: "report",
      ...formAction({
        label: "核实",
        needs: judgeCertification,
        number,
        when: ({ state, isOwn, isReporter }: CertificationDetail) =>
          certStates.can(state, "revoke") && !isOwn && !isReporter,
        warns: true,
        okText: "提交",
        done: "已核实！",
      }),
    },
  ],
);

/** One certificate with what the standard asks for and what was shown. */
export const certRecord = recordOf({
  endpoint: getCertification,
  entity: "认证",
  title: ({ staffName }) => staffName,
  number: ({ positionName, ver }) => `${positionName} V${ver}`,
  machine: certStates,
  actions,
  notice: ({ reportName, reportNote, reportedByName, state }) =>
    state === "CHALLENGED" && (
      <Alert
        className="form-alert"
        type="warning"
        showIcon
        title={`${reportedByName}上报：${reportName}`}
        description={reportNote}
      />
    ),
  overview: {
    title: "认证",
    fields: ["storeName", "positionName", "score", "passScore", "certifiedOn", "expireOn", "dueOn", "note"],
    content: (cert) => <Items cert={cert} />,
  },
  width: 1000,
});

function Items({ cert }: { readonly cert: CertificationDetail }) {
  const { items } = CertificationDetail.shape;
  return (
    <>
      <PlainTable
        rows={upOf(cert)}
        empty="没有上岗标准"
        columns={tableColumnsOf(items.element, {
          name: { wraps: true },
          kind: 84,
          passRule: { wraps: true },
          weight: 60,
          score: 60,
          isPassed: { width: 72, as: ({ isPassed }) => (isPassed === null ? "-" : isPassed ? "通过" : "未通过") },
          attempts: { width: 60, as: (item) => `${item.attempts}/${mostAttempts(item)}` },
          files: { width: 96, as: ({ files }) => files.map((file) => <FilePreview key={file.id} file={file} />) },
        })}
      />
      {cert.reportFiles.length > 0 && (
        <section aria-label="上报附件">
          <h3>上报附件</h3>
          <FileList files={cert.reportFiles} label="上报附件" />
        </section>
      )}
    </>
  );
}
