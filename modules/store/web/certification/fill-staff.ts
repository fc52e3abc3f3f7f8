import { goTo, partsOf } from "@ops/platform/web";
import { listCertifications, listPostStandards, STAFF_PAGE } from "@ops/store/contract";
import { addToStaff, staffPageTabs } from "../staff/staff-slots.ts";

const CertificatesTab = partsOf(() => import("./CertificatesTab.tsx")).standing("CertificatesTab");

const standards = { label: "岗位标准", needs: listPostStandards, run: () => goTo(`${STAFF_PAGE}?postStandards=all`) };

/** Puts certificates into the page of a person, and their standards above the list of people. */
export function fillCertificates(): void {
  addToStaff("certification", { tools: [standards] })();
  staffPageTabs.fill({
    key: "certificates",
    title: "岗位认证",
    order: 4,
    needs: listCertifications,
    Body: CertificatesTab,
  })();
}
