import { type AuthorityTestApp, testApp as authorityApp } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import type { Module } from "@ops/platform/server";
import { vehicleModule } from "@ops/vehicle/server";
import { storeModule } from "./index.ts";

export * from "./testing-files.ts";
export * from "./testing-projects.ts";
export * from "./testing-staff.ts";
export * from "./testing-stores.ts";

/** Declares the app of a test file with the modules below, this module and these. */
export function testApp(...modules: Module[]): AuthorityTestApp {
  return authorityApp(vehicleModule, partnerModule, storeModule, ...modules);
}
export * from "./testing-hire.ts";
