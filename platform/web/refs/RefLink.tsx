import { type RecordPage, refKinds } from "@ops/platform/contract";
import { Link } from "react-router";
import { useMay } from "../session/use-session.ts";

interface Props {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** The name of a record, and the way to its page for those who may open it. */
export function RefLink({ kind, id, name }: Props) {
  const may = useMay();
  const page = refKinds.get(kind)?.page;
  if (!page || !may(page.needs)) return name;
  return <Link to={addressOf(page.address, id, name)}>{name}</Link>;
}

function addressOf(page: string | RecordPage, id: string, name: string): string {
  if (typeof page !== "string") return page.addressOf({ mode: "view", id });
  return page.replace("{id}", id).replace("{name}", encodeURIComponent(name));
}
