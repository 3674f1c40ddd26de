import { type ClaimRow, dismissClaim } from '@galla/contract/payment-claims/claims'
import { confirmOrder } from '@galla/contract/reconciliation/credit-decisions'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { Banner } from '../../components/feedback/banner.tsx'
import { DetailSection } from '../../components/layout/detail-section.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { useMay } from '../../session/may.ts'
import { CaseActionForm, NoteField } from './actions/case-action-form.tsx'
import { type CaseForm, useCaseForm } from './actions/use-case-action.ts'
import { claimName } from './cases-view.ts'

/** Confirms the order if the money arrived, or dismisses the claim. */
export function ClaimActions({ claim, act }: { claim: ClaimRow; act: string | undefined }) {
  const [chosen, setChosen] = useState(act)
  const [hasConflict, setConflict] = useState(false)
  const action = useCaseForm(claimName(claim), {
    onDone: () => setChosen(undefined),
    onConflict: () => setConflict(true),
  })
  const form = { claim, action, onCancel: () => setChosen(undefined) }
  if (!useMay()('POST /user/claims/:orderId/:utr/dismiss')) return null
  if (chosen === 'confirm' && claim.creditId === null) return <ConfirmForm {...form} />
  if (chosen === 'dismiss') return <DismissForm {...form} />
  return (
    <DetailSection title={claim.creditId === null ? t('What to do') : t('Or')}>
      {hasConflict && (
        <Banner tone="pending" message={t('Someone else updated this. The claim is shown as it is now.')} />
      )}
      <Group gap="xs">
        {claim.creditId === null && (
          <Button onClick={() => setChosen('confirm')}>{t('Confirm order')}</Button>
        )}
        <Button variant="default" onClick={() => setChosen('dismiss')}>
          {t('Dismiss')}
        </Button>
      </Group>
    </DetailSection>
  )
}

interface ClaimFormProps {
  readonly claim: ClaimRow
  readonly action: CaseForm
  readonly onCancel: () => void
}

function ConfirmForm({ claim, action, onCancel }: ClaimFormProps) {
  const { orderId, utr, clientTransactionId, amount } = claim
  const body = { utr, note: action.form.values.note }
  return (
    <CaseActionForm
      title={t('Confirm the order manually')}
      label={t('Confirm the payment')}
      busyLabel={t('Saving...')}
      consequence={t(
        'Confirm only if your account shows {amount} with UTR {utr}. Order {clientTransactionId} then becomes Success with your name as evidence, and the customer and your website are notified. This cannot be undone.',
        { amount: displayAmount(amount), utr, clientTransactionId },
      )}
      action={action}
      send={() => callEndpoint(confirmOrder, { params: { orderId }, body })}
      onCancel={onCancel}
    >
      <NoteField action={action} label={t('Note (optional)')} />
    </CaseActionForm>
  )
}

function DismissForm({ claim, action, onCancel }: ClaimFormProps) {
  const { orderId, utr, clientTransactionId } = claim
  const { note } = action.form.values
  return (
    <CaseActionForm
      title={t('Dismiss the claim')}
      label={t('Dismiss')}
      busyLabel={t('Saving...')}
      consequence={t(
        'The claim leaves the list, and order {clientTransactionId} does not change. If the payment arrives later, Galla still recognises it.',
        { clientTransactionId },
      )}
      action={action}
      send={() => callEndpoint(dismissClaim, { params: { orderId, utr }, body: { note } })}
      onCancel={onCancel}
    >
      <NoteField action={action} label={t('What did you find? (optional)')} />
    </CaseActionForm>
  )
}
