import { useCallback, useEffect, useState } from 'react'
import { CounterDesk } from './counter-desk.tsx'
import { CounterLogin } from './counter-login.tsx'
import { takeLoginToken } from './device-memory.ts'

const MANIFEST = '/counter.webmanifest'

/** The counter's page is an app of its own on the device's home screen. */
function useManifest(): void {
  useEffect(() => {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = MANIFEST
    document.head.append(link)
    return () => link.remove()
  }, [])
}

/** The screen beside the printed QR: the PIN, then the counter. */
export function CounterScreen() {
  useManifest()
  // A login link that was scanned again is a wish to log in again.
  const [isLoggedOut, setLoggedOut] = useState(
    () => window.location.hash !== '' && takeLoginToken() !== undefined,
  )
  const leave = useCallback(() => setLoggedOut(true), [])
  return isLoggedOut ? (
    <CounterLogin onLoggedIn={() => setLoggedOut(false)} />
  ) : (
    <CounterDesk onLoggedOut={leave} />
  )
}
