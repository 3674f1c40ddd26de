import { linkStyle, script, style } from 'virtual:page-assets'
import type { ClaimOutcome } from '@galla/contract/payment-claims/claims'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import type { RefusalCode } from '@galla/contract/refusals'
import { renderToStaticMarkup } from 'react-dom/server'
import { LinkDocument } from './link-page.tsx'
import type { LinkView } from './link-view.ts'
import { en, type MessageKey } from './messages/en.ts'
import { PageDocument, PageMain } from './page-document.tsx'
import type { PageRenderer, PageView } from './page-view.ts'
import { TextProvider, textIn } from './text.ts'

const CLAIM_MESSAGES = {
  paid: ['claimPaid'],
  arrived: ['claimArrived'],
  other_order: ['claimOtherOrder'],
  asked: ['claimAsked', 'claimReturns'],
  asking: ['claimAsking', 'claimReturns'],
  not_seen: ['claimNotSeen', 'claimReturns'],
} as const satisfies Record<ClaimOutcome, readonly MessageKey[]>

/** The reply to "I have already paid". It reveals only whether the payment is known. */
const claimAnswerIn = (language: PageLanguage, outcome: ClaimOutcome): string =>
  CLAIM_MESSAGES[outcome].map((key) => textIn(language)(key)).join(' ')

/**
 * The message of a refusal in the customer's language: the few that the page meets. For others English has the API's message, the other
 * languages a general one.
 */
const refusalIn = (language: PageLanguage, code: RefusalCode, msg: string): string => {
  if (Object.hasOwn(en, code)) return textIn(language)(code as MessageKey)
  return language === 'en' ? msg : textIn(language)('loadBroken')
}

export const renderPage = (view: PageView): string =>
  `<!doctype html>${renderToStaticMarkup(<PageDocument view={view} style={style.text} scriptPath={script.path} />)}`

export const renderView = (view: PageView): string =>
  renderToStaticMarkup(
    <TextProvider value={textIn(view.language)}>
      <PageMain view={view} />
    </TextProvider>,
  )

export const renderLink = (view: LinkView): string =>
  `<!doctype html>${renderToStaticMarkup(<LinkDocument view={view} style={linkStyle.text} />)}`

export const pageScript = script
export const pageStyleHash = style.hash
export const linkStyleHash = linkStyle.hash

// Must match render.d.ts, the types that the server sees.
export { claimAnswerIn, refusalIn, textIn }

;({
  renderPage,
  renderView,
  renderLink,
  textIn,
  claimAnswerIn,
  refusalIn,
  pageScript,
  pageStyleHash,
  linkStyleHash,
}) satisfies PageRenderer
