import {
  isSame,
  listRoleVersions,
  type RoleDetail,
  type RoleDiff,
  type RoleVersion,
  roleDiff,
  rollbackRole,
} from "@ops/authority/contract";
import { NotLoaded, showTime, useDialog, useEndpoint, useMay } from "@ops/platform/web";
import { Button, Modal, Table } from "antd";
import { useState } from "react";
import { DiffView } from "./DiffView.tsx";
import { PreviewDialog } from "./PreviewDialog.tsx";
import type { Catalogue } from "./use-catalogue.ts";

interface Props {
  readonly role: RoleDetail;
  readonly catalogue: Catalogue;
  /** With an unsaved draft nothing is rolled back. */
  readonly dirty: boolean;
}

const SIZE = 20;

/** Every save; two of them can be compared, and one can become the next version. */
export function VersionsTab({ role, catalogue, dirty }: Props) {
  const mayRollBack = useMay()(rollbackRole);
  const [pageNo, setPageNo] = useState(1);
  const [chosen, setChosen] = useState<readonly RoleVersion[]>([]);
  const comparing = useDialog<readonly [RoleVersion, RoleVersion]>();
  const rolling = useDialog<RoleVersion>();
  const input = { params: { id: role.id }, query: { pageNo, pageSize: SIZE } };
  const answer = useEndpoint(listRoleVersions, input, { keepPrevious: true, silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;

  const list = answer.data?.list ?? [];
  const [older, newer] = chosen.toSorted((a, b) => a.version - b.version);
  return (
    <>
      <div className="role-versions-head">
        <span className="role-hint">每次保存生成一个版本；勾选两个版本可以对比</span>
        <Button disabled={!older || !newer} onClick={() => older && newer && comparing.open([older, newer])}>
          对比所选
        </Button>
      </div>
      <Table
        rowKey="version"
        size="small"
        loading={answer.isPending}
        dataSource={list}
        locale={{ emptyText: "还没有版本，第一次保存后出现" }}
        rowSelection={{
          hideSelectAll: true,
          selectedRowKeys: chosen.map(({ version }) => version),
          preserveSelectedRowKeys: true,
          onChange: (_keys, rows) => setChosen(rows.slice(-2)),
        }}
        pagination={{
          current: pageNo,
          pageSize: SIZE,
          total: answer.data?.total ?? 0,
          hideOnSinglePage: true,
          onChange: setPageNo,
        }}
        columns={[
          { title: "版本", key: "version", width: 90, render: (_value, { version }) => `V${version}` },
          { title: "变更说明", dataIndex: "note", ellipsis: true },
          {
            title: "变更",
            key: "diff",
            width: 240,
            render: (_value, row, at) => summary(list[at + 1], row),
          },
          { title: "操作人", dataIndex: "editorName", width: 110 },
          { title: "时间", key: "createdAt", width: 170, render: (_value, { createdAt }) => showTime(createdAt) },
          {
            title: "操作",
            key: "actions",
            width: 110,
            render: (_value, row) =>
              row.version === role.version ? (
                <span className="role-hint">当前版本</span>
              ) : (
                mayRollBack && (
                  <Button type="link" size="small" disabled={dirty} onClick={() => rolling.open(row)}>
                    回滚
                  </Button>
                )
              ),
          },
        ]}
      />
      {comparing.value && <VersionsDialog pair={comparing.value} catalogue={catalogue} onClose={comparing.close} />}
      {rolling.value && (
        <PreviewDialog
          role={role}
          catalogue={catalogue}
          change={{ toVersion: rolling.value.version }}
          onSaved={() => setChosen([])}
          onClose={rolling.close}
        />
      )}
    </>
  );
}

function summary(before: RoleVersion | undefined, { snapshot }: RoleVersion): string {
  if (!before) return "-";
  const diff: RoleDiff = roleDiff(before.snapshot, snapshot);
  if (isSame(diff)) return "内容不变";
  const parts = [
    diff.addedCodes.length > 0 && `权限点 +${diff.addedCodes.length}`,
    diff.removedCodes.length > 0 && `权限点 −${diff.removedCodes.length}`,
    diff.addedPages.length > 0 && `页面 +${diff.addedPages.length}`,
    diff.removedPages.length > 0 && `页面 −${diff.removedPages.length}`,
    diff.scopes.length > 0 && "数据范围",
    diff.addedExclusions.length + diff.removedExclusions.length > 0 && "排除接口",
    diff.fields.length > 0 && "字段权限",
    ...diff.others,
  ];
  return parts.filter(Boolean).join("，");
}

interface PairProps {
  readonly pair: readonly [RoleVersion, RoleVersion];
  readonly catalogue: Catalogue;
  readonly onClose: () => void;
}

function VersionsDialog({ pair: [older, newer], catalogue, onClose }: PairProps) {
  const [open, setOpen] = useState(true);
  return (
    <Modal
      title={`版本对比 · V${older.version} → V${newer.version}`}
      open={open}
      width={720}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <DiffView diff={roleDiff(older.snapshot, newer.snapshot)} catalogue={catalogue} />
    </Modal>
  );
}
