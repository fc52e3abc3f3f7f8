import { listDictEntries } from "@ops/platform/contract";
import { reads } from "../http/route.ts";
import { entriesByCodes } from "./service.ts";

export const dictRoutes = [reads(listDictEntries, (tx, { query }) => entriesByCodes(tx, query))];
