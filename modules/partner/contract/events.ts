import { event } from "@ops/platform/contract";
import { z } from "zod";

const told = z.object({ partnerId: z.string(), at: z.iso.datetime() });
const ofPartner = ({ partnerId }: { partnerId: string }) => partnerId;

/** The partner has stopped working, by 暂停 or by 清退 of a working partner. The cascade then handles its records. */
export const partnerSuspended = event("partner.suspended", told, ofPartner);
/** The partner works again. The effects of the cascade are undone from now on. */
export const partnerRestored = event("partner.restored", told, ofPartner);
/** The active 权限开关 have changed. */
export const partnerFlagsChanged = event("partner.flagsChanged", told, ofPartner);
