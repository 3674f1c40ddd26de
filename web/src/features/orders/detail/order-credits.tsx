import { WAITING_STATES } from '@galla/contract/credits'
import { Link } from 'react-router'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import detail from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { displayAmount, displayMoment, displayWhenInFull } from '../../../format/indian-display.ts'
import { casesPath } from '../../../paths.ts'
import css from './order-detail.module.css'
import { type Credit, creditStateOf, evidenceOf, type Order } from './order-history.ts'

/** The money that came, and how we know. */
export function OrderCredits({ order }: { order: Order }) {
  return (
    <DetailSection title="Money received">
      <ul className={detail.boxes}>
        {order.credits.map((credit) => (
          <CreditBox key={credit.id} credit={credit} />
        ))}
      </ul>
    </DetailSection>
  )
}

function CreditBox({ credit }: { credit: Credit }) {
  const { title, tone } = creditStateOf(credit)
  return (
    <li className={detail.box}>
      <div className={css.between}>
        <strong className={css.sum}>{displayAmount(credit.amount)}</strong>
        <span className={`${css.word} ${css[tone]}`}>{title}</span>
      </div>
      <div className={css.between}>
        <span className={css.withCopy}>
          <span className={css.label}>UTR</span>
          {credit.utr === null ? (
            'not told'
          ) : (
            <>
              <span className="mono">{credit.utr}</span>
              <CopyIcon text={credit.utr} what="UTR" />
            </>
          )}
        </span>
        <time className={css.label} dateTime={credit.receivedAt} title={displayWhenInFull(credit.receivedAt)}>
          {displayMoment(credit.receivedAt)}
        </time>
      </div>
      {credit.payerUpiId !== null && (
        <p className={css.wrap}>
          <span className={css.label}>From</span> {credit.payerUpiId}
        </p>
      )}
      <div className={css.between}>
        <span className={css.label}>{evidenceOf(credit)}</span>
        <Link to={casesPath({ credit: credit.id })} className={css.caseLink}>
          {WAITING_STATES.some((state) => state === credit.state)
            ? 'Decide in Reconciliation'
            : 'See in Reconciliation'}
        </Link>
      </div>
    </li>
  )
}
