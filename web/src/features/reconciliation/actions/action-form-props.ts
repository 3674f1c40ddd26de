import type { CreditRow } from '@galla/contract/reconciliation/credits'
import type { CaseDraft } from './case-draft.ts'
import type { CaseAction } from './use-case-action.ts'

/** Props of every case action form. */
export interface ActionFormProps {
  readonly credit: CreditRow
  readonly draft: CaseDraft
  readonly action: CaseAction
  readonly onCancel: () => void
}
