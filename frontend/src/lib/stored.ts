// Values that are stored in this browser only.

/** The value that is stored under a key; null if there is none, or none that can be read. */
export function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Store a value; if the browser stores nothing, it lasts until the page is closed. */
export function store(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser stores nothing, or has no room.
  }
}
