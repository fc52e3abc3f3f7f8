import { type AuthorityTestApp, testApp as authorityApp } from "@ops/authority/server/testing";
import type { Module } from "@ops/platform/server";
import { partnerModule } from "./index.ts";

export * from "./testing-calendar.ts";
export * from "./testing-contracts.ts";
export * from "./testing-data.ts";
export * from "./testing-papers.ts";
export * from "./testing-staff.ts";
export * from "./testing-suspension.ts";

/** Declares the app of a test file with authority, partner and these modules. */
export function testApp(...modules: Module[]): AuthorityTestApp {
  return authorityApp(partnerModule, ...modules);
}
