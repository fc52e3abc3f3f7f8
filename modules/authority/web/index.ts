/** The shell's questions about accounts; the console hands it to the platform. */
export { sessionPort } from "./account/session-port.tsx";
export { pages } from "./pages.ts";
export { publicPages } from "./public-pages.ts";
