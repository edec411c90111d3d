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

/** Go to another address of the page, and to its beginning; `scroll: false`: stay where the page is. */
export function go(address: string, { replace = false, scroll = !replace }: { replace?: boolean; scroll?: boolean } = {}) {
  if (replace) history.replaceState(null, "", pathTo(address));
  else history.pushState(null, "", pathTo(address));
  read();
  if (scroll) scrollTo(0, 0);
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
