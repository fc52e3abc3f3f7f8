import { editUser, type User } from "@ops/authority/contract";
import { FormDialog, useSession } from "@ops/platform/web";

interface Props {
  readonly user: User;
  readonly onClose: () => void;
}

export function EditUserDialog({ user, onClose }: Props) {
  const isSelf = useSession().user?.id === user.id;
  const isStaff = user.source === "STAFF";
  return (
    <FormDialog
      title={`编辑用户 · ${user.userName}`}
      endpoint={editUser}
      params={{ id: user.id }}
      record={user}
      done="修改成功！"
      fields={["userName", "staffNo", "gender", "email", "validUntil", "remark"]}
      special={{
        userName: { disabled: isStaff, hint: isStaff ? "该账号由员工管理维护" : null },
        staffNo: "3–20 位字母或数字",
        email: { hint: user.email ? "已脱敏，不改则保留原邮箱" : null },
        validUntil: { disabled: isSelf, hint: isSelf ? "不能修改自己的有效期" : "空为长期有效" },
      }}
      onClose={onClose}
    />
  );
}
