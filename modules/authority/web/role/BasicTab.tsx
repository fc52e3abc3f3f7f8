import { editRole, PersonRef, RoleDraft, RoleRef } from "@ops/authority/contract";
import { RefPicker, RefsPicker, useDict } from "@ops/platform/web";
import { Form, Input, InputNumber, Select } from "antd";
import type { TabProps } from "./tab-props.ts";

export function BasicTab({ role, draft, readOnly, onChange }: TabProps) {
  const orgTypes = useDict("organization_type");
  const partnerKinds = useDict("partner_kind");
  const issues = RoleDraft.safeParse(draft).error?.issues ?? [];
  const issueOf = (field: keyof RoleDraft) => {
    const help = issues.find(({ path }) => path[0] === field)?.message;
    return help ? ({ help, validateStatus: "error" } as const) : {};
  };
  const set = (changes: Partial<RoleDraft>) => onChange({ ...draft, ...changes });
  const textOrNull = (text: string) => (text === "" ? null : text);

  return (
    <Form layout="vertical" disabled={readOnly} className="contract-form role-basic">
      <div className="form-grid">
        <Form.Item label="角色名称" required {...issueOf("name")}>
          <Input aria-label="角色名称" value={draft.name} onChange={({ target }) => set({ name: target.value })} />
        </Form.Item>
        <Form.Item label="角色编码">
          <Input aria-label="角色编码" value={role.code} disabled />
        </Form.Item>
        <Form.Item label="分类" {...issueOf("category")}>
          <Input
            aria-label="分类"
            value={draft.category ?? ""}
            placeholder="请输入"
            onChange={({ target }) => set({ category: textOrNull(target.value) })}
          />
        </Form.Item>
        <OwnerItem role={role} draft={draft} onChange={onChange} />
        <Form.Item label="最长授予天数" extra="留空表示不限" {...issueOf("maxDays")}>
          <InputNumber
            aria-label="最长授予天数"
            className="form-wide"
            min={1}
            max={3650}
            precision={0}
            placeholder="不限"
            value={draft.maxDays}
            onChange={(maxDays) => set({ maxDays })}
          />
        </Form.Item>
        <Form.Item label="适用组织类型" extra="留空表示全部类型">
          <Select
            aria-label="适用组织类型"
            mode="multiple"
            placeholder="全部类型"
            options={orgTypes.options.map((option) => ({ ...option }))}
            value={draft.exclusiveOrgTypes}
            onChange={(exclusiveOrgTypes) => set({ exclusiveOrgTypes })}
          />
        </Form.Item>
        <Form.Item label="可授予伙伴" extra="合作伙伴模块可将本角色授予所选类型伙伴的员工，留空表示不可授予">
          <Select
            aria-label="可授予伙伴"
            mode="multiple"
            placeholder="不可授予"
            options={partnerKinds.options.map((option) => ({ ...option }))}
            value={draft.partnerKinds}
            onChange={(kinds) => set({ partnerKinds: kinds })}
          />
        </Form.Item>
        <GrantableItem role={role} draft={draft} onChange={onChange} />
        <Form.Item className="form-full" label="描述" {...issueOf("description")}>
          <Input.TextArea
            aria-label="描述"
            rows={3}
            placeholder="请输入"
            value={draft.description ?? ""}
            onChange={({ target }) => set({ description: textOrNull(target.value) })}
          />
        </Form.Item>
      </div>
    </Form>
  );
}

type ItemProps = Pick<TabProps, "role" | "draft" | "onChange">;

/** Chooses the person who is responsible for the role, by name, phone or staff number. */
function OwnerItem({ role, draft, onChange }: ItemProps) {
  const { ownerUserId } = role.draft;
  const known = ownerUserId && role.ownerName ? [{ value: ownerUserId, label: role.ownerName }] : [];
  return (
    <Form.Item label="角色负责人" extra="风险为高或极高时必填">
      <RefPicker
        kind={PersonRef.kind}
        by={editRole.permission}
        label="角色负责人"
        placeholder="输入姓名、手机号或工号查找"
        known={known}
        value={draft.ownerUserId}
        onChange={(chosen) => onChange({ ...draft, ownerUserId: chosen })}
      />
    </Form.Item>
  );
}

/** Chooses the roles that holders may grant if they have the right to grant. */
function GrantableItem({ role, draft, onChange }: ItemProps) {
  const named = draft.grantableRoleIds.map((id) => ({ value: id, label: role.grantableRoleNames[id] }));
  return (
    <Form.Item className="form-full" label="可授予角色" extra="持有本角色且有授权权限的人可以授予他人的角色">
      <RefsPicker
        kind={RoleRef.kind}
        by={editRole.permission}
        label="可授予角色"
        placeholder="不能授予任何角色"
        known={named.flatMap(({ value, label }) => (label ? [{ value, label }] : []))}
        value={draft.grantableRoleIds}
        onChange={(grantableRoleIds) => onChange({ ...draft, grantableRoleIds })}
      />
    </Form.Item>
  );
}
