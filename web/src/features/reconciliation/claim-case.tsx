import { IconInfoCircle } from 'virtual:icons'
import { type ClaimRow, dismissClaim } from '@galla/contract/reconciliation/claims'
import { confirmOrder } from '@galla/contract/reconciliation/credits'
import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import detail from '../../components/layout/detail.module.css'
import { DetailSection } from '../../components/layout/detail-section.tsx'
import { STATE_WORDS } from '../../format/case-labels.ts'
import { displayAmount, displayMoment, displayWhen, displayWhenInFull } from '../../format/indian-display.ts'
import { orderPath } from '../../paths.ts'
import { CaseActionForm, NoteField } from './actions/case-action-form.tsx'
import { useCaseDraft } from './actions/case-draft.ts'
import { useCaseAction } from './actions/use-case-action.ts'
import css from './case-detail.module.css'
import { Fact } from './case-fact.tsx'
import type { CasesPlace } from './cases-place.ts'
import { useClaim } from './cases-query.ts'
import { claimName } from './cases-view.ts'
import { CaseWaiting } from './credit-case.tsx'

const WORDS = {
  failed: 'Failed to fetch the claim',
  unreachable: 'Something went wrong while fetching the claim',
}

/** A customer says to have paid: what is known of it, and the merchant's answer. */
export function ClaimCase({ name, place }: { name: string; place: CasesPlace }) {
  const claim = useClaim(name)
  if (claim.data === undefined && !claim.isError) return <CaseWaiting />
  if (claim.data === undefined || claim.data === null)
    return (
      <LoadError
        message={claim.isError ? failureMessage(claim.error, WORDS) : 'There is no such claim in this mode'}
        onRetry={() => void claim.refetch()}
      />
    )
  return <ClaimInCase claim={claim.data} place={place} />
}

function ClaimInCase({ claim, place }: { claim: ClaimRow; place: CasesPlace }) {
  const { orderId, utr, amount, status, creditId, creditState, dismissed, claimedAt } = claim
  const isOpen = status !== 'success' && dismissed === null
  return (
    <div className={detail.detail}>
      <div className={detail.head}>
        <div className={detail.amount}>{displayAmount(amount)}</div>
        <Group gap="xs" className={css.states}>
          <StatusBadge status={status} />
          {creditState !== null && (
            <ToneBadge tone="created">{`Payment: ${STATE_WORDS[creditState]}`}</ToneBadge>
          )}
        </Group>
        <Group
          component="p"
          gap={10}
          align="stretch"
          wrap="nowrap"
          py={10}
          px={14}
          bdrs="md"
          bg="var(--galla-sunken)"
          fw={500}
          className={`breaks ${css.reason}`}
        >
          <IconInfoCircle size={18} aria-hidden />
          {adviceOf(claim)}
        </Group>
      </div>
      {isOpen && creditId !== null && (
        <DetailSection title="What to do">
          <Group gap="xs" className={css.actions}>
            <Button h={40} onClick={() => place.turnTo({ credit: creditId })}>
              Open the payment
            </Button>
          </Group>
        </DetailSection>
      )}
      {isOpen && <ClaimActions claim={claim} />}
      {dismissed !== null && (
        <DetailSection title="Answer">
          <p>
            Dismissed by {dismissed.by}, {displayMoment(dismissed.at)}
          </p>
          {dismissed.note !== null && (
            <Box
              component="p"
              display="block"
              pl={10}
              c="var(--galla-text)"
              className={`breaks ${css.noteText}`}
            >
              {dismissed.note}
            </Box>
          )}
        </DetailSection>
      )}
      <DetailSection title="Claim" note="IST">
        <dl>
          <Fact name="UTR">
            <span className="mono">{utr}</span>
            <CopyIcon text={utr} what="UTR" />
          </Fact>
          <Fact name="Customer">{claim.customerName}</Fact>
          <Fact name="Order">
            <Link to={orderPath(orderId)}>{claim.clientTransactionId}</Link>
          </Fact>
          <Fact name="Said">
            <time dateTime={claimedAt} title={displayWhenInFull(claimedAt)}>
              {displayWhen(claimedAt)}
            </time>
          </Fact>
        </dl>
      </DetailSection>
    </div>
  )
}

function adviceOf({ status, creditState, dismissed }: ClaimRow): string {
  if (status === 'success') return 'This order is paid.'
  if (dismissed !== null) return 'This claim was answered without a payment.'
  if (creditState === null)
    return 'No source has reported a payment with this UTR yet. Look it up in your bank or UPI app: only money that is there counts.'
  if (creditState === 'matched') return 'A payment with this UTR paid for another order.'
  return 'A payment with this UTR has come and waits: open it and assign it to this order.'
}

/** Confirm the order, if the money is there, or answer that it is not. */
function ClaimActions({ claim }: { claim: ClaimRow }) {
  const draft = useCaseDraft(claimName(claim))
  const [chosen, setChosen] = useState<'confirm' | 'dismiss'>()
  const [hasConflict, setConflict] = useState(false)
  const action = useCaseAction({
    onDone: () => {
      draft.clear()
      setChosen(undefined)
    },
    onConflict: () => setConflict(true),
  })
  const { orderId, utr, clientTransactionId, amount } = claim
  const { note } = draft.values
  const shared = { action, check: () => ({}), busyLabel: 'Saving...', onCancel: () => setChosen(undefined) }
  if (chosen === 'confirm')
    return (
      <CaseActionForm
        {...shared}
        title="Confirm the order by hand"
        label="The money is there: confirm"
        consequence={`Press this only if your account shows ${displayAmount(amount)} with UTR ${utr}. Order ${clientTransactionId} becomes Success with you as its evidence, and its customer and your website are notified. This cannot be undone.`}
        onSend={() =>
          action.send(() => callEndpoint(confirmOrder, { params: { orderId }, body: { utr, note } }))
        }
      >
        <NoteField draft={draft} action={action} label="Note (optional)" />
      </CaseActionForm>
    )
  if (chosen === 'dismiss')
    return (
      <CaseActionForm
        {...shared}
        title="Dismiss the claim"
        label="Dismiss"
        consequence={`Order ${clientTransactionId} stays as it is, and the claim leaves the list. If the money comes after all it is still recognised.`}
        onSend={() =>
          action.send(() => callEndpoint(dismissClaim, { params: { orderId, utr }, body: { note } }))
        }
      >
        <NoteField draft={draft} action={action} label="What did you find? (optional)" />
      </CaseActionForm>
    )
  return (
    <DetailSection title={claim.creditId === null ? 'What to do' : 'Or'}>
      {hasConflict && (
        <Banner tone="pending" message="Someone else updated this. The claim is shown as it is now." />
      )}
      <Group gap="xs" className={css.actions}>
        {claim.creditId === null && (
          <Button h={40} onClick={() => setChosen('confirm')}>
            Confirm order
          </Button>
        )}
        <Button h={40} variant="default" onClick={() => setChosen('dismiss')}>
          Dismiss
        </Button>
      </Group>
    </DetailSection>
  )
}
