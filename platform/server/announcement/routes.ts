import * as contract from "@ops/platform/contract";
import { type Route, reads, writes } from "../http/route.ts";
import { type BelongingsOf, myAnnouncements, readAnnouncement } from "./mine.ts";
import * as service from "./service.ts";

export function announcementRoutes(belongingsOf: BelongingsOf): Route[] {
  return [
    reads(contract.listAnnouncements, (tx, { query }) => service.listAnnouncements(tx, query)),
    writes(contract.createAnnouncement, (tx, { body }) => service.createAnnouncement(tx, body)),
    writes(contract.editAnnouncement, (tx, { params, body }) => service.editAnnouncement(tx, params.id, body)),
    writes(contract.publishAnnouncement, (tx, { params, body }) =>
      service.publishAnnouncement(tx, params.id, body.version),
    ),
    writes(contract.withdrawAnnouncement, (tx, { params, body }) =>
      service.withdrawAnnouncement(tx, params.id, body.version),
    ),
    writes(contract.removeAnnouncement, (tx, { params, query }) =>
      service.removeAnnouncement(tx, params.id, query.version),
    ),
    reads(contract.myAnnouncements, (tx) => myAnnouncements(tx, belongingsOf)),
    writes(contract.readAnnouncement, (tx, { params }) => readAnnouncement(tx, params.id, belongingsOf)),
  ];
}
