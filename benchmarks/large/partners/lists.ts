import { type AskedList, inTurn, scenariosOf } from "../asked-lists.ts";
import { DEEP, pageOf } from "../kind.ts";
import type { KnownPartners } from "./known.ts";

const partners = "/partner/v1/partners";
const staffs = "/partner/v1/staffs";
const contracts = "/partner/v1/contracts";

const partnerOf = ({ partnerIds }: KnownPartners, round: number): string => inTurn(partnerIds, round);

const asAdministrator: readonly AskedList<KnownPartners>[] = [
  { name: "partners, unfiltered", path: () => pageOf(partners) },
  { name: "partners, page 3", path: () => pageOf(partners, { pageNo: 3 }) },
  { name: "partners by name", path: () => pageOf(partners, { keyword: "规模伙伴1" }) },
  { name: "partners by USCC", path: ({ uscc }) => pageOf(partners, { uscc }) },
  { name: "partners of a kind", path: () => pageOf(partners, { kind: "AGENT" }) },
  { name: "partners of a region", path: ({ regionId }) => pageOf(partners, { regionId }) },
  { name: "partners suspended", path: () => pageOf(partners, { state: "SUSPENDED" }) },
  { name: "partners, contract ending within 30 days", path: () => pageOf(partners, { contractEnd: "30" }) },
  { name: "partners, papers expired", path: () => pageOf(partners, { papers: "EXPIRED" }) },
  { name: "partners at risk", path: () => pageOf(partners, { riskTag: "PAPER" }) },
  { name: "the cards above the partners", path: () => `${partners}/cards` },
  { name: "a partner", path: (known, round) => `${partners}/${partnerOf(known, round)}` },
  { name: "staff, unfiltered", path: () => pageOf(staffs) },
  { name: "staff, page 10", path: () => pageOf(staffs, { pageNo: DEEP }) },
  { name: "staff of a partner", path: (known, round) => pageOf(staffs, { partnerId: partnerOf(known, round) }) },
  { name: "staff by number", path: ({ staffNo }) => pageOf(staffs, { staffNo }) },
  { name: "staff by name", path: () => pageOf(staffs, { name: "王伟" }) },
  { name: "staff by phone", path: () => pageOf(staffs, { phone: "13700000000" }) },
  { name: "staff in training", path: () => pageOf(staffs, { state: "TRAINING" }) },
  { name: "staff frozen by hand", path: () => pageOf(staffs, { freezeSource: "MANUAL" }) },
  { name: "staff with a usable account", path: () => pageOf(staffs, { account: "USABLE" }) },
  { name: "staff not signed in for 60 days", path: () => pageOf(staffs, { lastLogin: "OVER_60" }) },
  { name: "staff, certificates expired", path: () => pageOf(staffs, { certStanding: "EXPIRED" }) },
  { name: "staff counted by state", path: () => `${staffs}/counts` },
  { name: "contracts, unfiltered", path: () => pageOf(contracts) },
  { name: "contracts of a partner", path: (known, round) => pageOf(contracts, { partnerId: partnerOf(known, round) }) },
];

const asManager: readonly AskedList<KnownPartners>[] = [
  { name: "region manager: partners, unfiltered", path: () => pageOf(partners) },
  { name: "region manager: the cards", path: () => `${partners}/cards` },
  { name: "region manager: staff, unfiltered", path: () => pageOf(staffs) },
  { name: "region manager: staff counted by state", path: () => `${staffs}/counts` },
];

export const partnerLists = scenariosOf({ asAdministrator, asManager });
