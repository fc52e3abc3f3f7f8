// The tabs of 用户管理 after the first one, which share one file of the build.
export { DormantListPage } from "./DormantListPage.tsx";
export { LoginLogPage } from "./sessions/LoginLogPage.tsx";
export { OnlineSessionsPage } from "./sessions/OnlineSessionsPage.tsx";
