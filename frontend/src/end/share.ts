// Sharing with the sheet of the device, where there is one.

/** Open the device's sheet with a link; return whether there is one. */
export function shareLink(title: string, url: string): boolean {
  if (!navigator.share) return false;
  navigator.share({ title, url }).catch(() => {
    // The reader closed the sheet.
  });
  return true;
}
