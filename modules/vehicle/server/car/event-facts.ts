import { z } from "zod";

/** What a line of the log of a car tells, as it is stored. */
export const facts = z.record(z.string(), z.json());
