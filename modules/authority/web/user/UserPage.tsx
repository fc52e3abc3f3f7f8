import { partsOf, usePage } from "@ops/platform/web";
import { UserDetailPage } from "./UserDetailPage.tsx";

const CreateUserPage = partsOf(() => import("./create/CreateUserPage.tsx")).standing("CreateUserPage");

export default function UserPage() {
  const { data } = usePage();
  return data?.mode === "create" ? <CreateUserPage /> : <UserDetailPage id={data?.id ?? ""} />;
}
