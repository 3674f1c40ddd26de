import type { ProposedOrder } from '@galla/contract/reconciliation/credit-decisions'
import type { CreditRow } from '@galla/contract/reconciliation/credits'
import type { CaseForm } from './use-case-action.ts'

export type AssignableOrder = Omit<ProposedOrder, 'because'> & Partial<Pick<ProposedOrder, 'because'>>

/** Props of every case action form. */
export interface ActionFormProps {
  readonly credit: CreditRow
  readonly action: CaseForm
  /** An order that was chosen before. */
  readonly begin?: AssignableOrder | undefined
  readonly onCancel: () => void
}
