import { Claim } from './claim.tsx'
import { type IconName, OutcomeIcon } from './icons.tsx'
import { linkAddress, pageAddress, receiptAddress } from './page-address.ts'
import type { BrokenPage, DeclinedPage, ExpiredPage, HeldPage, PageView, PaidPage } from './page-view.ts'
import { Help } from './payable.tsx'
import { type Text, useText } from './text.ts'

const Heading = ({ icon, title, text }: { icon: IconName; title: string; text: string }) => (
  <>
    <OutcomeIcon name={icon} />
    <h1>{title}</h1>
    <p className="text">{text}</p>
  </>
)

/** The order's details, so that the customer knows what the outcome is about. */
const Receipt = ({ view }: { view: Exclude<PageView, BrokenPage | { kind: 'payable' }> }) => {
  const t = useText()
  return (
    <>
      <dl>
        <dt>{t('payee')}</dt>
        <dd>
          <bdi>{view.merchantName}</bdi>
        </dd>
        <dt>{t('amount')}</dt>
        <dd>{view.amount}</dd>
        <dt>{t('reference')}</dt>
        <dd>{view.clientTransactionId}</dd>
      </dl>
      <Help support={view.support} />
    </>
  )
}

export const Paid = ({ view }: { view: PaidPage }) => {
  const t = useText()
  return (
    <>
      <Heading icon="tick" title={t('success')} text={t('successText')} />
      <p className="amount">{view.amount}</p>
      {view.paidLate && <p className="caption">{t('paidLate')}</p>}
      {view.thanks !== '' && (
        <p className="text lines" dir="auto">
          {view.thanks}
        </p>
      )}
      {view.redirect !== null && (
        <>
          <p className="status">{t('redirecting')}</p>
          <a className="button" href={view.redirect.href}>
            {t('continueTo', { host: view.redirect.host })}
          </a>
        </>
      )}
      <a className="button" href={receiptAddress(view)} data-stay>
        {t('receipt')}
      </a>
      <Receipt view={view} />
    </>
  )
}

const GoBack = ({ view, isFirst }: { view: DeclinedPage | ExpiredPage | HeldPage; isFirst: boolean }) => {
  const t = useText()
  const look = isFirst ? 'button first' : 'button'
  const href = view.backHref
  // The shop asks for the status as soon as its customer is back, so the order ends first.
  if (view.app !== null && !(view.kind === 'expired' && view.goesBack))
    return (
      <form method="post" action={pageAddress(view)} data-goes={href ?? ''}>
        <button className={look} type="submit" name="leave" value="1">
          {t('goBack')}
        </button>
      </form>
    )
  return href === null ? (
    <button className={`${look} scripted`} type="button" data-back>
      {t('goBack')}
    </button>
  ) : (
    <a className={look} href={href} data-leave>
      {t('goBack')}
    </a>
  )
}

/** The link to a new order, in the language that the customer chose. */
const StartAgain = ({ view, code }: { view: PageView; code: string }) => {
  const t = useText()
  return (
    <a className="button first" href={linkAddress(code, view.isLanguageChosen ? view.language : undefined)}>
      {t('startAgain')}
    </a>
  )
}

/** The next attempt is asked for by a form, which works without the script. Links and reloads change nothing. */
const NextAttempt = ({ view, label }: { view: PageView; label: string }) => (
  <form method="post" action={pageAddress(view)} data-retry>
    <button className="button first" type="submit">
      {label}
    </button>
  </form>
)

export const Declined = ({ view }: { view: DeclinedPage }) => {
  const t = useText()
  const { mayRetry, againCode } = view
  const isOver = !mayRetry && againCode === null
  return (
    <>
      <Heading icon="cross" title={t('failed')} text={t(isOver ? 'failedForGood' : 'failedText')} />
      {mayRetry && <NextAttempt view={view} label={t('retry')} />}
      {view.app !== null && <GoBack view={view} isFirst={!mayRetry} />}
      {!mayRetry && againCode !== null && <StartAgain view={view} code={againCode} />}
      <Receipt view={view} />
    </>
  )
}

export const Expired = ({ view }: { view: ExpiredPage }) => {
  const t = useText()
  const { againCode } = view
  return (
    <>
      <Heading
        icon="clock"
        title={t('expired')}
        text={t(againCode === null ? 'expiredText' : 'expiredAgain')}
      />
      {!view.goesBack && <p className="caption">{t('expiredPaid')}</p>}
      {view.goesBack && view.backHref !== null && <p className="status">{t('redirecting')}</p>}
      {againCode === null ? <GoBack view={view} isFirst /> : <StartAgain view={view} code={againCode} />}
      <Claim view={view} />
      <Receipt view={view} />
    </>
  )
}

export const heldTitle = ({ came }: HeldPage, t: Text): string =>
  t(came === 'paidInParts' ? 'checking' : 'otherAmount')

export const Held = ({ view }: { view: HeldPage }) => {
  const t = useText()
  const { amount, came, received } = view
  return (
    <>
      <Heading icon="clock" title={heldTitle(view, t)} text={t(came, { received, amount })} />
      {view.app !== null && <GoBack view={view} isFirst />}
      <Receipt view={view} />
    </>
  )
}

export const Broken = ({ view }: { view: BrokenPage }) => {
  const t = useText()
  return (
    <>
      <Heading icon="question" title={t('loadFailed')} text={view.message} />
      <NextAttempt view={view} label={t('tryAgain')} />
    </>
  )
}
