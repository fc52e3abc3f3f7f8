import { type AuthorityTestApp, testApp as authorityApp } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import type { Module } from "@ops/platform/server";
import { storeModule } from "@ops/store/server";
import { vehicleModule } from "@ops/vehicle/server";
import { orderModule } from "./index.ts";

export * from "./testing-deliveries.ts";
export * from "./testing-orders.ts";
export * from "./testing-papers.ts";

/** The modules below and this one, for a further node over the database of a test. */
export const modulesUpToOrder: readonly Module[] = [vehicleModule, partnerModule, storeModule, orderModule];

/** Declares the app of a test file with the modules below, this module and these. */
export function testApp(...modules: Module[]): AuthorityTestApp {
  return authorityApp(...modulesUpToOrder, ...modules);
}
