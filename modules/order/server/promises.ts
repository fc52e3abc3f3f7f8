import { promisesOf } from "@ops/authority/server/testing";

/** What the tests over all endpoints cannot guess. */
export const promises = promisesOf({ kinds: {}, paths: {} });
