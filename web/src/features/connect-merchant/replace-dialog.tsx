import type { MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import { Stack } from '@mantine/core'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import type { ConnectFields } from './connect-fields.ts'

interface ReplaceDialogProps {
  readonly asked: { readonly from: MerchantAccount; readonly fields: ConnectFields } | undefined
  readonly busy: boolean
  readonly onConfirm: (fields: ConnectFields) => void
  readonly onClose: () => void
}

/** Asks once, by both names, before new payments go somewhere else. */
export function ReplaceDialog({ asked, busy, onConfirm, onClose }: ReplaceDialogProps) {
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={`Replace ${asked?.from.merchantUpiId ?? ''}?`}
      action="Replace account"
      busyLabel="Connecting..."
      busy={busy}
      onConfirm={() => asked !== undefined && onConfirm(asked.fields)}
      onClose={onClose}
    >
      <Stack gap="xs" className="breaks">
        <p>
          New live orders will be paid to <strong>{asked?.fields.merchantUpiId.trim()}</strong> (
          <span dir="auto">{asked?.fields.merchantName.trim()}</span>).
        </p>
        <p>
          Orders that exist are still paid to <strong>{asked?.from.merchantUpiId}</strong>. You can connect it
          again whenever you like.
        </p>
      </Stack>
    </ConfirmDialog>
  )
}
