import { pageAddress } from './page-address.ts'
import type { ExpiredPage, PayablePage } from './page-view.ts'
import { useText } from './text.ts'

/**
 * The claim form, "I have already paid". Without the script it opens by reloading the page, so that the automatic refresh does not
 * discard the input; the reply comes with the next page.
 */
export const Claim = ({ view }: { view: PayablePage | ExpiredPage }) => {
  const t = useText()
  const { claim } = view
  return (
    <>
      <details
        id="claim"
        className={claim.isOpen ? 'claim' : 'claim scripted'}
        open={claim.isOpen}
        data-claim
      >
        <summary className="button">{t('claim')}</summary>
        <form method="post" action={`${pageAddress(view, '/claim')}#claim`} noValidate>
          <p>{t('claimText')}</p>
          <label htmlFor="utr">{t('utr')}</label>
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
            {t('utrHint')}
          </p>
          <button className="button first" type="submit">
            {t('claimSend')}
          </button>
          <p className="answer" role="status" data-outcome={claim.answer?.outcome}>
            {claim.answer?.text}
          </p>
        </form>
        {claim.isOpen && (
          <noscript>
            <a className="plain" href={pageAddress(view)}>
              {t('claimBack')}
            </a>
          </noscript>
        )}
      </details>
      {!claim.isOpen && (
        <noscript>
          <a className="button claim" href={`${pageAddress(view, '', 'paid=1')}#claim`}>
            {t('claim')}
          </a>
        </noscript>
      )}
    </>
  )
}
