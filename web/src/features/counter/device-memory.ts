import { deviceValues } from '../../browser/browser-storage.ts'
import type { Memory } from './announcements.ts'

/** Stored on the device, so that a reload or a restart of the app neither repeats nor misses an announcement. */

const LOGIN_TOKEN = 'galla-counter-login'
const memoryKey = (counterId: string): string => `galla-counter-${counterId}`

export const readMemory = (counterId: string): Memory | undefined => {
  try {
    const { since, spoken } = JSON.parse(deviceValues.read(memoryKey(counterId)) ?? 'null') ?? {}
    if (typeof since !== 'string' || Number.isNaN(Date.parse(since)) || !Array.isArray(spoken))
      return undefined
    return { since, spoken: spoken.filter((id) => typeof id === 'string') }
  } catch {
    return undefined
  }
}

export const writeMemory = (counterId: string, memory: Memory): void =>
  deviceValues.write(memoryKey(counterId), JSON.stringify(memory))

/** The login token: taken from the address and removed there, or the stored one. The PIN is required in any case. */
export const takeLoginToken = (): string | undefined => {
  const { hash, pathname } = window.location
  if (/^#[\w-]{20,100}$/.test(hash)) {
    deviceValues.write(LOGIN_TOKEN, hash.slice(1))
    window.history.replaceState(null, '', pathname)
  }
  return deviceValues.read(LOGIN_TOKEN) ?? undefined
}
