import { type ApiClient, createApiClient, editApiClient } from "@ops/authority/contract";
import { RecordForm } from "@ops/platform/web";
import { Select } from "antd";
import { useState } from "react";
import { OrganizationSelect } from "../organization/OrganizationSelect.tsx";
import { InterfaceSelect } from "./InterfaceSelect.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import "./api-client.css";

interface Props {
  /** The record to edit, or null for a new one. */
  readonly client: ApiClient | null;
  readonly onClose: () => void;
}

/** The form for 新增 and 编辑. After 新增 it shows the keys, once. */
export function ApiClientForm({ client, onClose }: Props) {
  const [keys, setKeys] = useState<{ ak: string; sk: string } | null>(null);
  if (keys) return <KeysDialog title="接口账号已开通" {...keys} onClose={onClose} />;
  return (
    <RecordForm
      entity="接口账号"
      create={createApiClient}
      edit={editApiClient}
      record={client}
      name={client?.name}
      kind="drawer"
      width={680}
      start={{ actAsUserId: null, interfaceIds: [], ipAllow: [], ratePerMin: 600, validUntil: null, remark: null }}
      okText={client ? "保存" : "开通"}
      done={["", "修改成功！"]}
      fields={[
        "name",
        "ownerOrgId",
        "ownerUserId",
        "actAsUserId",
        "interfaceIds",
        "ipAllow",
        "ratePerMin",
        "validUntil",
        "remark",
      ]}
      special={{
        name: { placeholder: "对接系统的名称" },
        ownerOrgId: { control: <OrganizationSelect />, hint: "默认可见该组织及下级的数据" },
        ownerUserId: "离职后账号自动停用",
        actAsUserId: "填写后按该用户的数据范围返回，建议使用系统账号",
        interfaceIds: { full: true, control: <InterfaceSelect />, hint: "只能授权您自己有权调用的接口" },
        ipAllow: {
          full: true,
          control: (
            <Select
              mode="tags"
              open={false}
              suffixIcon={null}
              tokenSeparators={[",", "，", " ", "\n"]}
              placeholder="如 10.2.0.0/16"
            />
          ),
          hint: "IP 或网段（CIDR），支持 IPv4 与 IPv6，回车分隔；空为不限",
        },
        ratePerMin: { unit: "次/分" },
        validUntil: "空为长期有效；当天仍有效",
        remark: { rows: 2 },
      }}
      onCreated={setKeys}
      onClose={onClose}
    />
  );
}
