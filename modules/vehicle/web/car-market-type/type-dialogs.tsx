import { RecordForm } from "@ops/platform/web";
import { type CarMarketType, CarMarketTypeShape, createCarMarketType, editCarMarketType } from "@ops/vehicle/contract";
import { Alert } from "antd";
import { fixedLater } from "../fixed-later.ts";

interface Props {
  readonly types: readonly CarMarketType[];
  /** The type to edit, or null for a new one below `parentId`. */
  readonly type: CarMarketType | null;
  readonly parentId: string | null;
  readonly onClose: () => void;
}

/** Lists possible parents. Only types of the first level can have children. */
const parentsOf = (types: readonly CarMarketType[], except = "") =>
  types
    .filter(({ id, parentId }) => parentId === null && id !== except)
    .map(({ id, typeName }) => ({ value: id, label: typeName }));

const kept = <Alert className="form-alert" type="info" showIcon title="切换是否享受权益不影响已发放权益" />;

export function TypeDialog({ types, type, parentId, onClose }: Props) {
  return (
    <RecordForm
      entity={CarMarketTypeShape.entity}
      create={createCarMarketType}
      edit={editCarMarketType}
      record={type}
      name={type?.typeCode}
      start={{ parentId, rightsAllowed: true, usableFor: ["SALE"] }}
      fields={["typeCode", "typeName", "parentId", "rightsAllowed", "usableFor", "status"]}
      special={{
        typeCode: fixedLater,
        parentId: { options: parentsOf(types, type?.id), hint: "不选为一级类型，最多两级" },
        rightsAllowed: { after: type && kept },
      }}
      onClose={onClose}
    />
  );
}
