import { acting, changeRecord, type Tx } from "@ops/platform/server";
import { bankAccountActs } from "../../contract/index.ts";
import { lockPartner, requireApplied } from "../company/find.ts";
import { accountsOf, askContact, requireChangeable } from "./find.ts";
import { present } from "./present.ts";
import { type BankAccountRow, bankAccounts } from "./tables.ts";

export const bankAccountActing = acting(bankAccountActs, bankAccounts, {
  present,
  /**
   * Locks the partner before its account. Every move but a rejection requires that accounts of the partner may still
   * change.
   */
  before: async (tx, account, move) => {
    const partner = await lockPartner(tx, account.partnerId);
    if (move !== "reject") requireChangeable(partner, account);
  },
  reasonIn: "stateReason",
  on: {
    /**
     * Finance has checked that the account belongs to the company, and its contact is asked to confirm. The phone is
     * stored with the account, so that a later change of the contact does not change who confirms.
     */
    approve: async (tx, { id, partnerId }) => {
      const partner = requireApplied(await lockPartner(tx, partnerId));
      const text = tx.vault.open(partner.contactPhoneCipher, partner.id);
      const phone = tx.vault.seal({ field: "confirmPhone", kind: "phone", text, id });
      return { verifiedAt: tx.now, verifiedBy: tx.actor.userId, ...phone };
    },
    /** An account can be rejected even after its confirmation, as long as it is not in use. */
    reject: () => ({ activeFrom: null }),
  },
  after: { approve: askContact, reject: giveBack },
});

/** Keeps the account in use that would have ended when this one began. */
async function giveBack(tx: Tx, { partnerId }: BankAccountRow): Promise<void> {
  const inUse = (await accountsOf(tx, partnerId)).find(({ state }) => state === "ACTIVE");
  if (inUse && inUse.activeUntil !== null) await changeRecord(tx, bankAccounts, inUse, { activeUntil: null });
}
