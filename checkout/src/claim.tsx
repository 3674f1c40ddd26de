import type { ClaimPart } from './page-view.ts'
import { WORDS } from './words.ts'

/**
 * "I have already paid". Without the script the page is requested again with the form open, because its own refresh would else take
 * away what is being typed; the answer then comes with the page.
 */
export const Claim = ({ orderId, claim }: { orderId: string; claim: ClaimPart }) => (
  <>
    <details id="claim" className={claim.isOpen ? 'claim' : 'claim scripted'} open={claim.isOpen} data-claim>
      <summary className="button">{WORDS.claim}</summary>
      <form method="post" action={`/pay/${orderId}/claim#claim`} noValidate>
        <p>{WORDS.claimText}</p>
        <label htmlFor="utr">{WORDS.utr}</label>
        <input
          id="utr"
          name="utr"
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={24}
          defaultValue={claim.utr}
          aria-describedby="utr-wrong utr-hint"
          aria-invalid={claim.error !== null}
        />
        <p id="utr-wrong" className="wrong">
          {claim.error}
        </p>
        <p id="utr-hint" className="hint">
          {WORDS.utrHint}
        </p>
        <button className="button first" type="submit">
          {WORDS.claimSend}
        </button>
        <p className="answer" role="status" data-outcome={claim.answer?.outcome}>
          {claim.answer?.text}
        </p>
      </form>
      {claim.isOpen && (
        <noscript>
          <a className="plain" href={`/pay/${orderId}`}>
            {WORDS.claimBack}
          </a>
        </noscript>
      )}
    </details>
    {!claim.isOpen && (
      <noscript>
        <a className="button claim" href={`/pay/${orderId}?paid=1#claim`}>
          {WORDS.claim}
        </a>
      </noscript>
    )}
  </>
)
