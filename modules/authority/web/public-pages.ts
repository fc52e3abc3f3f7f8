import LoginPage from "./account/sign-in/LoginPage.tsx";
import TransferPage from "./account/sign-in/TransferPage.tsx";

/** Pages without a session. They are part of the first load. */
export const publicPages = { login: LoginPage, transfer: TransferPage };
