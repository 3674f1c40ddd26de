interface KeptValues {
  read(key: string): string | null
  write(key: string, value: string): void
  remove(key: string): void
  clear(): void
}

/** Where the browser stores nothing (site data blocked, a WebView without DOM storage, a full disk), values last until the page is left. */
const valuesIn = (kind: 'localStorage' | 'sessionStorage'): KeptValues => {
  const unstored = new Map<string, string>()
  const tried = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(window[kind])
    } catch {
      return undefined
    }
  }
  return {
    read: (key) => tried((storage) => storage.getItem(key)) ?? unstored.get(key) ?? null,
    write(key, value) {
      unstored.set(key, value)
      tried((storage) => {
        storage.setItem(key, value)
        unstored.delete(key)
      })
    },
    remove(key) {
      unstored.delete(key)
      tried((storage) => storage.removeItem(key))
    },
    clear() {
      unstored.clear()
      tried((storage) => storage.clear())
    },
  }
}

/** Lasts on this device. */
export const deviceValues = valuesIn('localStorage')
/** Lasts in this tab. */
export const tabValues = valuesIn('sessionStorage')

const PROBE = 'galla.probe'

/** Whether the browser would remember a login. */
export const remembersLogins = (): boolean => {
  try {
    window.localStorage.setItem(PROBE, '')
    window.localStorage.removeItem(PROBE)
    return window.navigator.cookieEnabled
  } catch {
    return false
  }
}
