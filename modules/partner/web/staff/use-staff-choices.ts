import { listStaffChoices, listStaffPartners } from "@ops/partner/contract";
import { useEndpoint, useMay } from "@ops/platform/web";

/** Partners whose people may be looked for; those that take nobody now are left out where somebody is added. */
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

/** Stores of a partner and the roles that its people may get; none before a partner is chosen. */
export function usePlaceChoices(partnerId: string | undefined) {
  const params = { id: partnerId ?? "" };
  const { data, isFetching } = useEndpoint(listStaffChoices, { params }, { silent: true, enabled: Boolean(partnerId) });
  const stores = (data?.stores ?? []).map(({ id, code, name }) => ({ value: id, label: `${name}（${code}）` }));
  const roles = (data?.roles ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { stores, roles, loading: isFetching, isKnown: data !== undefined };
}
