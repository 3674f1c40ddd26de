import type { CreditRow } from '@galla/contract/credits'
import type { CaseDraft } from './case-draft.ts'
import type { Deed } from './use-deed.ts'

/** What every form of a deed is given. */
export interface ActionFormProps {
  readonly credit: CreditRow
  readonly draft: CaseDraft
  readonly deed: Deed
  readonly onCancel: () => void
}
