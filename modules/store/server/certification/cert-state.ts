import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type CertificateState, staffCertStateOf } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { lockStaffRows } from "../staff/lock.ts";

interface Fact {
  readonly staffId: string;
  readonly state: CertificateState;
  readonly expireOn: string | null;
  readonly hasResults: boolean;
}

const inForce = (state: CertificateState) => state === "CERTIFIED" || state === "CHALLENGED";

/**
 * Notes with people what their certificates say. It follows from the certificates, so it is no change of its own. People are
 * locked, so that nobody notes what was true before.
 */
export async function noteCertStates(tx: Tx, staffIds: readonly string[]): Promise<void> {
  if (staffIds.length === 0) return;
  const staff = await lockStaffRows(tx, staffIds);
  const positions = await findRows(tx, "storePosition", { isCertRequired: true });
  const required = new Set(positions.map(({ positionCode }) => positionCode));
  const facts = Map.groupBy(await factsOf(tx, staffIds), ({ staffId }) => staffId);
  const today = dayOf(tx.now);
  const noted = staff.map(({ id, positionCode }) => {
    const certificates = facts.get(id) ?? [];
    const state = staffCertStateOf({ isRequired: required.has(positionCode), certificates, today });
    const held =
      certificates.find((one) => inForce(one.state)) ?? certificates.find(({ expireOn }) => expireOn !== null);
    return { id, state, expireOn: state === "NONE" ? null : (held?.expireOn ?? null) };
  });
  await sql`update store_staff set cert_state = noted.state, cert_expire_on = noted.expire_on
    from unnest(${noted.map(({ id }) => id)}::uuid[], ${noted.map(({ state }) => state)}::text[],
      ${noted.map(({ expireOn }) => expireOn)}::date[]) noted (id, state, expire_on)
    where store_staff.id = noted.id
      and (store_staff.cert_state, store_staff.cert_expire_on) is distinct from (noted.state, noted.expire_on)`.execute(
    tx.kysely,
  );
}

/** The certificates of the present position of each person, the latest first. */
async function factsOf(tx: Tx, staffIds: readonly string[]): Promise<Fact[]> {
  const { rows } = await sql<Fact>`select c.staff_id, c.state, c.expire_on,
      exists (select 1 from cert_result r where r.cert_id = c.id) as has_results
    from certification c join store_staff s on s.id = c.staff_id and s.position_code = c.position_code
    where c.staff_id = any(${[...staffIds]}::uuid[]) order by c.created_at desc, c.id desc`.execute(tx.kysely);
  return rows;
}
