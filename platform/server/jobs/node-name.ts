import { hostname } from "node:os";

/** This server process among its sisters, as operators find it. */
export const nodeName = `${hostname()}:${process.pid}`;
