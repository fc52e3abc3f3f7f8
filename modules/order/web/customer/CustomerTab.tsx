import { Customer, getCustomer, type OrderDetail } from "@ops/order/contract";
import { FieldList, NotLoaded, useEndpoint } from "@ops/platform/web";

/** 客户: the buyer, and whether his identity was checked. */
export function CustomerTab({ order: { customerId, ownerId, ownerName } }: { readonly order: OrderDetail }) {
  const asked = useEndpoint(getCustomer, { params: { id: customerId } }, { silent: true });
  if (asked.error) return <NotLoaded reason={asked.error.message} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return null;
  return (
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
        { show: "id", label: "车主", as: () => (ownerId === customerId ? "同购车人" : ownerName) },
        "createdAt",
      ]}
    />
  );
}
