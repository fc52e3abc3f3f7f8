import { getUser } from "@ops/authority/contract";
import { useMay } from "@ops/platform/web";
import { Link } from "react-router";
import { addressOfUser } from "./address-of-user.ts";

/** The name of a person, and the way to the page of those who may open it. */
export function UserLink({ id, name }: { readonly id: string; readonly name: string }) {
  return useMay()(getUser) ? <Link to={addressOfUser({ id })}>{name}</Link> : name;
}
