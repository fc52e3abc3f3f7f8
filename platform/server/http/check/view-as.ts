import { businessErrors, type Endpoint } from "@ops/platform/contract";
import type { Actor } from "../../actor.ts";
import type { Authenticated } from "../authenticate.ts";

const viewErrors = businessErrors("VIEW_AS", {
  readonly: "视角预览下不能执行该操作",
  ended: "视角预览已结束",
});

/**
 * Decides for whom a call is answered. A person who views the product as another one reads as that person and does
 * nothing else (AU-R26). It is decided here for every endpoint, so that none can forget it.
 */
export function actorOfCall({ actor, viewIsOver }: Authenticated, endpoint: Endpoint): Actor {
  const { seenBy } = actor;
  if (!seenBy) return actor;
  if (endpoint.viewing === "own") return seenBy;
  if (viewIsOver) throw viewErrors.ended();
  if (!onlyReads(endpoint)) throw viewErrors.readonly();
  return actor;
}

/** Tells whether a call changes nothing, and answers no file, no secret and nothing that is masked elsewhere. */
function onlyReads({ method, audit, downloads, secret, viewing, permission }: Endpoint): boolean {
  if (method !== "GET" || audit !== undefined || downloads || secret || viewing === "never") return false;
  return !/:(export|unmask|download)$/.test(permission);
}
