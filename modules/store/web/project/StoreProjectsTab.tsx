import { columnsOf, DotText, PagedTable, useOpened, usePaged } from "@ops/platform/web";
import { listProjects, type Project, projectRisks, type StoreDetail } from "@ops/store/contract";
import { Button } from "antd";
import { ProgressBar, riskTones, slipText } from "./project-columns.tsx";

/** 项目 of a store: those that have built, changed or moved it. */
export function StoreProjectsTab({ record: { id: storeId } }: { readonly record: StoreDetail }) {
  const { open } = useOpened("storeProject");
  const paged = usePaged(listProjects, { filters: { storeId } });
  return (
    <PagedTable
      of={paged}
      columns={columnsOf(listProjects, {
        projectNo: 110,
        name: ({ id, name }: Project) => (
          <Button type="link" size="small" onClick={() => open(id)}>
            {name}
          </Button>
        ),
        kind: 80,
        managerUserName: 90,
        planOpenDate: 110,
        forecastOpenDate: 110,
        slip: { width: 100, as: ({ slip }: Project) => slipText(slip) },
        progress: { width: 140, as: (project: Project) => <ProgressBar project={project} /> },
        risk: { width: 90, as: ({ risk }: Project) => <DotText tone={riskTones[risk]} text={projectRisks[risk]} /> },
        state: 90,
      })}
      empty="该门店还没有项目"
      unit="个"
    />
  );
}
