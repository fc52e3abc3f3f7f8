import { type BodyOf, commonErrors, type Page, type QueryOf } from "@ops/platform/contract";
import {
  changeRecord,
  insertRecord,
  is,
  listPage,
  lockRecord,
  newId,
  requireRecord,
  type Tx,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import {
  CONTRACT_TERMS,
  contractStates,
  mainTerms,
  partnerErrors,
  partnerStates,
  termLabels,
} from "../../contract/index.ts";
import { db } from "../database.ts";
import { lockPartner } from "../partner/find.ts";
import { reachedWith } from "../partner/reached.ts";
import type { PartnerRow } from "../partner/tables.ts";
import { attach } from "./files.ts";
import { type PresentedContract, present, presentOne } from "./present.ts";
import { type ContractRow, contracts } from "./tables.ts";

type Query = QueryOf<typeof contract.listContracts>;

export async function listContracts(tx: Tx, query: Query): Promise<Page<PresentedContract>> {
  const { partnerId, kind, state, keyword } = query;
  const page = await listPage(tx, contracts, query, {
    where: [is("partnerId", partnerId), is("kind", kind), is("state", state), named(keyword)],
    orderBy: ["updatedAt", "desc"],
  });
  return { ...page, list: await present(tx, page.list) };
}

function named(keyword: string | undefined): RawBuilder<boolean> | null {
  if (!keyword) return null;
  return sql<boolean>`(position(lower(${keyword}) in lower(partner_contract.contract_no)) > 0
    or position(lower(${keyword}) in lower(partner_contract.title)) > 0)`;
}

export async function getContract(tx: Tx, id: string): Promise<PresentedContract> {
  return presentOne(tx, await requireRecord(tx, contracts, id));
}

export async function createContract(tx: Tx, body: BodyOf<typeof contract.createContract>): Promise<PresentedContract> {
  const { partnerId, contractNo, kind, prevContractId, fileIds, ...fields } = body;
  const partner = await lockPartner(tx, partnerId);
  requireOpen(partner, "新增合同");
  await requireFreeNo(tx, contractNo);
  await requirePrev(tx, { partnerId, kind, prevContractId });
  const id = newId();
  const created = await insertRecord(tx, contracts, {
    ...draftOf({ id, partnerId, contractNo, kind, prevContractId }),
    ...(await checked(tx, { kind, partnerId, terms: {} }, { ...fields, terms: fields.terms ?? {} })),
    files: await attach(tx, id, fileIds),
  });
  return presentOne(tx, created);
}

export async function editContract(
  tx: Tx,
  id: string,
  { version, fileIds, ...fields }: BodyOf<typeof contract.editContract>,
): Promise<PresentedContract> {
  const draft = await lockContract(tx, id, version, "edit");
  contractStates.next(draft.state, "edit");
  const changed = await changeRecord(tx, contracts, draft, {
    ...(await checked(tx, draft, { ...fields, terms: fields.terms ?? draft.terms })),
    files: await attach(tx, id, fileIds),
  });
  return presentOne(tx, changed);
}

type Move = keyof typeof contractStates.moves;

/**
 * The partner first, then its contract: whoever changes contracts of one partner waits for the other. A partner that goes or
 * is gone begins nothing new; what it has can still be sent back and ended.
 */
export async function lockContract(tx: Tx, id: string, version: number, move: Move): Promise<ContractRow> {
  const { partnerId } = await requireRecord(tx, contracts, id);
  const partner = await lockPartner(tx, partnerId);
  if (move !== "reject" && move !== "terminate") requireOpen(partner, `${contractStates.moves[move].label}合同`);
  return lockRecord(tx, contracts, id, version, presentOne);
}

type Key = Pick<ContractRow, "id" | "partnerId" | "contractNo" | "kind" | "prevContractId">;

/** A contract of which nothing but its place is known. */
export function draftOf(key: Key) {
  const open = { signedOn: null, brandSigner: null, partnerSigner: null, submittedBy: null, stateReason: null };
  const ahead = { effectiveOn: null, terminatedOn: null, lapsedOn: null };
  return { ...key, ...open, ...ahead, state: contractStates.initial };
}

type Written = Pick<ContractRow, "title" | "startOn" | "endOn" | "terms" | "depositFen">;

async function checked(
  tx: Tx,
  { kind, partnerId, terms }: Pick<ContractRow, "kind" | "partnerId" | "terms">,
  written: Written,
): Promise<Written> {
  if (written.endOn < written.startOn) throw partnerErrors.contractDays();
  const isNew = JSON.stringify(written.terms) !== JSON.stringify(terms);
  if (isNew && !(await reachedWith(tx, CONTRACT_TERMS, [partnerId])).has(partnerId)) throw commonErrors.forbidden();
  const hasTerms = kind === "MAIN" || kind === "SUPPLEMENT";
  return hasTerms ? written : { ...written, terms: {}, depositFen: null };
}

/** What a main contract must settle before somebody approves it. */
export function requireTerms({ kind, terms }: ContractRow): void {
  if (kind !== "MAIN") return;
  const missing = mainTerms.filter((name) => terms[name] === undefined).map((name) => termLabels[name]);
  if (missing.length > 0) throw partnerErrors.contractTerms({ list: missing.join("、") });
}

function requireOpen({ state }: PartnerRow, action: string): void {
  if (state === "EXITING" || state === "TERMINATED")
    throw partnerErrors.closed({ state: partnerStates.label(state), action });
}

export async function requireFreeNo(tx: Tx, contractNo: string): Promise<void> {
  const taken = db(tx).selectFrom("partnerContract").select("id").where("contractNo", "=", contractNo);
  if (await taken.executeTakeFirst()) throw partnerErrors.contractNo({ no: contractNo });
}

async function requirePrev(
  tx: Tx,
  { partnerId, kind, prevContractId }: Pick<Key, "partnerId" | "kind" | "prevContractId">,
) {
  if (prevContractId === null) return;
  const prev = await requireRecord(tx, contracts, prevContractId);
  if (prev.partnerId !== partnerId || prev.kind !== kind) throw partnerErrors.contractPrev();
}
