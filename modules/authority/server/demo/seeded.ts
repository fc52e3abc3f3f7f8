export { demoId as idOf, type Seeded, seeded } from "@ops/platform/server";
