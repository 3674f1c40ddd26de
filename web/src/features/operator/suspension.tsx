import { IconLock, IconLockOpen } from 'virtual:icons'
import {
  type MerchantDetail,
  resumeMerchant,
  suspendMerchant,
} from '@galla/contract/operator/operator-merchants'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useOperatorAction } from './use-operator-action.ts'

/** Suspends or resumes a merchant after a confirmation. */
export function Suspension({ merchant }: { merchant: MerchantDetail }) {
  return merchant.suspendedAt === null ? <Suspend merchant={merchant} /> : <Resume merchant={merchant} />
}

function Suspend({ merchant: { id: merchantId, name } }: { merchant: MerchantDetail }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button variant="default" color="failed" leftSection={<IconLock />} onClick={() => setAsked(true)}>
        Suspend
      </Button>
      <ReasonDialog
        opened={asked}
        title={`Suspend ${name}?`}
        draftName={`suspend.${merchantId}`}
        description="The merchant sees it on every page."
        action="Suspend merchant"
        busyLabel="Suspending..."
        send={(reason) => callEndpoint(suspendMerchant, { params: { merchantId }, body: { reason } })}
        failed="The merchant could not be suspended"
        onClose={() => setAsked(false)}
      >
        <p>
          New orders, accounts and plans are refused at once. Open orders are still settled. The merchant can
          still log in and view data.
        </p>
      </ReasonDialog>
    </>
  )
}

function Resume({ merchant: { id: merchantId, name } }: { merchant: MerchantDetail }) {
  const [asked, setAsked] = useState(false)
  const resume = useOperatorAction({
    act: () => callEndpoint(resumeMerchant, { params: { merchantId } }),
    failed: 'The merchant could not be resumed',
    onDone: () => setAsked(false),
  })
  return (
    <>
      <Button leftSection={<IconLockOpen />} onClick={() => setAsked(true)}>
        Resume
      </Button>
      <ConfirmDialog
        opened={asked}
        title={`Resume ${name}?`}
        action="Resume merchant"
        busyLabel="Resuming..."
        tone="accent"
        busy={resume.isPending}
        onConfirm={() => resume.mutate(undefined)}
        onClose={() => setAsked(false)}
      >
        <p>New orders are accepted again at once.</p>
      </ConfirmDialog>
    </>
  )
}
