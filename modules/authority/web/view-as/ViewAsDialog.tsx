import { listMemberships, startViewAs, type User } from "@ops/authority/contract";
import { FormDialog, useEndpoint } from "@ops/platform/web";
import { Alert } from "antd";
import { enterView } from "./view.ts";

/** Asks for the post whose view is shown (AU-R26). */
export function ViewAsDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const { data, isPending } = useEndpoint(listMemberships, { params: { id: user.id } });
  const posts = (data ?? []).filter(({ status, isAsleep }) => status === "EFFECTIVE" && !isAsleep);
  const [first] = posts;
  if (isPending) return null;
  return (
    <FormDialog
      kind="modal"
      title={`视角预览 · ${user.userName}`}
      okText="开始预览"
      endpoint={startViewAs}
      record={{ membershipId: first?.id ?? "" }}
      fixed={{ userId: user.id }}
      onDone={() => void enterView()}
      fields={["membershipId"]}
      special={{
        membershipId: {
          options: posts.map(({ id, organizationName, positionName }) => ({
            value: id,
            label: `${organizationName}(${positionName})`,
          })),
        },
      }}
      onClose={onClose}
    >
      <Alert
        type="info"
        showIcon
        title="您会以该用户的菜单、权限和数据范围浏览，30 分钟内有效；不能修改、导出或下载，浏览记录会写入操作日志。"
      />
    </FormDialog>
  );
}
