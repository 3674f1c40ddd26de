import type { ReactNode } from 'react'
import { DialogButtons } from '../form/dialog-buttons.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly children: ReactNode
  /** The label of the confirm button: "Rotate key". */
  readonly action: string
  readonly busyLabel: string
  readonly busy: boolean
  /** Red by default; `accent` for an action that destroys nothing. */
  readonly tone?: 'failed' | 'accent'
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** The content of ConfirmDialog, in its own chunk. */
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
