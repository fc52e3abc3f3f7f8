type Go = (path: string, options?: { replace?: boolean }) => void;

let go: Go = (path) => {
  window.location.hash = path;
};

/** Set once by the root: code outside components moves through the router too. */
export function holdNavigator(navigate: Go): void {
  go = navigate;
}

export function goTo(path: string, options?: { replace?: boolean }): void {
  go(path, options);
}
