import { UserPage } from "@ops/authority/contract";
import { pageOf, partsOf } from "@ops/platform/web";
import { UserDetailPage } from "./UserDetailPage.tsx";

const CreateUserPage = partsOf(() => import("./create/CreateUserPage.tsx")).standing("CreateUserPage");

export default pageOf(UserPage, ({ data }) =>
  data.mode === "create" ? <CreateUserPage /> : <UserDetailPage id={data.id} />,
);
