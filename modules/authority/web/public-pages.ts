import LoginPage from "./account/LoginPage.tsx";
import TransferPage from "./account/TransferPage.tsx";

/** Pages without a session; part of the first load. */
export const publicPages = { login: LoginPage, transfer: TransferPage };
