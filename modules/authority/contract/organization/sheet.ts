import { moment, recordId, rowsLike, sheet } from "@ops/platform/contract";
import { z } from "zod";
import { organizationTree } from "./calls.ts";
import { OrganizationNode } from "./shape.ts";
import { organizationStates } from "./states.ts";

/** An organisation as a line of a file; what lies outside the reader's reach is not named. */
const OrganizationLine = OrganizationNode.omit({ hasChildren: true, parentId: true }).extend({
  parentCode: z.string().nullable(),
  parentName: z.string().nullable(),
  /** From the top that the reader sees to here. */
  pathNames: z.array(z.string()),
  regionName: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  sort: z.int(),
  createdAt: moment,
});

export const organizationSheet = sheet({
  key: "authority.organization",
  name: "组织列表",
  list: rowsLike(organizationTree, {
    query: { organizationId: recordId.optional() },
    row: OrganizationLine,
  }),
  path: "/user/v1/organizations/export",
  permission: "authority:org:export",
  columns: {
    code: "组织编码",
    name: { title: "名称", width: 24 },
    type: "类型",
    parentCode: "上级编码",
    parentName: { title: "上级组织", width: 24 },
    pathNames: { title: "组织路径", width: 48, show: ({ pathNames }) => pathNames.join(" / ") },
    leaderName: "负责人",
    regionName: { title: "省市区", width: 24 },
    address: { title: "地址", width: 32 },
    phone: "电话",
    ownPeople: { title: "本级人数", width: 10 },
    totalPeople: { title: "含下级人数", width: 12 },
    sort: "排序",
    status: { title: "状态", width: 10, words: organizationStates.states },
    createdAt: "创建时间",
  },
  filters: { organizationId: "组织及下级" },
});
