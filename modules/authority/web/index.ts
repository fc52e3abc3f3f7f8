/** The functions about accounts that the shell needs. The console passes them to the platform. */
export { sessionPort } from "./account/session-port.tsx";
/** Modules above add their cards to the home page. */
export { homeWidgets } from "./home/home-widgets.ts";
export { overlays, pages } from "./pages.ts";
export { publicPages } from "./public-pages.ts";
