import { compareRoles, type Role } from "@ops/authority/contract";
import { useClosing, useEndpoint } from "@ops/platform/web";
import { Alert, Modal, Skeleton } from "antd";
import { useCatalogue } from "../use-catalogue.ts";
import { DiffView } from "./DiffView.tsx";

interface Props {
  readonly pair: readonly [Role, Role];
  readonly onClose: () => void;
}

export function CompareRolesDialog({ pair: [a, b], onClose }: Props) {
  const { modal } = useClosing(onClose);
  const catalogue = useCatalogue();
  const { data, error } = useEndpoint(compareRoles, { query: { a: a.id, b: b.id } }, { silent: true });
  return (
    <Modal title={`角色对比 · ${a.name} → ${b.name}`} width={720} footer={null} {...modal}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          <p className="role-hint">
            绿色为「{b.name}」多出的内容，红色为「{b.name}」没有的内容
          </p>
          <DiffView diff={data.diff} catalogue={catalogue} same="两个角色的内容完全相同" />
        </>
      )}
    </Modal>
  );
}
