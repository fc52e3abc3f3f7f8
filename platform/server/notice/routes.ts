import * as contract from "@ops/platform/contract";
import { type Route, reads, writes } from "../http/route.ts";
import { countUnread, listNotices, readNotices } from "./service.ts";
import { listSwitches, setSwitch } from "./switches.ts";

export const noticeRoutes: readonly Route[] = [
  reads(contract.listNotices, (tx, { query }) => listNotices(tx, query)),
  reads(contract.countUnreadNotices, (tx) => countUnread(tx)),
  writes(contract.readNotices, (tx, { body }) => readNotices(tx, body)),
  reads(contract.listNoticeSwitches, listSwitches),
  writes(contract.setNoticeSwitch, (tx, { body }) => setSwitch(tx, body)),
];
