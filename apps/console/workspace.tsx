// Its own file, so that the workspace is one lazy part of the console.
export { Workspace as default } from "@ops/platform/web";
