import { actsOf } from "@ops/platform/contract";
import { Organization } from "./shape.ts";
import { organizationStates } from "./states.ts";

const SWITCH = "authority:org:disable";
const isOurs = ({ managedBy }: Organization) => managedBy === null;

export const organizationActs = actsOf(
  organizationStates,
  { path: "/user/v1/organizations", answer: Organization, number: "name" },
  {
    disable: {
      permission: SWITCH,
      audit: "停用组织",
      reason: true,
      danger: true,
      when: (it) => isOurs(it) && it.parentId !== null,
      consequence: () => "停用后不能在该组织下新增人员和下级组织。",
    },
    enable: {
      permission: SWITCH,
      audit: "启用组织",
      reason: true,
      when: (it) => isOurs(it) && it.mergedIntoName === null,
      consequence: () => "启用后恢复停用前的状态。",
    },
  },
);
export const { disable: disableOrganization, enable: enableOrganization } = organizationActs.endpoints;
