import { type ApiClient, editApiClient } from "@ops/authority/contract";
import { fieldsOf } from "@ops/platform/web";
import { Select } from "antd";
import { OrganizationSelect } from "../organization/OrganizationSelect.tsx";
import { ClientPersonSelect } from "./ClientPersonSelect.tsx";
import { InterfaceSelect } from "./InterfaceSelect.tsx";

import "./api-client.css";

// the making asks for the same fields
const { TextField, TextAreaField, NumberField, DayField, CustomField } = fieldsOf(editApiClient);

/** What is asked for at the making and at every change. */
export function ClientFields({ client }: { readonly client?: ApiClient }) {
  const owner = client && { id: client.ownerUserId, userName: client.ownerUserName };
  const lender = client?.actAsUserId ? { id: client.actAsUserId, userName: client.actAsUserName ?? "" } : undefined;
  return (
    <>
      <TextField name="name" placeholder="对接系统的名称" />
      <CustomField name="ownerOrgId" hint="默认可见该组织及下级的数据">
        <OrganizationSelect />
      </CustomField>
      <CustomField name="ownerUserId" hint="离职后账号自动停用">
        <ClientPersonSelect known={owner} />
      </CustomField>
      <CustomField name="actAsUserId" hint="填写后按该用户的数据范围返回，建议使用系统账号">
        <ClientPersonSelect lends known={lender} />
      </CustomField>
      <CustomField name="interfaceIds" full hint="只能授权您自己有权调用的接口">
        <InterfaceSelect />
      </CustomField>
      <CustomField name="ipAllow" full hint="IP 或网段（CIDR），支持 IPv4 与 IPv6，回车分隔；空为不限">
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[",", "，", " ", "\n"]}
          placeholder="如 10.2.0.0/16"
        />
      </CustomField>
      <NumberField name="ratePerMin" unit="次/分" min={1} max={100_000} />
      <DayField name="validUntil" hint="空为长期有效；当天仍有效" />
      <TextAreaField name="remark" rows={2} />
    </>
  );
}
