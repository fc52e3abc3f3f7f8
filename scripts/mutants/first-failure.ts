// A reporter that ends the run at the first failure, because one is enough to know that a fault was noticed.
import type { EventData } from "node:test";
import type { TestEvent } from "node:test/reporters";

type TestFail = EventData.TestFail;

export const FAILED = "first failure: ";

export default async function* reportFirstFailure(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== "test:fail" || isSuite(data)) continue;
    process.stdout.write(`\n${FAILED}${data.name}\n`, () => process.exit(1));
    yield "";
  }
}

/**
 * Tells whether only the suite around a failed test is reported. A suite fails by itself only if its file cannot be
 * loaded.
 */
function isSuite({ details: { type, error } }: TestFail): boolean {
  return type === "suite" && "failureType" in error && error.failureType === "subtestsFailed";
}
