import {
  editInterface,
  getInterface,
  InterfacePage,
  listApiClients,
  listInterfaceBodies,
} from "@ops/authority/contract";
import { DetailPage, pageOf, recordOf } from "@ops/platform/web";
import { ContractTable } from "./ContractTable.tsx";
import { EditInterfaceDialog } from "./EditInterfaceDialog.tsx";
import { GrantedClients } from "./GrantedClients.tsx";
import { GrantingRoles } from "./GrantingRoles.tsx";
import { InterfaceBodies } from "./InterfaceBodies.tsx";
import { InterfacePeople } from "./InterfacePeople.tsx";
import { InterfaceUsage } from "./InterfaceUsage.tsx";
import { interfaceMoves } from "./interface-moves.ts";
import { CodeText, InterfaceState } from "./interface-texts.tsx";

const interfaceRecord = recordOf({
  endpoint: getInterface,
  entity: "接口",
  title: ({ name }) => name,
  number: ({ method, path }) => `${method} ${path}`,
  tags: (one) => <InterfaceState {...one} />,
  actions: [
    {
      label: "设置",
      needs: editInterface,
      primary: true,
      when: ({ status }) => status !== "REMOVED",
      ask: (one, onClose) => <EditInterfaceDialog one={one} onClose={onClose} />,
    },
    ...interfaceMoves,
  ],
  overview: {
    title: "基本信息",
    fields: [
      "service",
      { show: "permissionCode", as: (one) => <CodeText code={one.permissionCode} /> },
      { show: "sensitive", as: ({ sensitive }) => (sensitive ? "是，调用须填写原因" : "否") },
      { show: "logBody", as: ({ logBody }) => (logBody ? "是，保留 7 天" : "否") },
      { show: "ratePerMin", as: ({ ratePerMin }) => (ratePerMin === null ? "不限" : `${ratePerMin} 次`) },
      { show: "isProtected", as: ({ isProtected }) => (isProtected ? "受保护，不能停用" : "可以") },
      "lastCalledAt",
      "firstSeenAt",
      "lastSeenAt",
    ],
  },
  tabs: [
    { key: "usage", title: "调用统计", content: ({ id }) => <InterfaceUsage id={id} /> },
    { key: "contract", title: "入参与出参", content: ({ fields }) => <ContractTable fields={fields} /> },
    { key: "roles", title: "授权角色", content: (one) => <GrantingRoles {...one} /> },
    {
      key: "clients",
      title: "接口账号",
      needs: listApiClients,
      content: ({ id }) => <GrantedClients interfaceId={id} />,
    },
    { key: "people", title: "可调用人员", content: (one) => <InterfacePeople {...one} /> },
    { key: "bodies", title: "报文记录", needs: listInterfaceBodies, content: (one) => <InterfaceBodies {...one} /> },
  ],
});

export default pageOf(InterfacePage, function InterfaceDetailPage({ data }) {
  return <DetailPage id={data.id} of={interfaceRecord} />;
});
