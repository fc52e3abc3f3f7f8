import type { StoredFile } from "@ops/platform/contract";
import { FreshDialog, fieldsOf, RecordForm, UploadField, UploadInput, useFresh } from "@ops/platform/web";
import { createStore, editStore, getStore, listExtColumns, type StoreDetail } from "@ops/store/contract";
import { Form } from "antd";
import { ExtInput } from "./ExtInput.tsx";
import { usePartnerOfMode } from "./use-partner-of-mode.ts";
import "./store.css";

const { RegionField, AddressField, RefField } = fieldsOf(createStore); // an edit has the same fields
const PICTURES = ["jpg", "png", "webp"] as const;

interface Props {
  /** The one to edit; without it the form makes a new one. */
  readonly store?: { readonly id: string };
  readonly onCreated?: (store: StoreDetail) => void;
  readonly onClose: () => void;
}

/** 新增 and 编辑 of a store. The rows of the list lack some fields, so the whole record is loaded first. */
export function StoreForm({ store, ...on }: Props) {
  const params = { id: store?.id ?? "" };
  const whole = useFresh(getStore, { params }, { enabled: store !== undefined });
  const columns = useFresh(listExtColumns, {});
  if (!columns.data || (store && !whole.data)) {
    const title = store ? "编辑门店" : "新增门店";
    return <FreshDialog of={[whole, columns]} title={title} width={760} onClose={on.onClose} />;
  }
  return (
    <WholeForm store={whole.data ?? null} columns={columns.data.filter(({ status }) => status === "ENABLED")} {...on} />
  );
}

interface WholeProps extends Omit<Props, "store"> {
  readonly store: StoreDetail | null;
  readonly columns: Parameters<typeof ExtInput>[0]["columns"];
}

const part = (title: string) => <h3 className="store-part">{title}</h3>;

function WholeForm({ store, columns, ...on }: WholeProps) {
  const files = store?.files ?? [];
  return (
    <RecordForm
      entity="门店"
      create={createStore}
      edit={editStore}
      record={store}
      name={store?.name}
      kind="drawer"
      width={760}
      start={{ operateMode: "DIRECT", storeLevel: "C", imageIds: [], ext: {} }}
      fields={[
        "name",
        "shortName",
        "storeType",
        "storeLevel",
        "operateMode",
        "partnerId",
        "regionId",
        "storeCode",
        "openDatePlan",
        "phone",
        "regionCode",
        "address",
        "lng",
        "lat",
        "serviceCityCodes",
        "isConfirmed",
        "areaSqm",
        "displaySlots",
        "testDriveSlots",
        "deliveryBays",
        "chargingPiles",
        "parkingSlots",
        "legalEntity",
        "licenseNo",
        "rentStart",
        "rentEnd",
        "monthlyRentFen",
        "licenseFileId",
        "imageIds",
        "ext",
      ]}
      special={{
        partnerId: <PartnerOfMode />,
        regionId: <RegionOfMode />,
        storeCode: "不填时按城市自动编号",
        phone: { hint: "开业前须填写", after: part("位置") },
        regionCode: <RegionField key="regionCode" name="regionCode" />,
        address: <AddressField key="address" name="address" within="regionCode" />,
        lng: { precision: 6 },
        lat: { precision: 6 },
        serviceCityCodes: {
          hint: "所在城市总在其中",
          known: (store?.serviceCityCodes ?? []).map((value, at) => {
            return { value, label: store?.serviceCityNames[at] ?? value };
          }),
        },
        isConfirmed: { hint: "核对无误后打开，再保存", after: part("经营") },
        areaSqm: { unit: "㎡" },
        legalEntity: { disabled: store?.isPartnersEntity ?? false, rows: 1 },
        licenseNo: { disabled: store?.isPartnersEntity ?? false },
        licenseFileId: { full: true, control: <LicenseInput known={files} /> },
        imageIds: (
          <UploadField
            key="imageIds"
            of={createStore}
            name="imageIds"
            bizType="store"
            max={12}
            extensions={PICTURES}
            known={files}
            hint="第一张为封面"
          />
        ),
        ext: columns.length === 0 ? null : { full: true, control: <ExtInput columns={columns} /> },
      }}
      refusals={{ STORE_NEAR: "isConfirmed", STORE_GEO_CITY: "isConfirmed" }}
      {...on}
    >
      {part("基本信息")}
    </RecordForm>
  );
}

/** Only stores of partners have one. */
function PartnerOfMode() {
  const mode = usePartnerOfMode();
  return mode === "DIRECT" ? null : <RefField name="partnerId" required />;
}

/** Only stores of the brand itself are put into a region; others lie below their partner. */
function RegionOfMode() {
  const mode: unknown = Form.useWatch("operateMode");
  return mode === "DIRECT" ? <RefField name="regionId" required /> : null;
}

interface LicenseProps {
  readonly id?: string;
  readonly disabled?: boolean;
  readonly value?: string | null;
  readonly onChange?: (fileId: string | null) => void;
  readonly known: readonly StoredFile[];
}

function LicenseInput({ id, disabled = false, value = null, onChange, known }: LicenseProps) {
  return (
    <UploadInput
      {...(id ? { id } : {})}
      disabled={disabled}
      bizType="store"
      extensions={["jpg", "png", "pdf"]}
      max={1}
      known={known}
      value={value === null ? [] : [value]}
      onChange={([fileId = null]) => onChange?.(fileId)}
    />
  );
}
