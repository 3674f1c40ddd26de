import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { API_BASE } from '../../../paths.ts'
import { PLACEHOLDER_KEY, SOME_ORIGIN } from './guide-shape.ts'

/** The values for the examples, and the level of the guide's headings. */
export interface Guide {
  /** This server's origin. */
  readonly origin: string
  readonly apiUrl: string
  /** The key in copied examples. */
  readonly key: string
  /** The key in displayed examples, masked where it is secret. */
  readonly shownKey: string
  /** Empty without a webhook URL. */
  readonly webhookUrl: string
  /** The heading level of sections; their parts are one level below. */
  readonly level: 2 | 3
}

type Own = Partial<Pick<Guide, 'key' | 'shownKey' | 'webhookUrl'>>

const GuideContext = createContext<{ readonly level: 2 | 3; readonly own: Own } | undefined>(undefined)

const never = () => () => {}

/** The guide's values at this page's origin. Prerendered HTML does not know it: the first render in the browser must be the same. */
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
