import {
  listPositions,
  type Organization,
  type OrganizationNode,
  organizationImport,
  organizationSheet,
} from "@ops/authority/contract";
import { ExportButton, ImportButton, useDialog, useMay, usePage, usePages } from "@ops/platform/web";
import { Button } from "antd";
import { useCallback } from "react";
import { OrganizationTree } from "../organization/OrganizationTree.tsx";
import { OrgChangeDialog, PositionDrawer } from "./lazy-dialogs.ts";
import { OrganizationPanel } from "./OrganizationPanel.tsx";
import type { ChangeKind } from "./OrgChangeDialog.tsx";
import "../organization/organization.css";

interface Changing {
  readonly kind: ChangeKind;
  readonly source: Pick<Organization, "id" | "name">;
  readonly targetId: string | null;
}

const PATH = "/AuthorityManagement/OrgManagement";

/**
 * The tree on the left, details on the right. The address names the selected organisation, so that going back finds it
 * again.
 */
export default function OrgManagementPage() {
  const pages = usePages();
  const { location } = usePage();
  const may = useMay();
  const selectedId = new URLSearchParams(location.search).get("org");
  const select = useCallback((id: string) => pages.open(`${PATH}?org=${id}`, { replace: true }), [pages]);
  const changing = useDialog<Changing>();
  const positions = useDialog<true>();
  const drop = (source: OrganizationNode, target: OrganizationNode | null) =>
    changing.open({ kind: "move", source, targetId: target?.id ?? null });

  return (
    <section className="org-page" aria-label="组织管理">
      <OrganizationTree selectedId={selectedId} onSelect={select} onMove={drop} />
      <OrganizationPanel
        id={selectedId}
        onSelect={select}
        tools={
          <>
            {may(listPositions) && <Button onClick={() => positions.open(true)}>职位管理</Button>}
            <ImportButton kind={organizationImport} />
            <ExportButton sheet={organizationSheet} query={selectedId ? { organizationId: selectedId } : {}} />
          </>
        }
      />
      {changing.value && <OrgChangeDialog {...changing.value} onClose={changing.close} />}
      {positions.value && <PositionDrawer onClose={positions.close} />}
    </section>
  );
}
