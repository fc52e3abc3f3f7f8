import { pages as authorityPages } from "@ops/authority/web";
import { pages as partnerPages } from "@ops/partner/web";
import { type OverlayTable, type PageTable, pages as platformPages } from "@ops/platform/web";
import { overlays as vehicleOverlays, pages as vehiclePages } from "@ops/vehicle/web";

/** The pages of every module; the only file of the console that knows them all. */
export const pages: PageTable = { ...platformPages, ...authorityPages, ...vehiclePages, ...partnerPages };

/** What modules show over any page, by the word of the address that asks for it. */
export const overlays: OverlayTable = vehicleOverlays;
