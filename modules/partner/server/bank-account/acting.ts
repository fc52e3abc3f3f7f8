import { acting, changeRecord, type Tx } from "@ops/platform/server";
import { bankAccountActs } from "../../contract/index.ts";
import { asApplied, lockPartner } from "../company/find.ts";
import { accountsOf, askContact, requireChangeable } from "./find.ts";
import { present } from "./present.ts";
import { type BankAccountRow, bankAccounts } from "./tables.ts";

export const bankAccountActing = acting(bankAccountActs, bankAccounts, {
  present,
  /** The partner first, then its account; whatever brings an account nearer to its use asks whether it may still change. */
  before: async (tx, account, move) => {
    const partner = await lockPartner(tx, account.partnerId);
    if (move !== "reject") requireChangeable(partner, account);
  },
  reasonIn: "stateReason",
  on: {
    /**
     * Finance has seen that the account is the company's; its contact is asked to confirm. The phone is kept with the account:
     * whoever changes the contact afterwards does not change who confirms.
     */
    approve: async (tx, { id, partnerId }) => {
      const partner = asApplied(await lockPartner(tx, partnerId));
      const text = tx.vault.open(partner.contactPhoneCipher, partner.id);
      const phone = tx.vault.seal({ field: "confirmPhone", kind: "phone", text, id });
      return { verifiedAt: tx.now, verifiedBy: tx.actor.userId, ...phone };
    },
    /** Also after the contact confirmed, as long as no settlement uses it. */
    reject: () => ({ activeFrom: null }),
  },
  after: { approve: askContact, reject: giveBack },
});

/** The one that was to end when this began goes on. */
async function giveBack(tx: Tx, { partnerId }: BankAccountRow): Promise<void> {
  const inUse = (await accountsOf(tx, partnerId)).find(({ state }) => state === "ACTIVE");
  if (inUse && inUse.activeUntil !== null) await changeRecord(tx, bankAccounts, inUse, { activeUntil: null });
}
