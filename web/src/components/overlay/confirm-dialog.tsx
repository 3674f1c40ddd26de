import { t } from '../../locales/translate.ts'
import type { ConfirmDialogProps } from './confirm-dialog-content.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

/** Asks for confirmation before an action that cannot be undone or costs money. Its chunk is prefetched after the screen. */
export const ConfirmDialog = lazyDialog<ConfirmDialogProps>(
  async () => (await import('./confirm-dialog-content.tsx')).ConfirmDialogContent,
  {
    failed: t('The dialog could not be loaded. Try again.'),
    isOpen: ({ opened }) => opened,
    prefetchDelayMs: 0,
  },
)
