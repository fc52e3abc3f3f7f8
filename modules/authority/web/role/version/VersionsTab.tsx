import {
  isSame,
  listRoleVersions,
  type RoleDetail,
  type RoleDiff,
  type RoleVersion,
  roleDiff,
  rollbackRole,
} from "@ops/authority/contract";
import { columnsOf, PagedTable, useClosing, useDialog, usePaged } from "@ops/platform/web";
import { Button, Modal } from "antd";
import { useState } from "react";
import { PreviewDialog } from "../lazy-dialogs.ts";
import type { Catalogue } from "../use-catalogue.ts";
import { DiffView } from "./DiffView.tsx";

interface Props {
  readonly role: RoleDetail;
  readonly catalogue: Catalogue;
  /** True while there is an unsaved draft; a roll-back is not offered then. */
  readonly dirty: boolean;
}

/** Lists every saved version. Two of them can be compared, and one can be restored as the next version. */
export function VersionsTab({ role, catalogue, dirty }: Props) {
  const [chosen, setChosen] = useState<readonly RoleVersion[]>([]);
  const comparing = useDialog<readonly [RoleVersion, RoleVersion]>();
  const versions = usePaged(listRoleVersions, { params: { id: role.id }, pageSize: 20 });
  const before = ({ version }: RoleVersion) => versions.rows.find((row) => row.version < version); // newest first
  const [older, newer] = chosen.toSorted((a, b) => a.version - b.version);
  return (
    <>
      <div className="role-versions-head">
        <span className="role-hint">每次保存生成一个版本；勾选两个版本可以对比</span>
        <Button disabled={!older || !newer} onClick={() => older && newer && comparing.open([older, newer])}>
          对比所选
        </Button>
      </div>
      <PagedTable
        of={versions}
        empty="还没有版本，第一次保存后出现"
        rowSelection={{
          hideSelectAll: true,
          selectedRowKeys: chosen.map(({ id }) => id),
          preserveSelectedRowKeys: true,
          onChange: (_keys, rows) => setChosen(rows.slice(-2)),
        }}
        columns={columnsOf(listRoleVersions, {
          version: {
            width: 120,
            as: ({ version }) => `V${version}${version === role.version ? "（当前）" : ""}`,
          },
          note: true,
          snapshot: { width: 240, as: (row) => summary(before(row), row) },
          editorName: 110,
          createdAt: true,
        })}
        rowActions={[
          {
            label: "回滚",
            needs: rollbackRole,
            when: ({ version }) => !dirty && version !== role.version,
            ask: ({ version }, close) => (
              <PreviewDialog
                role={role}
                catalogue={catalogue}
                change={{ toVersion: version }}
                onSaved={() => setChosen([])}
                onClose={close}
              />
            ),
          },
        ]}
      />
      {comparing.value && <VersionsDialog pair={comparing.value} catalogue={catalogue} onClose={comparing.close} />}
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
  const { modal } = useClosing(onClose);
  return (
    <Modal title={`版本对比 · V${older.version} → V${newer.version}`} width={720} footer={null} {...modal}>
      <DiffView diff={roleDiff(older.snapshot, newer.snapshot)} catalogue={catalogue} />
    </Modal>
  );
}
