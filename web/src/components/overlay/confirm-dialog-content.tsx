import type { ReactNode } from 'react'
import { DialogButtons } from '../form/dialog-buttons.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly children: ReactNode
  /** The name of the action: "Rotate key". */
  readonly action: string
  readonly busyLabel: string
  readonly busy: boolean
  /** What takes nothing away is not asked in red. */
  readonly tone?: 'failed' | 'accent'
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** The dialog itself; see confirm-dialog.tsx. */
export function ConfirmDialogContent(props: ConfirmDialogProps) {
  const { opened, title, children, action, busyLabel, busy, tone = 'failed', onConfirm, onClose } = props
  return (
    <Dialog opened={opened} title={title} onClose={onClose}>
      {children}
      <DialogButtons
        action={action}
        busyLabel={busyLabel}
        busy={busy}
        tone={tone}
        onConfirm={onConfirm}
        onCancel={onClose}
        cancelFocused
      />
    </Dialog>
  )
}
