/** The only access to the device's clock. No decision about money depends on it. */
export const deviceTimeMs = (): number => Date.now()

let serverAheadMs = 0

/** Reads the time from a reply's Date header, so that a device with a wrong clock still knows the current day in India. */
export function noteServerTime(dateHeader: string | null): void {
  const server = Date.parse(dateHeader ?? '')
  if (!Number.isNaN(server)) serverAheadMs = server - deviceTimeMs()
}

/** The server's time, according to the last reply. */
export const serverTimeMs = (): number => deviceTimeMs() + serverAheadMs
