import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { API_BASE } from '../../../paths.ts'

/** What is filled into the examples, and the level of the guide's headings. */
export interface Guide {
  /** Where this Galla is reached, without a path. */
  readonly origin: string
  readonly apiUrl: string
  /** What is copied. */
  readonly key: string
  /** What is shown in its place; the same unless the key is to be covered. */
  readonly shownKey: string
  /** Empty without one. */
  readonly webhookUrl: string
  /** Of the sections; their parts stand one below. */
  readonly level: 2 | 3
}

type Own = Partial<Pick<Guide, 'key' | 'shownKey' | 'webhookUrl'>>

const GuideContext = createContext<{ readonly level: 2 | 3; readonly own: Own } | undefined>(undefined)

export const PLACEHOLDER_KEY = 'key_test_...'

const never = () => () => {}
/** In HTML that is made for everyone the address is not known. */
const SOME_ORIGIN = 'https://your-galla.example'

/**
 * The guide's values where it is called. Each chapter looks the address up itself: one whose script comes later must first
 * render as it stands in the HTML, although the page around it knows the address by then.
 */
export function useGuide(): Guide {
  const found = use(GuideContext)
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => SOME_ORIGIN,
  )
  if (found === undefined) throw new Error('useGuide outside of GuideFor')
  const { level, own } = found
  const key = own.key ?? PLACEHOLDER_KEY
  return {
    origin,
    apiUrl: `${origin}${API_BASE}`,
    key,
    shownKey: own.shownKey ?? key,
    webhookUrl: own.webhookUrl ?? '',
    level,
  }
}

export function GuideFor({ level, own = {}, children }: { level: 2 | 3; own?: Own; children: ReactNode }) {
  return <GuideContext value={{ level, own }}>{children}</GuideContext>
}
