import { ref, rowsLike, sheet, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { OrganizationRef } from "../refs.ts";
import { organizationTree } from "./calls.ts";
import { Organization, OrganizationNode } from "./shape.ts";

/** An organisation as a line of a file. Organisations outside of the reader's scope are not named. */
const OrganizationLine = OrganizationNode.omit({ hasChildren: true, parentId: true }).extend({
  parentCode: withMeta(z.string().nullable(), { label: "上级编码" }),
  ...Organization.pick({ parentName: true, pathNames: true, address: true, phone: true, sort: true, createdAt: true })
    .shape,
  regionName: withMeta(z.string().nullable(), { label: "省市区" }),
});

export const organizationSheet = sheet({
  key: "authority.organization",
  name: "组织列表",
  list: rowsLike(organizationTree, {
    query: { organizationId: ref(OrganizationRef, "组织及下级").optional() },
    row: OrganizationLine,
  }),
  path: "/user/v1/organizations/export",
  permission: "authority:org:export",
  columns: {
    code: true,
    name: { width: 24 },
    type: true,
    parentCode: true,
    parentName: { width: 24 },
    pathNames: { width: 48, show: ({ pathNames }) => pathNames.join(" / ") },
    leaderName: true,
    regionName: { width: 24 },
    address: { width: 32 },
    phone: true,
    ownPeople: { title: "本级人数", width: 10 },
    totalPeople: { title: "含下级人数", width: 12 },
    sort: true,
    status: { width: 10 },
    createdAt: true,
  },
});
