// The tabs of 用户管理 behind the first one, in one file of the build.
export { DormantListPage } from "./DormantListPage.tsx";
export { LoginLogPage } from "./sessions/LoginLogPage.tsx";
export { OnlineSessionsPage } from "./sessions/OnlineSessionsPage.tsx";
