import { PersonRef } from "@ops/authority/contract";
import {
  changeRecord,
  countRefusal,
  findFiles,
  get,
  lockRecord,
  presenterOf,
  presentOne,
  refNames,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { customerErrors } from "../../contract/index.ts";
import { requireId } from "./identity.ts";
import { customerOfPhone } from "./of-phone.ts";
import { type CustomerRow, customers } from "./tables.ts";
import { tellChanged } from "./tell-changed.ts";

const presentCustomer = presentOne(
  presenterOf(customers, contract.Customer, async (tx, rows) => {
    const people = rows.flatMap(({ identityVerifiedBy }) => identityVerifiedBy ?? []);
    const names = await refNames(tx, PersonRef, people);
    const isClear = tx.actor.can(contract.unmaskCustomer.code); // a photo shows the number that is masked
    const files = isClear
      ? await findFiles(
          tx,
          rows.flatMap(({ identityFileIds }) => identityFileIds),
        )
      : [];
    return ({ identityVerifiedBy, identityFileIds }) => ({
      identityVerifiedByName: (identityVerifiedBy && names.get(identityVerifiedBy)) || null,
      identityFiles: files.filter(({ id }) => identityFileIds.includes(id)),
    });
  }),
);

export const getCustomer = get(contract.getCustomer, customers, presentCustomer);

/** Changes what is told. Another name or number has to be compared with the original anew (OR-R5). */
export const editCustomer = writes(contract.editCustomer, async (tx, { params, body }) => {
  const { version, ...told } = body;
  const customer = await lockRecord(tx, customers, params.id, version, presentCustomer);
  if (told.phone) await requireFreePhone(tx, customer, told.phone);
  if (told.idNo) await requireId(tx, customer, told.idNo);
  const changed = await changeRecord(tx, customers, customer, { ...told, ...unverifiedBy(tx, customer, told) });
  await tellChanged(tx, customer);
  return presentCustomer(tx, changed);
});

interface Told {
  readonly name?: string | undefined;
  readonly idNo?: string | undefined;
}

function unverifiedBy(tx: Tx, { nameHash, idNoHash }: CustomerRow, { name, idNo }: Told) {
  const isSameName = name === undefined || nameHash.equals(tx.vault.hash("name", name));
  const isSameNumber = idNo === undefined || idNoHash?.equals(tx.vault.hash("idCard", idNo));
  return isSameName && isSameNumber ? {} : { identityVerifiedAt: null, identityVerifiedBy: null, identityFileIds: [] };
}

async function requireFreePhone(tx: Tx, { id, type }: CustomerRow, phone: string): Promise<void> {
  await countRefusal(tx, { table: customers, field: "phone", text: phone }, async () => {
    const other = await customerOfPhone(tx, { type, phone });
    if (other && other.id !== id) throw customerErrors.customerPhone();
  });
}
