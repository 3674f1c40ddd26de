/** The app's one look at the device's clock. Nothing that decides about money reads it. */
export const deviceTimeMs = (): number => Date.now()

let serverAheadMs = 0

/** Takes the time from a reply's Date header; a device whose clock is wrong still knows which day it is in India. */
export function noteServerTime(dateHeader: string | null): void {
  const server = Date.parse(dateHeader ?? '')
  if (!Number.isNaN(server)) serverAheadMs = server - deviceTimeMs()
}

/** The server's time, as the last reply reported it. */
export const serverTimeMs = (): number => deviceTimeMs() + serverAheadMs
