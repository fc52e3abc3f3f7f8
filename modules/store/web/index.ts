export { overlays, pages } from "./pages.ts";
