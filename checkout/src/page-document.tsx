import {
  directionOf,
  PAGE_LANGUAGE_CODES,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '@galla/contract/orders/page-languages'
import { Broken, Declined, Expired, Paid } from './outcome.tsx'
import { pageAddress } from './page-address.ts'
import type { PageView } from './page-view.ts'
import { Payable } from './payable.tsx'
import { scriptMessagesIn, type Text, TextProvider, textIn, useText } from './text.ts'

/** Without the script: how often the page asks again. Expired ones still wait for late money, but in less of a hurry. */
const REFRESH_SECONDS = { payable: 5, expired: 30, answered: 30 } as const
const REDIRECT_SECONDS = { paid: 1, expired: 5 } as const

/** An icon that costs no request: a white rupee on the accent. */
const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b57d0"/><path d="M5 4h6M5 7h6M5 4c5 0 5 6 0 6l4 3" fill="none" stroke="#fff" stroke-width="1.4"/></svg>',
)}`

const titleOf = (view: PageView, t: Text): string => {
  if (view.kind === 'payable') return t('title', { amount: view.amount, merchant: view.merchantName })
  if (view.kind === 'declined') return t('failed')
  if (view.kind === 'expired') return t('expired')
  return view.kind === 'paid' ? t('success') : t('loadFailed')
}

/** Where the page goes by itself. */
const redirectOf = (view: PageView): string | null => {
  if (view.kind === 'paid') return view.redirect?.href ?? null
  return view.kind === 'expired' && view.goesBack ? view.backHref : null
}

/** What the script tells an app that shows the page of an order of its own gateway's dialect. */
const appData = (view: PageView) =>
  view.kind === 'broken' || view.app === null
    ? {}
    : {
        'data-app': appOutcomeOf(view),
        'data-app-client': view.app.clientTxnId,
        'data-app-txn': view.app.txnId,
      }

const appOutcomeOf = (view: Exclude<PageView, { kind: 'broken' }>): 'paid' | 'failed' | 'waiting' => {
  if (view.kind === 'paid') return 'paid'
  if (view.kind === 'declined') return view.mayRetry ? 'waiting' : 'failed'
  return view.kind === 'expired' && view.goesBack ? 'failed' : 'waiting'
}

/** A plain GET changes nothing, since chat apps fetch links to preview them; so a browser without script asks with `?r=1`. */
const refreshOf = (view: PageView): string | null => {
  const address = pageAddress(view)
  if ('claim' in view && view.claim.isOpen) {
    // Typing is not interrupted; an answer promises that the page changes by itself.
    const outcome = view.claim.answer?.outcome ?? 'refused'
    return outcome === 'refused' || outcome === 'other_order'
      ? null
      : `${REFRESH_SECONDS.answered};url=${address}`
  }
  if (view.kind === 'payable')
    return view.status === 'created'
      ? `0;url=${pageAddress(view, '', 'r=1')}`
      : `${REFRESH_SECONDS.payable};url=${address}`
  const to = redirectOf(view)
  if (to !== null && view.kind !== 'broken')
    return `${view.kind === 'paid' ? REDIRECT_SECONDS.paid : REDIRECT_SECONDS.expired};url=${to}`
  return view.kind === 'expired' ? String(REFRESH_SECONDS.expired) : null
}

const Body = ({ view }: { view: PageView }) => {
  if (view.kind === 'payable') return <Payable view={view} />
  if (view.kind === 'declined') return <Declined view={view} />
  if (view.kind === 'expired') return <Expired view={view} />
  if (view.kind === 'paid') return <Paid view={view} />
  return <Broken view={view} />
}

/** The part that changes with the order. What the script needs to know stands in its data attributes. */
export const PageMain = ({ view }: { view: PageView }) => {
  const t = useText()
  return (
    <main
      className={view.kind}
      data-kind={view.kind}
      data-order={view.orderId}
      data-title={titleOf(view, t)}
      {...(view.kind === 'broken'
        ? {}
        : {
            'data-status': view.status,
            'data-version': view.version,
            'data-expires': view.expiresAt,
            'data-left': view.leftMs,
          })}
      {...(redirectOf(view) === null ? {} : { 'data-to': redirectOf(view) })}
      {...appData(view)}
    >
      <Body view={view} />
    </main>
  )
}

/** The same page in another language; the order stands in the address because the present address may be that of a form. */
const LanguageLink = ({ orderId, language }: { orderId: string; language: PageLanguage }) => (
  <a lang={language} hrefLang={language} href={pageAddress({ orderId, language, isLanguageChosen: true })}>
    {PAGE_LANGUAGES[language]}
  </a>
)

export const PageDocument = ({
  view,
  style,
  scriptPath,
}: {
  view: PageView
  style: string
  scriptPath: string
}) => {
  const refresh = refreshOf(view)
  const t = textIn(view.language)
  return (
    <html lang={view.language} dir={directionOf(view.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{titleOf(view, t)}</title>
        <meta name="robots" content="noindex,nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={FAVICON} />
        {refresh !== null && (
          <noscript>
            <meta httpEquiv="refresh" content={refresh} />
          </noscript>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        <script src={scriptPath} defer />
      </head>
      <body data-messages={scriptMessagesIn(t)}>
        <header>
          {view.kind !== 'broken' && view.mode === 'test' && <p className="test">{t('testMode')}</p>}
          <p className="offered">
            <LanguageLink orderId={view.orderId} language={view.offeredLanguage} />
          </p>
        </header>
        <TextProvider value={t}>
          <PageMain view={view} />
        </TextProvider>
        <footer>
          {view.kind !== 'broken' && view.branded && <p className="brand">{t('poweredBy')}</p>}
          <ul className="languages" aria-label={t('otherLanguages')}>
            {PAGE_LANGUAGE_CODES.filter((language) => language !== view.language).map((language) => (
              <li key={language}>
                <LanguageLink orderId={view.orderId} language={language} />
              </li>
            ))}
          </ul>
        </footer>
        <p className="unseen" role="status" data-say />
      </body>
    </html>
  )
}
