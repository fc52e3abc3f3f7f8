import { findAccountByPhone, personNames } from "@ops/authority/server";
import { refAmong, type Tx } from "@ops/platform/server";
import { ChannelManagerRef, partnerErrors } from "../../contract/index.ts";
import { brandHolders } from "../company/holders.ts";

/** People of the brand with this permission can be managers of partners. */
const MANAGER_CODE = "partner:onboard:handle";

export async function mayManage(tx: Tx, managerId: string): Promise<boolean> {
  return (await brandHolders(tx, MANAGER_CODE)).includes(managerId);
}

export async function requireManager(tx: Tx, managerId: string): Promise<void> {
  if (!(await mayManage(tx, managerId))) throw partnerErrors.manager();
}

/** Finds managers. Everybody may know their names; files identify them by the whole phone number. */
export const managerRefs = refAmong(ChannelManagerRef, {
  choices: async (tx) => {
    const names = [...(await personNames(tx, await brandHolders(tx, MANAGER_CODE)))];
    const choices = names.map(([id, name]) => ({ id, name, no: null, note: null }));
    return choices.toSorted((a, b) => a.name.localeCompare(b.name, "zh"));
  },
  names: personNames,
  refusal: partnerErrors.manager,
  means: async (tx, phone) => (await findAccountByPhone(tx, phone))?.id ?? null,
});
