import { Broken, Declined, Expired, Held, heldTitle, Paid } from './outcome.tsx'
import { pageAddress } from './page-address.ts'
import { PageFrame } from './page-frame.tsx'
import type { PageView } from './page-view.ts'
import { Payable } from './payable.tsx'
import { scriptMessagesIn, type Text, textIn, useText } from './text.ts'

/** The refresh intervals without the script. Expired pages wait longer, because late payments are rare. */
const REFRESH_SECONDS = { payable: 5, expired: 30, held: 30, answered: 30 } as const
const REDIRECT_SECONDS = { paid: 1, expired: 5 } as const

const titleOf = (view: PageView, t: Text): string => {
  if (view.kind === 'payable') return t('title', { amount: view.amount, merchant: view.merchantName })
  if (view.kind === 'declined') return t('failed')
  if (view.kind === 'expired') return t('expired')
  if (view.kind === 'held') return heldTitle(view, t)
  return view.kind === 'paid' ? t('success') : t('loadFailed')
}

/** The address that the page redirects to. */
const redirectOf = (view: PageView): string | null => {
  if (view.kind === 'paid') return view.redirect?.href ?? null
  return view.kind === 'expired' && view.goesBack ? view.backHref : null
}

/** Data for an app that shows an order of its own gateway's dialect. */
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

/**
 * The refresh address without the script. It adds `?r=1`, because a plain GET must not change the order: chat apps fetch links for
 * previews.
 */
const refreshOf = (view: PageView): string | null => {
  const address = pageAddress(view)
  if ('claim' in view && view.claim.isOpen) {
    // A refresh must not interrupt typing. After a reply the page refreshes, as the reply promises.
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
  return view.kind === 'expired' || view.kind === 'held' ? String(REFRESH_SECONDS[view.kind]) : null
}

const Body = ({ view }: { view: PageView }) => {
  if (view.kind === 'payable') return <Payable view={view} />
  if (view.kind === 'declined') return <Declined view={view} />
  if (view.kind === 'expired') return <Expired view={view} />
  if (view.kind === 'held') return <Held view={view} />
  if (view.kind === 'paid') return <Paid view={view} />
  return <Broken view={view} />
}

/** The part of the page that changes with the order. Its data attributes carry what the script needs. */
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
      {...(view.kind === 'held' ? { 'data-received': view.receivedRupees } : {})}
      {...(redirectOf(view) === null ? {} : { 'data-to': redirectOf(view) })}
      {...appData(view)}
    >
      <Body view={view} />
    </main>
  )
}

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
    <PageFrame
      view={view}
      title={titleOf(view, t)}
      style={style}
      // Built from the order, because the current address may be that of a form.
      addressIn={(language) => pageAddress({ orderId: view.orderId, language, isLanguageChosen: true })}
      isTest={view.kind !== 'broken' && view.mode === 'test'}
      branded={view.kind !== 'broken' && view.branded}
      colour={view.kind === 'broken' ? null : view.colour}
      head={
        <>
          <meta name="referrer" content="no-referrer" />
          {refresh !== null && (
            <noscript>
              <meta httpEquiv="refresh" content={refresh} />
            </noscript>
          )}
          <script src={scriptPath} defer />
        </>
      }
      scriptMessages={scriptMessagesIn(t)}
    >
      <PageMain view={view} />
    </PageFrame>
  )
}
