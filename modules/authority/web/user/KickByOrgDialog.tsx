import { kickByOrg, listSessions } from "@ops/authority/contract";
import { FormDialog, feedback, fieldsOf, useEndpoint } from "@ops/platform/web";
import { Alert } from "antd";
import { useState } from "react";
import { OrganizationSelect } from "../organization/OrganizationSelect.tsx";

const { CustomField, SwitchField, TextAreaField } = fieldsOf(kickByOrg);

/** Signs a whole organisation out; how many it hits is said before. */
export function KickByOrgDialog({ onClose }: { readonly onClose: () => void }) {
  const [organizationId, setOrganizationId] = useState<string | null>(null);
  const query = organizationId ? { organizationId, pageSize: 1 } : {};
  const found = useEndpoint(listSessions, { query }, { enabled: organizationId !== null });
  const count = organizationId && found.data ? found.data.total : null;

  return (
    <FormDialog
      kind="modal"
      danger
      title="按组织强制下线"
      okText="强制下线"
      endpoint={kickByOrg}
      record={{ withChildren: true }}
      refreshes={[listSessions]}
      onDone={({ ended }) => feedback.message.success(`已下线 ${ended} 个会话`)}
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        title={
          count === null
            ? "该组织的在线人员会立即退出登录。"
            : `该组织及下级当前有 ${count} 个在线会话，会立即退出登录。`
        }
      />
      <CustomField name="organizationId">
        <Remembered onSeen={setOrganizationId} />
      </CustomField>
      <SwitchField name="withChildren" />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}

interface RememberedProps {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
  readonly onSeen: (id: string | null) => void;
}

function Remembered({ onSeen, onChange, ...rest }: RememberedProps) {
  const choose = (id: string | null) => {
    onSeen(id);
    onChange?.(id);
  };
  return <OrganizationSelect {...rest} onChange={choose} />;
}
