import { getUser } from "@ops/authority/contract";
import { useMay } from "@ops/platform/web";
import { Link } from "react-router";
import { addressOfUser } from "./address-of-user.ts";

/** The name of a person, as a link for readers who may open the person's page. */
export function UserLink({ id, name }: { readonly id: string; readonly name: string }) {
  return useMay()(getUser) ? <Link to={addressOfUser({ id })}>{name}</Link> : name;
}
