import { listStaffChoices, listStaffPartners } from "@ops/partner/contract";
import { useEndpoint, useMay } from "@ops/platform/web";

/** Loads partners whose people can be searched. With `onlyOpen`, partners that take nobody now are left out. */
export function usePartnerChoices({ onlyOpen = false } = {}) {
  const may = useMay();
  const { data = [], isPending } = useEndpoint(
    listStaffPartners,
    {},
    { silent: true, enabled: may(listStaffPartners) },
  );
  const partners = data.filter(({ takesStaff }) => takesStaff || !onlyOpen);
  const labelOf = ({ partnerNo, shortName, seatsLeft }: (typeof data)[number]) =>
    onlyOpen ? `${shortName}（剩余账号 ${seatsLeft}）` : `${shortName}（${partnerNo}）`;
  return { partners: partners.map((one) => ({ value: one.id, label: labelOf(one) })), isPending };
}

/** Loads the stores of a partner and the roles for its people; empty before a partner is chosen. */
export function usePlaceChoices(partnerId: string | undefined) {
  const params = { id: partnerId ?? "" };
  const { data, isFetching } = useEndpoint(listStaffChoices, { params }, { silent: true, enabled: Boolean(partnerId) });
  const stores = (data?.stores ?? []).map(({ id, code, name }) => ({ value: id, label: `${name}（${code}）` }));
  const roles = (data?.roles ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { stores, roles, loading: isFetching, isKnown: data !== undefined };
}
