import { Customer, editCustomer, getCustomer, type OrderDetail } from "@ops/order/contract";
import { FieldList, FileList, FormDialog, NotLoaded, useDialog, useEndpoint, useMay } from "@ops/platform/web";
import { Button, Skeleton } from "antd";

/** 客户: the buyer, and whether his identity was checked. */
export function CustomerTab({ order: { customerId, ownerId, ownerName } }: { readonly order: OrderDetail }) {
  const may = useMay();
  const editing = useDialog<true>();
  const asked = useEndpoint(getCustomer, { params: { id: customerId } }, { silent: true });
  if (asked.isLoadingError) return <NotLoaded reason={asked.error.message} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton active />;
  return (
    <>
      {may(editCustomer) && (
        <p style={{ marginBlockStart: 0 }}>
          <Button size="small" onClick={() => editing.open(true)}>
            编辑客户
          </Button>
        </p>
      )}
      <FieldList
        schema={Customer}
        record={asked.data}
        fields={[
          "type",
          "name",
          "phone",
          "idNo",
          "identityVerifiedAt",
          "identityVerifiedByName",
          {
            show: "identityFiles",
            when: ({ identityFiles }) => identityFiles.length > 0,
            full: true,
            as: ({ identityFiles }) => <FileList files={identityFiles} label="证件照片" />,
          },
          { show: "id", label: "车主", as: () => (ownerId === customerId ? "同购车人" : ownerName) },
          "createdAt",
        ]}
      />
      {editing.value && <EditCustomerDialog customer={asked.data} onClose={editing.close} />}
    </>
  );
}

interface Props {
  readonly customer: Customer;
  readonly onClose: () => void;
}

/** 编辑客户: a field that is left empty stays as it is. Another name or number has to be verified anew. */
function EditCustomerDialog({ customer: { id, version, name, phone, idNo }, onClose }: Props) {
  const keep = (mask: string | null) => (mask ? { placeholder: `${mask}，不修改请留空` } : {});
  return (
    <FormDialog
      kind="modal"
      title={`编辑客户 · ${name}`}
      endpoint={editCustomer}
      params={{ id }}
      record={{ version }}
      done="客户资料已修改！"
      fields={["name", "phone", "idNo"]}
      special={{
        name: { ...keep(name), hint: "修改姓名或证件号后须重新核验身份" },
        phone: keep(phone),
        idNo: keep(idNo),
      }}
      onClose={onClose}
    />
  );
}
