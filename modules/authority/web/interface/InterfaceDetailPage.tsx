import { editInterface, getInterface, listApiClients, listInterfaceBodies } from "@ops/authority/contract";
import { DetailPage, showTime, useMay, usePage } from "@ops/platform/web";
import { ContractTable } from "./ContractTable.tsx";
import { EditInterfaceDialog } from "./EditInterfaceDialog.tsx";
import { GrantedClients } from "./GrantedClients.tsx";
import { GrantingRoles } from "./GrantingRoles.tsx";
import { InterfaceBodies } from "./InterfaceBodies.tsx";
import { InterfacePeople } from "./InterfacePeople.tsx";
import { InterfaceUsage } from "./InterfaceUsage.tsx";
import { interfaceMoves } from "./interface-moves.ts";
import { CodeText, InterfaceState } from "./interface-texts.tsx";

export default function InterfaceDetailPage() {
  const { data } = usePage();
  const may = useMay();
  const [mayReadBodies, mayListClients] = [may(listInterfaceBodies), may(listApiClients)];

  return (
    <DetailPage
      endpoint={getInterface}
      params={{ id: data?.id ?? "" }}
      title={(one) => one.name}
      number={({ method, path }) => `${method} ${path}`}
      state={(one) => <InterfaceState {...one} />}
      actions={[
        ...interfaceMoves,
        {
          label: "设置",
          needs: editInterface,
          primary: true,
          when: ({ status }) => status !== "REMOVED",
          ask: (one, onClose) => <EditInterfaceDialog one={one} onClose={onClose} />,
        },
      ]}
      cards={[
        {
          title: "基本信息",
          fields: [
            { label: "服务", show: "service" },
            { label: "权限点", show: "permissionCode", as: (one) => <CodeText code={one.permissionCode} /> },
            { label: "敏感接口", show: "sensitive", as: ({ sensitive }) => (sensitive ? "是，调用须填写原因" : "否") },
            { label: "记录报文", show: "logBody", as: ({ logBody }) => (logBody ? "是，保留 7 天" : "否") },
            {
              label: "每分钟上限",
              show: "ratePerMin",
              as: ({ ratePerMin }) => (ratePerMin === null ? "不限" : `${ratePerMin} 次`),
            },
            {
              label: "可否停用",
              show: "isProtected",
              as: ({ isProtected }) => (isProtected ? "受保护，不能停用" : "可以"),
            },
            { label: "最近调用", show: "lastCalledAt", as: (one) => showTime(one.lastCalledAt) },
            { label: "首次出现", show: "firstSeenAt", as: (one) => showTime(one.firstSeenAt) },
            { label: "最近变化", show: "lastSeenAt", as: (one) => showTime(one.lastSeenAt) },
          ],
        },
      ]}
      tabs={[
        { title: "调用统计", content: ({ id }) => <InterfaceUsage id={id} /> },
        { title: "入参与出参", content: ({ fields }) => <ContractTable fields={fields} /> },
        { title: "授权角色", content: (one) => <GrantingRoles {...one} /> },
        { title: "接口账号", when: () => mayListClients, content: ({ id }) => <GrantedClients interfaceId={id} /> },
        { title: "可调用人员", content: (one) => <InterfacePeople {...one} /> },
        { title: "报文记录", when: () => mayReadBodies, content: (one) => <InterfaceBodies {...one} /> },
      ]}
    ></DetailPage>
  );
}
