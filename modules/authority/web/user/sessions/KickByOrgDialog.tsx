import { countKickByOrg, kickByOrg } from "@ops/authority/contract";
import { FormDialog, feedback, useEndpoint } from "@ops/platform/web";
import { Alert, Form } from "antd";
import { OrganizationSelect } from "../../organization/OrganizationSelect.tsx";

/** Signs out a whole organisation, after telling how many sessions this ends. */
export function KickByOrgDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      kind="modal"
      danger
      title="按组织强制下线"
      okText="强制下线"
      endpoint={kickByOrg}
      record={{ withChildren: true }}
      onDone={({ ended }) => feedback.message.success(`已下线 ${ended} 个会话`)}
      fields={["organizationId", "withChildren", "reason"]}
      special={{ organizationId: { control: <OrganizationSelect /> } }}
      onClose={onClose}
    >
      <Reached />
    </FormDialog>
  );
}

/** The number of sessions that the call would end now, with or without the organisations below. */
function Reached() {
  const organizationId: unknown = Form.useWatch("organizationId");
  const withChildren = Form.useWatch("withChildren") !== false;
  const isChosen = typeof organizationId === "string";
  const query = { organizationId: isChosen ? organizationId : "", withChildren: String(withChildren) };
  const counted = useEndpoint(countKickByOrg, { query }, { enabled: isChosen });
  const place = withChildren ? "该组织及下级" : "该组织";
  const title =
    isChosen && counted.data
      ? `${place}当前有 ${counted.data.sessions} 个在线会话，会立即退出登录。`
      : `${place}的在线人员会立即退出登录。`;
  return <Alert type="warning" showIcon title={title} />;
}
