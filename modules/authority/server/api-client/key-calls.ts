import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, newId, selvesOf, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { apiClientStates } from "../../contract/index.ts";
import { bumpRights } from "../rights/bump.ts";
import type { AuthorityContext } from "../settings.ts";
import { requireFreeName } from "./free-name.ts";
import { newAk, newSk } from "./keys.ts";
import { shown } from "./present.ts";
import { assertMayHold, checkAddresses, checkValidUntil } from "./rules.ts";
import { apiClients } from "./tables.ts";

/** The calls that create a key, which is sealed with the key of this server. */
export function keyCalls({ settings: { sealingKey } }: AuthorityContext) {
  return {
    createApiClient: writes(contract.createApiClient, (tx, { body }) => createClient(tx, body, sealingKey)),
    rotateApiClient: writes(contract.rotateApiClient, (tx, { params, body }) =>
      rotateKey(tx, params.id, body, sealingKey),
    ),
  };
}

async function createClient(tx: Tx, body: BodyOf<typeof contract.createApiClient>, sealingKey: Buffer) {
  checkAddresses(body.ipAllow);
  checkValidUntil(tx, body.validUntil);
  await assertMayHold(tx, body);
  await requireFreeName(tx, body.name);
  const id = newId();
  const { sk, stored } = newSk(sealingKey, id);
  const ak = newAk();
  await insertRecord(tx, apiClients, {
    id,
    ak,
    ...stored,
    ...body,
    interfaceIds: [...new Set(body.interfaceIds)],
    status: "ACTIVE",
    keyHolderIds: [...selvesOf(tx)],
  });
  tx.trail.summary = `授权接口${body.interfaceIds.length}个`;
  await bumpRights(tx, []);
  return { id, ak, sk };
}

/**
 * Makes a new key that works at once. The former key works for the wanted
 * hours (AU-R54). The actor counts as a holder of the key.
 */
async function rotateKey(
  tx: Tx,
  id: string,
  { overlapHours, version }: BodyOf<typeof contract.rotateApiClient>,
  sealingKey: Buffer,
) {
  const row = await lockRecord(tx, apiClients, id, version, shown);
  apiClientStates.next(row.status, "rotate");
  await assertMayHold(tx, row);
  const { sk, stored } = newSk(sealingKey, id);
  const previousUntil = overlapHours === 0 ? null : new Date(tx.now.getTime() + overlapHours * 3_600_000);
  const previousSkCipher = previousUntil && row.skCipher;
  const holders = { keyHolderIds: [...selvesOf(tx)], previousHolderIds: previousUntil ? row.keyHolderIds : [] };
  const changes = { ...stored, previousSkCipher, previousUntil, keyNo: row.keyNo + 1, rotatedAt: tx.now, ...holders };
  await changeRecord(tx, apiClients, row, changes);
  return { ak: row.ak, sk, previousUntil };
}
