import { t } from '../../locales/translate.ts'
import type { ConfirmDialogProps } from './confirm-dialog-content.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

/** Asks once before what can't be undone, or what costs money. Its code comes after the screen's, before anyone can have asked. */
export const ConfirmDialog = lazyDialog<ConfirmDialogProps>(
  async () => (await import('./confirm-dialog-content.tsx')).ConfirmDialogContent,
  { failed: t('The dialog could not be loaded. Try again.'), isOpen: ({ opened }) => opened, aheadMs: 0 },
)
