import { Claim } from './claim.tsx'
import { type IconName, OutcomeIcon } from './icons.tsx'
import type { BrokenPage, DeclinedPage, ExpiredPage, PageView, PaidPage } from './page-view.ts'
import { Help } from './payable.tsx'
import { continueTo, WORDS } from './words.ts'

const Heading = ({ icon, title, text }: { icon: IconName; title: string; text: string }) => (
  <>
    <OutcomeIcon name={icon} />
    <h1>{title}</h1>
    <p className="text">{text}</p>
  </>
)

/** What the payment was about: an outcome without it would leave the customer guessing. */
const Receipt = ({ view }: { view: Exclude<PageView, BrokenPage | { kind: 'payable' }> }) => (
  <>
    <dl>
      <dt>{WORDS.payee}</dt>
      <dd dir="auto">{view.merchantName}</dd>
      <dt>{WORDS.amount}</dt>
      <dd>{view.amount}</dd>
      <dt>{WORDS.reference}</dt>
      <dd>{view.clientTransactionId}</dd>
    </dl>
    <Help support={view.support} />
  </>
)

export const Paid = ({ view }: { view: PaidPage }) => (
  <>
    <Heading icon="tick" title={WORDS.success} text={WORDS.successText} />
    <p className="amount">{view.amount}</p>
    {view.paidLate && <p className="caption">{WORDS.paidLate}</p>}
    {view.redirect !== null && (
      <>
        <p className="status">{WORDS.redirecting}</p>
        <a className="button" href={view.redirect.href}>
          {continueTo(view.redirect.host)}
        </a>
      </>
    )}
    <Receipt view={view} />
  </>
)

const GoBack = ({ href, isFirst }: { href: string | null; isFirst: boolean }) => {
  const look = isFirst ? 'button first' : 'button'
  return href === null ? (
    <button className={`${look} scripted`} type="button" data-back>
      {WORDS.goBack}
    </button>
  ) : (
    <a className={look} href={href} data-leave>
      {WORDS.goBack}
    </a>
  )
}

/** A form, so that it works without the script too. */
export const Declined = ({ view }: { view: DeclinedPage }) => (
  <>
    <Heading
      icon="cross"
      title={WORDS.failed}
      text={view.mayRetry ? WORDS.failedText : WORDS.failedForGood}
    />
    {view.mayRetry && (
      <form method="post" action={`/pay/${view.orderId}`} data-retry>
        <button className="button first" type="submit">
          {WORDS.retry}
        </button>
      </form>
    )}
    {view.app !== null && <GoBack href={view.backHref} isFirst={!view.mayRetry} />}
    <Receipt view={view} />
  </>
)

export const Expired = ({ view }: { view: ExpiredPage }) => (
  <>
    <Heading icon="clock" title={WORDS.expired} text={WORDS.expiredText} />
    {!view.goesBack && <p className="caption">{WORDS.expiredPaid}</p>}
    {view.goesBack && view.backHref !== null && <p className="status">{WORDS.redirecting}</p>}
    <GoBack href={view.backHref} isFirst />
    <Claim orderId={view.orderId} claim={view.claim} />
    <Receipt view={view} />
  </>
)

export const Broken = ({ view }: { view: BrokenPage }) => (
  <>
    <Heading icon="question" title={WORDS.loadFailed} text={view.message} />
    <a className="button first" href={`/pay/${encodeURIComponent(view.orderId)}`} data-again>
      {WORDS.tryAgain}
    </a>
  </>
)
