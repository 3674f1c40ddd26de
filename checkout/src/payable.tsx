import { Claim } from './claim.tsx'
import type { Contact, PayablePage, QrCode } from './page-view.ts'
import { exactNote, galleryNote, timeLeft, WORDS } from './words.ts'

/** All that a customer needs to pay, in the order in which it is needed. */
export const Payable = ({ view }: { view: PayablePage }) => (
  <>
    <h1 className="eyebrow">{WORDS.paymentDetails}</h1>
    <p className="payee" dir="auto">
      {view.merchantName}
    </p>
    {view.shownName !== null && (
      <p className="caption">
        {WORDS.shownName} <bdi>{view.shownName}</bdi>
      </p>
    )}
    <p className="label">{WORDS.amountToPay}</p>
    <p className="amount">{view.amount}</p>
    {view.price !== null && <p className="caption exact">{exactNote(view.price, view.amount)}</p>}
    <Qr qr={view.qr} label={`${WORDS.qrName}: ${view.amount}, ${view.merchantName}`} />
    <p className="caption">{WORDS.scan}</p>
    <p className="left">
      {WORDS.expiresIn}{' '}
      <strong role="timer" data-clock>
        {timeLeft(Math.ceil(view.leftMs / 1000))}
      </strong>
    </p>
    <progress max={view.windowSeconds} value={Math.ceil(view.leftMs / 1000)} aria-hidden="true" />
    {view.apps === null && <p className="caption note">{WORDS.scanOnly}</p>}
    <Apps apps={view.apps} />
    {view.simulatorHref !== null && (
      <a className={view.apps === null ? 'button first' : 'button'} href={view.simulatorHref}>
        {WORDS.simulator}
      </a>
    )}
    {view.galleryLimit !== null && <p className="warning">{galleryNote(view.galleryLimit)}</p>}
    <Keeping view={view} />
    <p className="status">{WORDS.waiting}</p>
    <Claim orderId={view.orderId} claim={view.claim} />
    <Details view={view} />
  </>
)

/** White under the code in the dark theme too: many scanners don't read an inverted one. */
const Qr = ({ qr, label }: { qr: QrCode; label: string }) => {
  const side = qr.modules + 2 * qr.quietZone
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`${-qr.quietZone} ${-qr.quietZone} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path stroke="#000" d={qr.path} />
    </svg>
  )
}

const Apps = ({ apps }: { apps: PayablePage['apps'] }) =>
  apps && (
    <section className={apps.platform === 'other' ? 'apps small-only' : 'apps'}>
      <h2>{WORDS.payUsingApps}</h2>
      {apps.generic !== null && (
        <a className="button first" href={apps.generic}>
          {WORDS.anyApp}
        </a>
      )}
      <div className="grid">
        {apps.buttons.map((app) => (
          <a className="button" href={app.href} key={app.name}>
            {app.name}
          </a>
        ))}
      </div>
    </section>
  )

const Keeping = ({ view }: { view: PayablePage }) => (
  <div className="keeping">
    <a
      className="plain"
      href={`/pay/${view.orderId}/qr.png`}
      download={`payment-${view.clientTransactionId}.png`}
      data-file
    >
      {WORDS.downloadQr}
    </a>
    <button className="plain small-only scripted" type="button" data-share="qr">
      {WORDS.share}
    </button>
    {view.galleryLimit !== null && (
      <button className="plain scripted" type="button" data-share="link">
        {WORDS.shareLink}
      </button>
    )}
    <p className="message" role="status" data-message />
  </div>
)

const Details = ({ view }: { view: PayablePage }) => (
  <>
    <dl>
      <dt>{WORDS.upiId}</dt>
      <dd>
        <UpiId text={view.upiId} />
        <Copy what={WORDS.upiId} text={view.upiId} />
      </dd>
      <dt>{WORDS.amount}</dt>
      <dd>
        <span>{view.amount}</span>
        <Copy what={WORDS.amount} text={view.amountPlain} />
      </dd>
      <dt>{WORDS.purpose}</dt>
      <dd dir="auto">{view.purpose}</dd>
      <dt>{WORDS.reference}</dt>
      <dd>{view.clientTransactionId}</dd>
    </dl>
    <Help support={view.support} />
  </>
)

/** A long one breaks before its handle. */
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

const Copy = ({ what, text }: { what: string; text: string }) => (
  <button className="plain scripted" type="button" data-copy={text} aria-label={`${WORDS.copy} ${what}`}>
    {WORDS.copy}
  </button>
)

export const Help = ({ support }: { support: readonly Contact[] }) =>
  support.map(({ name, href }, i) => (
    <a key={href} className="plain help" href={href}>
      {i === 0 ? WORDS.help : name}
      {i === 0 && name !== null && <span dir="auto"> {name}</span>}
    </a>
  ))
