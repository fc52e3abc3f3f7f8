import { type RoleDetail, type RoleDraft, roleDiff } from "@ops/authority/contract";
import { Alert, Button, Modal } from "antd";
import type { Catalogue } from "../use-catalogue.ts";
import { DiffView } from "./DiffView.tsx";
import { mergeDrafts } from "./merge-drafts.ts";

interface Props {
  /** The version of the role from which both changes started. */
  readonly base: RoleDetail;
  readonly mine: RoleDraft;
  readonly latest: RoleDetail;
  readonly message: string;
  readonly catalogue: Catalogue;
  /** Called with the draft to go on with, or with null to give up my own. */
  readonly onResolve: (draft: RoleDraft | null) => void;
}

/** Shows both changes if somebody else saved first. The own draft is kept until the user decides (section 12). */
export function RoleConflict({ base, mine, latest, message, catalogue, onResolve }: Props) {
  return (
    <Modal
      open
      title={`角色已被他人修改 · ${latest.name}`}
      width={860}
      onCancel={() => onResolve(mine)}
      footer={
        <>
          <Button onClick={() => onResolve(null)}>使用最新数据</Button>
          <Button onClick={() => onResolve(mine)}>保留我的内容</Button>
          <Button type="primary" onClick={() => onResolve(mergeDrafts(base.draft, mine, latest.draft))}>
            合并双方修改
          </Button>
        </>
      }
    >
      <Alert type="warning" showIcon title={message} />
      <div className="role-conflict">
        <section aria-label="我的修改">
          <h3 className="role-codes-title">我的修改</h3>
          <DiffView diff={roleDiff(base.draft, mine)} catalogue={catalogue} />
        </section>
        <section aria-label="对方的修改">
          <h3 className="role-codes-title">
            对方的修改
            <span className="role-hint">
              V{base.version} → V{latest.version}
            </span>
          </h3>
          <DiffView diff={roleDiff(base.draft, latest.draft)} catalogue={catalogue} />
        </section>
      </div>
      <p className="role-hint">
        合并时双方的增减都保留，同一项双方都改过的以我的内容为准；保留或合并后需重新预览再保存
      </p>
    </Modal>
  );
}
