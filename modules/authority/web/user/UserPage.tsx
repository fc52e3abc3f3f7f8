import { usePage } from "@ops/platform/web";
import { CreateUserPage } from "./CreateUserPage.tsx";
import { UserDetailPage } from "./UserDetailPage.tsx";

export default function UserPage() {
  const { data } = usePage();
  return data?.mode === "create" ? <CreateUserPage /> : <UserDetailPage id={data?.id ?? ""} />;
}
