import { createPolicy, editPolicy, listPolicies, type Policy } from "@ops/order/contract";
import { columnsOf, ListPage, RecordForm, useDialog } from "@ops/platform/web";

const MEMORY = "?tab=rules&part=policies";

/** 优惠政策: what a line of a price may come to, for which series and when (OR-R2). */
export function Policies() {
  const editing = useDialog<{ policy: Policy | null }>();
  return (
    <ListPage
      title="优惠政策"
      memory={MEMORY}
      endpoint={listPolicies}
      columns={columnsOf(listPolicies, {
        code: 140,
        name: 200,
        kind: 80,
        limitFen: true,
        seriesNames: { width: 220, as: ({ seriesNames }) => seriesNames.join("、") || "全部车系" },
        validFrom: true,
        validTo: { as: ({ validTo }) => validTo ?? "长期" },
        status: 90,
        updatedAt: true,
      })}
      tools={[{ label: "新增政策", needs: createPolicy, primary: true, run: () => editing.open({ policy: null }) }]}
      rowActions={[{ label: "编辑", needs: editPolicy, run: (policy) => editing.open({ policy }) }]}
      empty="还没有优惠政策"
    >
      {editing.value && <PolicyForm {...editing.value} onClose={editing.close} />}
    </ListPage>
  );
}

function PolicyForm({ policy, onClose }: { readonly policy: Policy | null; readonly onClose: () => void }) {
  return (
    <RecordForm
      entity="优惠政策"
      create={createPolicy}
      edit={editPolicy}
      record={policy}
      name={policy?.name}
      kind="drawer"
      start={{ status: "ENABLED", seriesIds: [] }}
      fields={["code", "name", "kind", "limitFen", "seriesIds", "validFrom", "validTo", "status"]}
      special={{
        code: "大写字母、数字和-，保存后不能修改",
        limitFen: "超出时须由有价格权限的人员录入",
        seriesIds: { full: true, hint: "不选为全部车系" },
        validTo: "不填为长期有效",
      }}
      onClose={onClose}
    />
  );
}
