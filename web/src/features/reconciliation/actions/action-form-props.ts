import type { CreditRow } from '@galla/contract/reconciliation/credits'
import type { CaseForm } from './use-case-action.ts'

/** Props of every case action form. */
export interface ActionFormProps {
  readonly credit: CreditRow
  readonly action: CaseForm
  readonly onCancel: () => void
}
