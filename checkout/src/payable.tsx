import { Claim } from './claim.tsx'
import type { Contact, PayablePage, QrCode } from './page-view.ts'
import { useText } from './text.ts'
import { timeLeft } from './time-left.ts'

/** The payment instructions, in the order in which the customer needs them. */
export const Payable = ({ view }: { view: PayablePage }) => {
  const t = useText()
  return (
    <>
      <h1 className="eyebrow">{t('paymentDetails')}</h1>
      <p className="payee" dir="auto">
        {view.merchantName}
      </p>
      {view.shownName !== null && (
        <p className="caption">
          {t('shownName')} <bdi>{view.shownName}</bdi>
        </p>
      )}
      <p className="label">{t('amountToPay')}</p>
      <p className="amount">{view.amount}</p>
      {view.price !== null && (
        <p className="caption exact">{t('exactNote', { price: view.price, amount: view.amount })}</p>
      )}
      <p className="warning" role="status" data-notice />
      <Qr qr={view.qr} label={`${t('qrName')}: ${view.amount}, ${view.merchantName}`} />
      <p className="caption">{t('scan')}</p>
      <p className="left">
        {t('expiresIn')}{' '}
        <strong role="timer" data-clock>
          {timeLeft(Math.ceil(view.leftMs / 1000), (days) => t('days', { days }))}
        </strong>
      </p>
      <progress max={view.windowSeconds} value={Math.ceil(view.leftMs / 1000)} aria-hidden="true" />
      {view.apps === null && view.inApp === null && <p className="caption note">{t('scanOnly')}</p>}
      <InApp view={view} />
      <Apps apps={view.apps} />
      {view.simulatorHref !== null && (
        <a
          className={view.apps === null && view.inApp === null ? 'button first' : 'button'}
          href={view.simulatorHref}
        >
          {t('simulator')}
        </a>
      )}
      {view.galleryLimit !== null && (
        <p className="warning">{t('galleryNote', { limit: view.galleryLimit })}</p>
      )}
      <Keeping view={view} />
      <p className="status">{t('waiting')}</p>
      <Claim view={view} />
      <Details view={view} />
    </>
  )
}

/** White behind the code in the dark theme too: many scanners cannot read an inverted code. */
const Qr = ({ qr, label }: { qr: QrCode; label: string }) => {
  const side = qr.modules + 2 * qr.quietZone
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`${-qr.quietZone} ${-qr.quietZone} ${side} ${side}`}
    >
      <image href={qr.bitmap} width={qr.modules} height={qr.modules} />
    </svg>
  )
}

/**
 * Leads out of an in-app browser. On Android the script writes an intent link to the default browser; iOS has none, so the customer
 * copies the link.
 */
const InApp = ({ view: { inApp, orderId } }: { view: PayablePage }) => {
  const t = useText()
  return (
    inApp && (
      <section className="apps in-app">
        <p className="warning">{t('inApp', { app: inApp.name })}</p>
        {inApp.isAndroid && (
          <a className="button first scripted" href={`/pay/${orderId}`} data-browser>
            {t('openInBrowser')}
          </a>
        )}
        <button className="button scripted" type="button" data-copy="">
          {t('copyLink')}
        </button>
      </section>
    )
  )
}

const Apps = ({ apps }: { apps: PayablePage['apps'] }) => {
  const t = useText()
  return (
    apps && (
      <section className={apps.platform === 'other' ? 'apps small-only' : 'apps'}>
        <h2>{t('payUsingApps')}</h2>
        {apps.generic !== null && (
          <a className="button first" href={apps.generic}>
            {t('anyApp')}
          </a>
        )}
        <div className="grid">
          {apps.buttons.map((app) => (
            <a className="button" href={app.href} key={app.name}>
              {app.name}
            </a>
          ))}
        </div>
        {apps.platform === 'ios' && <p className="caption note">{t('comeBack')}</p>}
      </section>
    )
  )
}

const Keeping = ({ view }: { view: PayablePage }) => {
  const t = useText()
  return (
    <div className="keeping">
      <a
        className="plain"
        href={`/pay/${view.orderId}/qr.png`}
        download={`payment-${view.clientTransactionId}.png`}
        data-file
      >
        {t('downloadQr')}
      </a>
      <button className="plain small-only scripted" type="button" data-share="qr">
        {t('share')}
      </button>
      {view.galleryLimit !== null && (
        <button className="plain scripted" type="button" data-share="link">
          {t('shareLink')}
        </button>
      )}
      <p className="message" role="status" data-message />
    </div>
  )
}

const Details = ({ view }: { view: PayablePage }) => {
  const t = useText()
  return (
    <>
      <dl>
        <dt>{t('upiId')}</dt>
        <dd>
          <UpiId text={view.upiId} />
          <Copy what={t('upiId')} text={view.upiId} />
        </dd>
        <dt>{t('amount')}</dt>
        <dd>
          <span className="whole">{view.amount}</span>
          <Copy what={t('amount')} text={view.amountPlain} />
        </dd>
        <dt>{t('purpose')}</dt>
        <dd>
          <bdi>{view.purpose}</bdi>
        </dd>
        <dt>{t('reference')}</dt>
        <dd>{view.clientTransactionId}</dd>
      </dl>
      <Help support={view.support} />
    </>
  )
}

/** A long UPI ID breaks before its handle. */
const UpiId = ({ text }: { text: string }) => {
  const at = text.indexOf('@')
  return (
    <span>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </span>
  )
}

const Copy = ({ what, text }: { what: string; text: string }) => {
  const t = useText()
  return (
    <button className="plain scripted" type="button" data-copy={text} aria-label={`${t('copy')} ${what}`}>
      {t('copy')}
    </button>
  )
}

export const Help = ({ support }: { support: readonly Contact[] }) => {
  const t = useText()
  return support.map(({ name, href }, i) => (
    <a key={href} className="plain help" href={href}>
      {i === 0 ? t('help') : name}
      {i === 0 && name !== null && <span dir="auto"> {name}</span>}
    </a>
  ))
}
