import { getFileContent, type QueryOf } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { hmac, sameText } from "../secret/crypto.ts";

export const ADDRESS_SECRET = "file-address";
const VALID_MS = 300_000;

/**
 * Makes an address that opens this file for five minutes for everybody who has it, because an image tag cannot sign in.
 */
export async function signedAddress(tx: Tx, fileId: string): Promise<{ url: string; expiresAt: Date }> {
  const expiresAt = new Date(Math.floor(tx.now.getTime() / 1000) * 1000 + VALID_MS);
  const expires = String(expiresAt.getTime());
  const said = { expires, by: tx.actor.userId, at: tx.actor.organizationIds.join(",") };
  const signature = signatureOf(await keyOf(tx), fileId, said);
  const path = getFileContent.path.replace("{id}", fileId);
  return { url: `${path}?${new URLSearchParams({ ...said, signature })}`, expiresAt };
}

export type SignedAddress = QueryOf<typeof getFileContent>;

/** Made by us for this very file and this very person, and not too old. */
export async function isGenuine(tx: Tx, fileId: string, address: SignedAddress): Promise<boolean> {
  const isFresh = Number(address.expires) >= tx.now.getTime();
  return isFresh && sameText(signatureOf(await keyOf(tx), fileId, address), address.signature);
}

const signatureOf = (key: Buffer, fileId: string, { expires, by, at }: Omit<SignedAddress, "signature">) =>
  hmac(key, `file:${fileId}:${expires}:${by}:${at}`);

async function keyOf({ kysely }: Tx): Promise<Buffer> {
  const { rows } = await sql<{ value: Buffer }>`
    select value from server_secret where name = ${ADDRESS_SECRET}`.execute(kysely);
  const [secret] = rows;
  if (!secret) throw new Error("there is no key for file addresses");
  return secret.value;
}
