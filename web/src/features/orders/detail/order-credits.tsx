import { WAITING_STATES } from '@galla/contract/reconciliation/credits'
import { Box, Group } from '@mantine/core'
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
      <Group gap="0 12px" justify="space-between" miw={0}>
        <Box component="strong" fz="md" fw={650} className="tabular">
          {displayAmount(credit.amount)}
        </Box>
        <span className={`${css.word} ${css[tone]}`}>{title}</span>
      </Group>
      <Group gap="0 12px" justify="space-between" miw={0}>
        <Group
          component="span"
          gap={6}
          wrap="nowrap"
          display="inline-flex"
          mih={36}
          miw={0}
          className={css.withCopy}
        >
          <span className={css.label}>UTR</span>
          {credit.utr === null ? (
            'unknown'
          ) : (
            <>
              <span className="mono">{credit.utr}</span>
              <CopyIcon text={credit.utr} what="UTR" />
            </>
          )}
        </Group>
        <time className={css.label} dateTime={credit.receivedAt} title={displayWhenInFull(credit.receivedAt)}>
          {displayMoment(credit.receivedAt)}
        </time>
      </Group>
      {credit.payerUpiId !== null && (
        <p className={css.wrap}>
          <span className={css.label}>From</span> {credit.payerUpiId}
        </p>
      )}
      <Group gap="0 12px" justify="space-between" miw={0}>
        <span className={css.label}>{evidenceOf(credit)}</span>
        <Link to={casesPath({ credit: credit.id })} className={css.caseLink}>
          {WAITING_STATES.some((state) => state === credit.state)
            ? 'Decide in Reconciliation'
            : 'See in Reconciliation'}
        </Link>
      </Group>
    </li>
  )
}
