import { unmask } from "@ops/platform/contract";
import { type Route, writes } from "../http/route.ts";
import { showPlain } from "./service.ts";

export const unmaskRoutes: Route[] = [writes(unmask, (tx, { body }) => showPlain(tx, body))];
