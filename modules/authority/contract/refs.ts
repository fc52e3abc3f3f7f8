import { refKind } from "@ops/platform/contract";
import { RolePage, UserPage } from "./pages.ts";

const account = {
  hint: "姓名 / 完整手机号 / 完整工号",
  page: { address: UserPage, needs: "authority:user:view" },
} as const;

/** Anybody with an account, in any state. */
export const PersonRef = refKind("person", { entity: "用户", ...account });

/** A person whose account is in use, for fields that give somebody a task. */
export const ActivePersonRef = refKind("activePerson", { entity: "在职用户", ...account });

const place = { entity: "组织", hint: "名称、编码、拼音或首字母" };

/** An organisation in scope. Disabled ones are not offered, but each call decides whether it accepts them. */
export const OrganizationRef = refKind("organization", place);

/** An enabled organisation; disabled ones are refused. */
export const EnabledOrganizationRef = refKind("enabledOrganization", place);

export const PositionRef = refKind("position", { entity: "职位", hint: "请选择职位" });

const role = {
  entity: "角色",
  hint: "请选择角色",
  page: { address: RolePage, needs: "authority:role:list" },
} as const;

/** A role that the reader sees: one that the reader may grant, or one that was made in the reader's scope. */
export const RoleRef = refKind("role", role);

/** A role that is enabled. */
export const EnabledRoleRef = refKind("enabledRole", role);

/** A program that calls with a key. */
export const ApiClientRef = refKind("apiClient", { entity: "接口账号", hint: "请选择" });

const known = { entity: "人员", hint: "输入姓名或工号查找", page: account.page };

/** A person who may be responsible for a program. */
export const ClientOwnerRef = refKind("clientOwner", known);

/** A person whose rights a program may use. */
export const ClientLenderRef = refKind("clientLender", known);
