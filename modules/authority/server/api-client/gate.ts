import { createHmac } from "node:crypto";
import { titleOf } from "@ops/platform/contract";
import {
  type Actor,
  countInWindow,
  type NodeAccess,
  type SignedAdmission,
  type SignedCall,
  type SignedCaller,
  SignedRefused,
  sameText,
  signedText,
  type Tx,
  unseal,
} from "@ops/platform/server";
import { sql } from "kysely";
import { isInNetworks, plainIp } from "../account/ip.ts";
import { type ClientRights, clientActor, clientRights, isOff } from "./actor.ts";
import { ClientCalls } from "./calls.ts";
import { type FoundClient, findClient } from "./lookup.ts";

const CLOCK_SECONDS = 300;
/** A signature is valid 300 s before and after its time, so its nonce must not be used again for that long. */
const NONCE_MINUTES = 10;
const LONGEST_MS = 60_000;
const MOST_KEPT = 500;

interface KeptRights {
  readonly of: string;
  readonly until: number;
  readonly rights: ClientRights;
}

/** Admits calls of other systems by AK, signature, address, nonce and rate (AU-R52). */
export class ClientGate implements SignedAdmission {
  readonly #sealingKey: Buffer;
  readonly #calls = new ClientCalls();
  readonly #rights = new Map<string, KeptRights>();

  constructor(sealingKey: Buffer) {
    this.#sealingKey = sealingKey;
  }

  connect(node: NodeAccess): void {
    this.#calls.connect(node);
  }

  disconnect(): Promise<void> {
    return this.#calls.disconnect();
  }

  /** Writes the collected calls at once, for tests. */
  flush(): Promise<void> {
    return this.#calls.flush();
  }

  async begin(call: SignedCall, node: NodeAccess): Promise<SignedCaller> {
    const client = isWellFormed(call) ? await node.read((tx) => findClient(tx, call.ak)) : null;
    if (!client) throw new SignedRefused("API_SIGNATURE");
    let keyNo: number | null = null;
    const answered: SignedCaller["answered"] = (end) => {
      const { method, path } = call.endpoint;
      const what = { method, path, name: titleOf(call.endpoint), ip: plainIp(call.ip) };
      this.#calls.add({ clientId: client.id, occurredAt: node.now(), keyNo, ...what, ...end });
    };
    if (Math.abs(node.now().getTime() / 1000 - Number(call.timestamp)) > CLOCK_SECONDS) {
      answered({ status: 401, msgCode: "API_EXPIRED", ms: 0 });
      throw new SignedRefused("API_EXPIRED");
    }
    const prove = async (bodyHash: string): Promise<Actor> => {
      keyNo = this.#keyThatSigned(call, client, { bodyHash, now: node.now() });
      if (keyNo === null) throw new SignedRefused("API_SIGNATURE");
      if (isOff(client, node.now())) throw new SignedRefused("API_CLIENT_OFF");
      if (client.ipAllow.length > 0 && !isInNetworks(call.ip, client.ipAllow.join(",")))
        throw new SignedRefused("API_IP");
      await node.commit((tx) => useNonce(tx, client, call.nonce));
      return clientActor(client, await this.#rightsOf(client, node));
    };
    return { prove, answered };
  }

  /** Finds the key that signed. Both keys are always tried, so that the time does not tell which one it was. */
  #keyThatSigned(call: SignedCall, client: FoundClient, at: { bodyHash: string; now: Date }): number | null {
    const text = signedText(call, at.bodyHash);
    const holds = (cipher: Buffer) => {
      const sk = unseal(this.#sealingKey, cipher, client.id);
      return sameText(createHmac("sha256", sk).update(text).digest("hex"), call.signature.toLowerCase());
    };
    const { previousSkCipher, previousUntil, keyNo } = client;
    const isCurrent = holds(client.skCipher);
    const isPrevious = previousSkCipher !== null && previousUntil !== null && holds(previousSkCipher);
    if (isCurrent) return keyNo;
    return isPrevious && previousUntil > at.now ? keyNo - 1 : null;
  }

  async #rightsOf(client: FoundClient, node: NodeAccess): Promise<ClientRights> {
    const of = `${client.version} ${client.permissionVersion} ${client.lenderVersion}`;
    const now = node.now().getTime();
    const kept = this.#rights.get(client.id);
    if (kept && kept.of === of && now < kept.until && kept.until - now <= LONGEST_MS) return kept.rights;
    const rights = await node.read((tx) => clientRights(tx, client));
    const until = Math.min(now + LONGEST_MS, rights.until?.getTime() ?? Number.POSITIVE_INFINITY);
    if (this.#rights.size >= MOST_KEPT) this.#rights.clear();
    this.#rights.set(client.id, { of, until, rights });
    return rights;
  }
}

function isWellFormed({ ak, nonce, signature, timestamp }: SignedCall): boolean {
  const isSignature = /^[0-9a-f]{64}$/i.test(signature);
  return /^\w{20}$/.test(ak) && /^[\w-]{8,64}$/.test(nonce) && isSignature && /^\d{10}$/.test(timestamp);
}

/** Accepts each nonce once and limits the calls per minute, over all nodes. A replay does not count. */
async function useNonce(tx: Tx, { id, ratePerMin }: FoundClient, nonce: string): Promise<void> {
  const { rows } = await sql`
    insert into api_client_nonce as n (client_id, nonce, used_at) values (${id}, ${nonce}, ${tx.now})
    on conflict (client_id, nonce) do update set used_at = excluded.used_at
      where n.used_at < excluded.used_at - make_interval(mins => ${NONCE_MINUTES}) returning 1`.execute(tx.kysely);
  if (rows.length === 0) throw new SignedRefused("API_REPLAY");
  const count = await countInWindow(tx.kysely, `apiClient:${id}`, 60, tx.now);
  if (count > ratePerMin) throw new SignedRefused("API_RATE");
}
