const KILOBYTE = 1024

/** Formats 812 KB or 2.4 MB. */
export const fileSize = (bytes: number): string => {
  const kilobytes = bytes / KILOBYTE
  return kilobytes < KILOBYTE
    ? `${Math.max(1, Math.round(kilobytes))} KB`
    : `${(kilobytes / KILOBYTE).toFixed(1)} MB`
}
