const KILOBYTE = 1024

/** 812 KB, 2.4 MB: as people say it. */
export const fileSize = (bytes: number): string => {
  const kilobytes = bytes / KILOBYTE
  return kilobytes < KILOBYTE
    ? `${Math.max(1, Math.round(kilobytes))} KB`
    : `${(kilobytes / KILOBYTE).toFixed(1)} MB`
}
