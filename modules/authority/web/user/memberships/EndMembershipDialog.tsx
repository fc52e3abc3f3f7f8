import { endMembership, type Membership } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";
import { Alert } from "antd";

const { SelectField } = fieldsOf(endMembership);

interface Props {
  readonly membership: Membership;
  readonly others: readonly Membership[];
  readonly onClose: () => void;
}

export function EndMembershipDialog({ membership, others, onClose }: Props) {
  const left = others.filter(({ id, status }) => id !== membership.id && status === "EFFECTIVE");
  const consequence =
    left.length === 0 ? "这是最后一个任职，结束后该用户会立即退出登录。" : "结束后该任职的角色立即失效。";
  return (
    <FormDialog
      kind="modal"
      danger
      title={`结束任职 · ${membership.organizationName}(${membership.positionName})`}
      okText="结束任职"
      endpoint={endMembership}
      params={{ id: membership.id }}
      record={{ version: membership.version, nextPrimaryId: null }}
      done="操作成功"
      fields={["reason"]}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={consequence} />
      {membership.isPrimary && left.length > 1 && (
        <SelectField
          name="nextPrimaryId"
          options={left.map((other) => ({
            value: other.id,
            label: `${other.organizationName}(${other.positionName})`,
          }))}
        />
      )}
    </FormDialog>
  );
}
