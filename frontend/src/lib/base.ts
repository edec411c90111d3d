// The path at which the page lives: empty, or a prefix such as /kingdom if the server shares a host name with others.
const base = document.documentElement.dataset.base ?? "";

/** An address of this server, as a link or a request needs it. */
export const pathTo = (path: string) => base + path;

/** The same with the server, to be shared. */
export const linkTo = (path: string) => location.origin + pathTo(path);

/** The address inside the page of a path with the prefix; null if it is not one of this page. */
export const pathInPage = (path: string) => (path.startsWith(`${base}/`) ? path.slice(base.length) : path === base ? "/" : null);
