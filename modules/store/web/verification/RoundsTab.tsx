import { PICTURE_FILES } from "@ops/platform/contract";
import {
  actionColumns,
  actionsOf,
  FormDialog,
  PlainTable,
  partsOf,
  tableColumnsOf,
  UploadField,
  useAsking,
  useDialog,
  useMay,
} from "@ops/platform/web";
import {
  addVerification,
  finishRectification,
  type ProjectDetail,
  projectStates,
  Rectification,
  rectificationActs,
  saveVerification,
  Verification,
  verificationKinds,
  verificationStates,
} from "@ops/store/contract";
import { Button } from "antd";
import { SheetDialog } from "./SheetDialog.tsx";

const RepairDialog = partsOf(() => import("./RepairDialog.tsx")).overlay("RepairDialog");
const SheetPaper = partsOf(() => import("./SheetPaper.tsx")).overlay("SheetPaper");

/** 验收流程 of a project: its rounds, their sheets, and what has to be put right. */
export function RoundsTab({ record }: { readonly record: ProjectDetail }) {
  const may = useMay();
  const adding = useDialog<true>();
  const sheet = useDialog<Verification>();
  const paper = useDialog<Verification>();
  const isOpen = projectStates.can(record.state, "verify");
  return (
    <>
      {isOpen && may(addVerification) && (
        <p className="rounds-tools">
          <Button onClick={() => adding.open(true)}>发起验收</Button>
        </p>
      )}
      <PlainTable<Verification>
        rows={record.verifications}
        empty="还没有验收"
        columns={[
          ...tableColumnsOf(Verification, {
            kind: { width: 100, as: ({ kind }) => verificationKinds[kind] },
            roundNo: 70,
            verifierNames: { as: ({ verifierNames }) => verifierNames.join("、") },
            totalScore: 80,
            state: 110,
            submittedAt: true,
          }),
          {
            title: "操作",
            width: 160,
            render: (_: unknown, round: Verification) => (
              <span className="list-row-actions">
                <Button type="link" size="small" onClick={() => sheet.open(round)}>
                  {isOpen && mayFill(round) && may(saveVerification) ? "填写验收单" : "查看验收单"}
                </Button>
                <Button type="link" size="small" onClick={() => paper.open(round)}>
                  打印
                </Button>
              </span>
            ),
          },
        ]}
      />
      <Rectifications record={record} />
      {adding.value && <AddDialog id={record.id} onClose={adding.close} />}
      {sheet.value && (
        <SheetDialog
          round={sheet.value}
          checks={record.checks.filter(({ kind }) => kind === sheet.value?.kind)}
          files={record.files}
          isReadOnly={!isOpen || !mayFill(sheet.value) || !may(saveVerification)}
          onClose={sheet.close}
        />
      )}
      {paper.value && <SheetPaper project={record} round={paper.value} onClose={paper.close} />}
    </>
  );
}

const mayFill = ({ state, isVerifier }: Verification) => verificationStates.can(state, "save") && isVerifier;

const rectifyActions = actionsOf(rectificationActs, {
  finish: {
    useSpecial: () => ({
      afterFileIds: (
        <UploadField
          of={finishRectification}
          name="afterFileIds"
          bizType="projectRectification"
          extensions={PICTURE_FILES}
        />
      ),
    }),
  },
});

function Rectifications({ record: { rectifications, files, state } }: { readonly record: ProjectDetail }) {
  const may = useMay();
  const compared = useDialog<Rectification>();
  const { actions, dialog } = useAsking(projectStates.can(state, "rectify") ? rectifyActions : []);
  if (rectifications.length === 0) return null;
  return (
    <>
      <h3>整改项</h3>
      <PlainTable<Rectification>
        rows={rectifications}
        columns={[
          ...tableColumnsOf(Rectification, {
            requirement: true,
            level: 70,
            ownerUserName: 90,
            deadline: 105,
            state: 90,
          }),
          {
            title: "图片",
            width: 100,
            render: (_: unknown, one: Rectification) => (
              <Button type="link" size="small" onClick={() => compared.open(one)}>
                前后对比
              </Button>
            ),
          },
          ...actionColumns(actions, may),
        ]}
      />
      {dialog}
      {compared.value && <RepairDialog rectification={compared.value} files={files} onClose={compared.close} />}
    </>
  );
}

function AddDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  return (
    <FormDialog
      title="发起验收"
      endpoint={addVerification}
      params={{ id }}
      record={{ kind: "OPENING" }}
      refusals={{ STORE_VERIFY_OWNER: "verifierIds", STORE_VERIFY_PERSON: "verifierIds" }}
      fields={["kind", "verifierIds"]}
      done="已发起验收！"
      onClose={onClose}
    />
  );
}
