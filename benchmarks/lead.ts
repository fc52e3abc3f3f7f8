import { join } from "node:path";
import {
  dayRange,
  endpoint,
  fen,
  idParams,
  listQuery,
  maskedPhone,
  moment,
  pageOf,
  requiredText,
  sheet,
  sortable,
  version,
} from "@ops/platform/contract";
import {
  databaseOf,
  defineModule,
  exportsList,
  insertRecord,
  is,
  listPage,
  type RecordRow,
  reads,
  requireRecord,
  wholeList,
  within,
  writes,
} from "@ops/platform/server";
import { z } from "zod";

/** An entity as the business modules have them, for the benchmarks: a list, a detail and a write through the real kernel. */
interface LeadRow extends RecordRow {
  deletedAt: Date | null;
  orgId: string;
  ownerId: string;
  leadNo: string;
  customerName: string;
  phone: string;
  gender: string;
  city: string;
  level: string;
  status: string;
  source: string;
  model: string;
  budgetFen: number;
  remark: string | null;
}

const { table } = databaseOf<{ benchLead: LeadRow }>();
const leads = table("benchLead", {
  entity: "线索",
  scope: { organization: "orgId", owner: "ownerId" },
  softDelete: true,
  number: "leadNo",
  labels: {
    leadNo: "线索编号",
    customerName: "客户姓名",
    phone: "手机号",
    city: "城市",
    level: "等级",
    status: "状态",
  },
  masked: { phone: (text) => `${text.slice(0, 3)}****${text.slice(-4)}` },
});

const Lead = z.object({
  id: z.string(),
  version,
  leadNo: z.string(),
  customerName: z.string(),
  phone: maskedPhone,
  gender: z.string(),
  city: z.string(),
  level: z.string(),
  status: z.string(),
  source: z.string(),
  model: z.string(),
  budgetFen: fen,
  remark: z.string().nullable(),
  orgId: z.string(),
  ownerId: z.string(),
  createdAt: moment,
  updatedAt: moment,
});

export const LEAD_VIEW = "bench:lead:view";
export const LEAD_EDIT = "bench:lead:edit";
const LEAD_EXPORT = "bench:lead:export";

const listLeads = endpoint({
  method: "GET",
  path: "/bench/v1/leads",
  title: "线索列表",
  permission: LEAD_VIEW,
  query: listQuery.extend({
    status: z.string().max(20).optional(),
    city: z.string().max(20).optional(),
    ...sortable("createdAt", "leadNo"),
  }),
  answer: pageOf(Lead),
});

const getLead = endpoint({
  method: "GET",
  path: "/bench/v1/leads/{id}",
  title: "线索详情",
  permission: LEAD_VIEW,
  params: idParams,
  answer: Lead,
});

const short = z.string().max(20);
const createLead = endpoint({
  method: "POST",
  path: "/bench/v1/leads",
  audit: "新建线索",
  permission: LEAD_EDIT,
  body: z.object({
    leadNo: requiredText("线索编号", 30),
    customerName: requiredText("客户姓名", 40),
    phone: short,
    gender: short,
    city: short,
    level: short,
    status: short,
    source: short,
    model: short,
    budgetFen: fen,
    remark: z.string().max(200).nullable(),
  }),
  answer: Lead,
});

/** The same rows with all twenty columns of the table, for the export. */
const wholeLeads = endpoint({
  ...listLeads,
  path: "/bench/v1/wholeLeads",
  query: listQuery.extend({ createdAt: dayRange.optional(), ...sortable("createdAt") }),
  answer: pageOf(Lead.extend({ createdBy: z.string(), updatedBy: z.string(), deletedAt: moment.nullable() })),
});

export const leadColumns = {
  id: "主键",
  version: "版本",
  leadNo: "线索编号",
  customerName: "客户姓名",
  phone: "手机号",
  gender: "性别",
  city: "城市",
  level: "等级",
  status: "状态",
  source: "来源",
  model: "车型",
  budgetFen: "预算",
  remark: "备注",
  orgId: "组织",
  ownerId: "负责人",
  createdAt: "创建时间",
  createdBy: "创建人",
  updatedAt: "更新时间",
  updatedBy: "更新人",
  deletedAt: "删除时间",
};

const leadSheet = sheet({
  key: "bench.lead",
  name: "线索列表",
  list: wholeLeads,
  path: "/bench/v1/leads/export",
  permission: LEAD_EXPORT,
  columns: leadColumns,
  filters: { createdAt: "创建时间" },
});

/** 线索 of the benchmarks. */
export const leadModule = defineModule({
  name: "bench",
  migrations: join(import.meta.dirname, "migrations"),
  exports: [
    exportsList(leadSheet, (tx, query) =>
      wholeList(tx, leads, query, {
        where: [within("createdAt", query.createdAt)],
        orderBy: ["createdAt", "desc"],
        show: async (_tx, rows) => rows,
      }),
    ),
  ],
  routes: [
    reads(listLeads, (tx, { query }) =>
      listPage(tx, leads, query, {
        where: [is("status", query.status), is("city", query.city)],
        orderBy: ["createdAt", "desc"],
      }),
    ),
    reads(getLead, (tx, { params }) => requireRecord(tx, leads, params.id)),
    writes(createLead, (tx, { body }) => {
      const [orgId = tx.actor.userId] = tx.actor.organizationIds;
      return insertRecord(tx, leads, { ...body, orgId, ownerId: tx.actor.userId });
    }),
  ],
});
