// The address of the page. It is one document, so a new address is only a change of state.
import { pathInPage, pathTo } from "./base";

const here = $state({ path: pathInPage(location.pathname) ?? "", search: location.search, hash: location.hash });

function read() {
  here.path = pathInPage(location.pathname) ?? "";
  here.search = location.search;
  here.hash = location.hash;
}

addEventListener("popstate", read);

export const route = here;

/** Go to another address of the page. */
export function go(address: string, options: { replace?: boolean } = {}) {
  if (options.replace) history.replaceState(null, "", pathTo(address));
  else history.pushState(null, "", pathTo(address));
  read();
  if (!options.replace) scrollTo(0, 0);
}

/** Follow links inside the page without loading it again. */
export function followLinks(event: MouseEvent) {
  const link = (event.target as Element).closest("a");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const path = pathInPage(link.pathname);
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || path === null || path.startsWith("/api/"))
    return;
  event.preventDefault();
  go(path + link.search + link.hash);
}
