import assert from "node:assert/strict";
import type { AuthorityTestApp } from "@ops/authority/server/testing";
import type { Module } from "@ops/platform/server";
import * as contract from "../contract/index.ts";
import type { PartnerRow } from "./company/tables.ts";
import { partnerModule } from "./index.ts";
import { givenContract, givenTerms } from "./testing-contracts.ts";
import { givenPartner } from "./testing-data.ts";
import { givenPapers } from "./testing-papers.ts";

const codes = ["partner:partner:suspend", "partner:partner:resume", "partner:suspension:view"];

/** Why a partner of `givenSuspendable` is suspended. */
export const SUSPENSION_REASON = "多次违规，责令整改";

type Flag = NonNullable<(typeof givenTerms)["flags"]>[number];

interface Chosen {
  readonly kind: string;
  readonly action: string;
  readonly receiverId: string | null;
}

/** Makes a partner under contract whose manager suspends and resumes it, with a second person who confirms. */
export async function givenSuspendable(app: AuthorityTestApp, flag: Flag, wishes: Partial<PartnerRow> = {}) {
  const [manager, second] = [await app.signIn({ permissions: codes }), await app.signIn({ permissions: codes })];
  const partner = await givenPartner(app, { managerId: manager.user.id, ...wishes });
  await givenContract(app, partner, { terms: { ...givenTerms, flags: [flag] } });
  await givenPapers(app, partner);
  const params = { id: partner.id };
  const preview = async () => {
    const body = { reason: SUSPENSION_REASON, fileIds: [] };
    return (await manager.call(contract.previewSuspension, { params, body })).data;
  };
  const confirm = async (...plan: Chosen[]) => {
    const { version } = await preview();
    const sent = await manager.call(contract.submitSuspension, { params, body: { plan, version } });
    assert.equal(sent.msg, "");
    const confirmed = { params: { id: sent.data.id }, body: { version: sent.data.version } };
    assert.equal((await second.call(contract.confirmSuspension, confirmed)).msg, "");
    return sent.data.id;
  };
  const bringBack = async () => {
    const [row] = await app.rows<{ version: number }>("select version from partner where id = $1", [partner.id]);
    const body = { reason: "整改完成", version: row?.version ?? 0 };
    return (await manager.call(contract.resumePartner, { params, body })).msgCode;
  };
  return {
    partner,
    manager,
    preview,
    /** Submits the suspension and confirms it; it has not been executed yet. */
    confirm,
    execute: (id: string) => runPartnerJob(app, "partner.suspensionExecute", { id }),
    /** Resumes the partner, and answers why not. */
    bringBack,
    undo: (id: string) => runPartnerJob(app, "partner.suspensionUndo", { id }),
  };
}

/** Runs a job of this module as a worker does. */
export async function runPartnerJob(app: AuthorityTestApp, name: string, payload: object): Promise<void> {
  const { jobs = [] }: Module = partnerModule;
  const found = jobs.find((one) => one.name === name);
  assert.ok(found);
  await found.run({ step: (act) => app.arrange(act) }, payload);
}
