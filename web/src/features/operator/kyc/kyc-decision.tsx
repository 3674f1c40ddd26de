import { IconCheck, IconX } from 'virtual:icons'
import { approveKyc, KYC_RULES, type OperatorKycRow, rejectKyc } from '@galla/contract/kyc/kyc'
import { KYC_DOCUMENT_NAMES } from '@galla/contract/kyc/kyc-number'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useOperatorAction } from '../use-operator-action.ts'

/** Approves or rejects the submission on the screen. A newer submission needs its own review. */
export function KycDecision({ review }: { review: OperatorKycRow }) {
  const [asked, setAsked] = useState<'approve' | 'reject'>()
  const close = () => setAsked(undefined)
  if (!KYC_RULES[review.status].mayDecide) return null
  return (
    <>
      <Group mt="lg" gap="xs" grow>
        <Button variant="default" color="failed" leftSection={<IconX />} onClick={() => setAsked('reject')}>
          Reject
        </Button>
        <Button leftSection={<IconCheck />} onClick={() => setAsked('approve')}>
          Approve
        </Button>
      </Group>
      <ApproveDialog review={review} opened={asked === 'approve'} onClose={close} />
      <RejectDialog review={review} opened={asked === 'reject'} onClose={close} />
    </>
  )
}

interface DecisionProps {
  readonly review: OperatorKycRow
  readonly opened: boolean
  readonly onClose: () => void
}

function ApproveDialog({ review, opened, onClose }: DecisionProps) {
  const { merchantId, merchantName, submissionId, documentType, documentNumber } = review
  const approve = useOperatorAction({
    act: () => callEndpoint(approveKyc, { params: { merchantId }, body: { submissionId } }),
    failed: 'The documents could not be approved',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened={opened}
      title={`Approve ${merchantName}?`}
      action="Approve documents"
      busyLabel="Approving..."
      tone="accent"
      busy={approve.isPending}
      onConfirm={() => approve.mutate(undefined)}
      onClose={onClose}
    >
      <p>
        {KYC_DOCUMENT_NAMES[documentType]} <span className="mono">{documentNumber}</span> becomes verified.
        The merchant is notified by email and cannot send other documents.
      </p>
    </ConfirmDialog>
  )
}

function RejectDialog({ review, opened, onClose }: DecisionProps) {
  const { merchantId, merchantName, submissionId } = review
  return (
    <ReasonDialog
      opened={opened}
      title={`Reject the documents of ${merchantName}?`}
      draftName={`kyc-reject.${submissionId}`}
      description="The merchant sees it on the KYC page and in an email."
      action="Reject documents"
      busyLabel="Rejecting..."
      send={(reason) => callEndpoint(rejectKyc, { params: { merchantId }, body: { submissionId, reason } })}
      failed="The documents could not be rejected"
      onClose={onClose}
    >
      <p>Describe what is missing or unreadable, so that the merchant can send the right documents.</p>
    </ReasonDialog>
  )
}
