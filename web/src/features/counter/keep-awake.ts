import { useEffect } from 'react'

/** Keeps the screen on while it is visible. Browsers release the wake lock when the page is hidden, so it is requested again. */
export function useKeepAwake(isStarted: boolean): void {
  useEffect(() => {
    if (!isStarted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    const request = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
      } catch {
        // A battery saver may refuse; the screen then turns off as usual.
      }
    }
    void request()
    const again = () => void request()
    document.addEventListener('visibilitychange', again)
    return () => {
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [isStarted])
}
