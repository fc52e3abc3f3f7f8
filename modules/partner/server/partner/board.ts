import type { AnswerFrom } from "@ops/platform/contract";
import { listPage, reads } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { partners } from "../company/tables.ts";
import { presentPartners } from "./present.ts";

const openTask = (
  code?: string,
) => sql<boolean>`exists (select from partner_onboard_task t where t.partner_id = partner.id
  and t.mandatory and t.state <> 'DONE' and ${code === undefined ? sql`true` : sql`t.code = ${code}`})`;
const coming = sql<boolean>`partner.state = 'ONBOARDING'`;

/** The columns 待审核 → 待签约 → 准备中 → 待启用. Each partner is in exactly one of them. */
const stages: readonly { readonly stage: contract.BoardStage; readonly where: readonly RawBuilder<boolean>[] }[] = [
  { stage: "REVIEW", where: [sql<boolean>`partner.state = 'REVIEW'`] },
  { stage: "CONTRACT", where: [coming, openTask("CONTRACT")] },
  { stage: "PREPARING", where: [coming, sql<boolean>`not ${openTask("CONTRACT")}`, openTask()] },
  { stage: "READY", where: [coming, sql<boolean>`not ${openTask()}`] },
];

export const showBoard = reads(contract.showBoard, async (tx) => {
  const board: AnswerFrom<typeof contract.showBoard> = [];
  for (const { stage, where } of stages) {
    const page = await listPage(tx, partners, { pageNo: 1, pageSize: 50 }, { where, orderBy: ["updatedAt", "desc"] });
    board.push({ stage, total: page.total, partners: await presentPartners(tx, page.list) });
  }
  return board;
});
