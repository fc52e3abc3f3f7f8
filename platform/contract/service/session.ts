import { z } from "zod";
import { fieldModes } from "../record/ruled-fields.ts";
import { DefaultFilters } from "../saved-filter/default-filter.ts";
import { moment } from "../value/fields.ts";

/** The specified shapes of the signed-in person and of the menu. The authority module answers them. */
export interface MenuNode {
  key: string;
  title: string;
  path: string;
  parentId: string;
  children: MenuNode[];
  isHidden: boolean;
  component: string;
  /** Whether the page stays mounted (PF-R7); an addition to the seven specified fields. */
  keepAlive: boolean;
}
export const MenuNode: z.ZodType<MenuNode> = z.object({
  key: z.string(),
  title: z.string(),
  path: z.string(),
  parentId: z.string(),
  get children() {
    return z.array(MenuNode);
  },
  isHidden: z.boolean(),
  component: z.string(),
  keepAlive: z.boolean(),
});

export const OrganizationEntry = z.object({
  id: z.string(),
  /** `组织(职位)` */
  organizationPositionName: z.string(),
  isPrimary: z.boolean(),
  isCurrent: z.boolean(),
});
export type OrganizationEntry = z.output<typeof OrganizationEntry>;

export const UserInfo = z.object({
  id: z.string(),
  userName: z.string(),
  mobilePhone: z.string(),
  boolAdmin: z.boolean(),
  /** The active organisation; several ids joined by a comma in the union view. */
  loginOrganizationId: z.string(),
  organizationsDescription: z.string(),
  permissionCodeList: z.array(z.string()),
  /** Calls that the roles leave out although their code is held, as `GET /user/v1/users`; an addition. */
  excludedCalls: z.array(z.string()),
  /** An addition to the specification: restricted fields that cannot be edited, with their mode. */
  fieldModes: z.record(z.string(), z.enum(fieldModes)),
  organizations: z.array(OrganizationEntry),
  organizationIds: z.array(z.string()),
  position: z.array(z.string()),
  /** True while the password must be changed; survives a reload (PF-R37). */
  changePwdStatus: z.boolean(),
  /** Why it must be changed; empty when it need not. */
  changePwdReason: z.string(),
  /** The filters with which lists open. They are sent here, so that they are known before the first list loads. */
  defaultFilters: DefaultFilters,
  /**
   * An addition to the specification: set while another person views the product as this one (AU-R26), with the viewer
   * and the end.
   */
  viewAs: z.object({ viewerName: z.string(), post: z.string(), endsAt: moment }).nullable(),
});
export type UserInfo = z.output<typeof UserInfo>;
