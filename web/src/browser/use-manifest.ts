import { useEffect } from 'react'

/** Makes the shown part of the app installable under its own name: the dashboard, or the screen of a counter. */
export function useManifest(path: `/${string}.webmanifest`): void {
  useEffect(() => {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = path
    document.head.append(link)
    return () => link.remove()
  }, [path])
}
