import { fillStores } from "./opening/fill-stores.tsx";
import StorePage from "./store/StorePage.tsx";

fillStores();

export default StorePage;
