import { initialsOf } from '@galla/contract/payment-page/initials'
import { Claim } from './claim.tsx'
import { AppGlyph } from './icons.tsx'
import type { Contact, PayablePage, QrCode } from './page-view.ts'
import { useText } from './text.ts'
import { timeLeft } from './time-left.ts'

/** The payment instructions, in the order in which a customer on a phone needs them; a wide screen shows them in two columns. */
export const Payable = ({ view }: { view: PayablePage }) => {
  const t = useText()
  const scansOnly = view.apps === null && view.inApp === null
  return (
    <>
      <section className="who">
        <h1 className="eyebrow">{t('paymentDetails')}</h1>
        <Payee view={view} />
        {view.shownName !== null && (
          <p className="caption">
            {t('shownName')} <bdi>{view.shownName}</bdi>
          </p>
        )}
        <p className="label">{t('amountToPay')}</p>
        <p className="amount">{view.amount}</p>
        <Band view={view} />
        {view.price !== null && (
          <p className="caption exact">{t('exactNote', { price: view.price, amount: view.amount })}</p>
        )}
        <p className="warning" role="status" data-notice />
        <InApp view={view} />
        <Apps apps={view.apps} />
        {!scansOnly && <Simulator view={view} look="button" />}
      </section>
      <section className="scan">
        <Qr qr={view.qr} label={`${t('qrName')}: ${view.amount}, ${view.merchantName}`} />
        <p className="caption">{t('scan')}</p>
        {scansOnly && <p className="caption note">{t('scanOnly')}</p>}
        {scansOnly && <Simulator view={view} look="button first" />}
        {view.galleryLimit !== null && (
          <p className="warning">{t('galleryNote', { limit: view.galleryLimit })}</p>
        )}
        <Keeping view={view} />
        <Claim view={view} />
      </section>
      <section className="facts">
        <Details view={view} />
      </section>
    </>
  )
}

const Payee = ({ view: { merchantName, logo } }: { view: PayablePage }) => (
  <p className="payee">
    {logo === null ? (
      <span className="face" aria-hidden="true">
        {initialsOf(merchantName)}
      </span>
    ) : (
      <svg className="face" viewBox="0 0 40 40" aria-hidden="true">
        <image href={logo} width="40" height="40" />
      </svg>
    )}
    <span dir="auto">{merchantName}</span>
  </p>
)

/** What is known of the payment, right under the amount. */
const Band = ({ view }: { view: PayablePage }) => {
  const t = useText()
  const seconds = Math.ceil(view.leftMs / 1000)
  return (
    <div className="band">
      <p className="status">{t('waiting')}</p>
      <p className="left">
        {t('expiresIn')}{' '}
        <strong role="timer" data-clock>
          {timeLeft(seconds, (days) => t('days', { days }))}
        </strong>
      </p>
      <progress max={view.windowSeconds} value={seconds} aria-hidden="true" />
    </div>
  )
}

const Simulator = ({ view: { simulatorHref }, look }: { view: PayablePage; look: string }) => {
  const t = useText()
  return (
    simulatorHref && (
      <a className={look} href={simulatorHref}>
        {t('simulator')}
      </a>
    )
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
              <AppGlyph name={app.name} />
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
      {view.notice && (
        <details className="notice">
          <summary className="plain">{t('dataNotice')}</summary>
          <p dir="auto">{view.notice.text}</p>
          <p className="caption">{`v${view.notice.version} · ${view.notice.day}`}</p>
        </details>
      )}
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
  return (
    <div className="help">
      {support.map(({ name, href }) => (
        <a key={href} className="button" href={href}>
          {name === null ? t('help') : t(href.startsWith('tel:') ? 'callShop' : 'mailShop')}
          {name !== null && <bdi>{name}</bdi>}
        </a>
      ))}
    </div>
  )
}
