import type { ConfirmDialogProps } from './asked-dialog.tsx'
import { laterDialog } from './later-dialog.tsx'

/** Asks once before what can't be undone, or what costs money. Its code comes after the screen's, before anybody can have asked. */
export const ConfirmDialog = laterDialog<ConfirmDialogProps>(
  async () => (await import('./asked-dialog.tsx')).AskedDialog,
  { failed: 'This could not be asked. Try again.', isOpen: ({ opened }) => opened, aheadMs: 0 },
)
