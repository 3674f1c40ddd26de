import { IconAlertTriangle } from 'virtual:icons'
import { isLoopbackHost } from '@galla/contract/loopback-host'
import { useInBrowser } from '../browser/in-browser.ts'
import { Notice } from '../components/feedback/notice.tsx'
import { richText } from '../locales/rich-text.tsx'

/** The address of this Galla, where the page was opened under another one. Cookies and links belong to the one only. */
const rightOrigin = (): string | undefined => {
  const origin = document.querySelector<HTMLMetaElement>('meta[name="galla-origin"]')?.content ?? ''
  // The development server of the web app leaves the placeholder.
  if (!URL.canParse(origin) || origin === window.location.origin) return undefined
  const isSameMachine = isLoopbackHost(new URL(origin).hostname) && isLoopbackHost(window.location.hostname)
  return isSameMachine ? undefined : origin
}

/** Says so where the page was opened under another address than PUBLIC_URL. Logging in would fail there. */
export function WrongAddress() {
  const origin = useInBrowser(rightOrigin, undefined)
  if (origin === undefined) return null
  const { pathname, search, hash } = window.location
  return (
    <Notice tone="pending" Icon={IconAlertTriangle} bdrs={0} role="alert">
      {richText(
        'You cannot log in here: the address of this Galla is <link>{origin}</link>. If you run it and {here} is right, set PUBLIC_URL to that.',
        { link: (text) => <a href={`${origin}${pathname}${search}${hash}`}>{text}</a> },
        { origin, here: window.location.origin },
      )}
    </Notice>
  )
}
