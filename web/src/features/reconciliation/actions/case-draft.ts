import { type Draft, useDraft } from '../../../components/form/use-draft.ts'

const EMPTY = { note: '', utr: '', refundUtr: '', amount: '', orderSearch: '' }
type Fields = typeof EMPTY

export type CaseDraft = Draft<Fields>

/** What is typed about a case; it outlives somebody who was quicker, too. */
export const useCaseDraft = (name: string, begin: Partial<Fields> = {}): CaseDraft =>
  useDraft(`case.${name}`, { ...EMPTY, ...begin }, EMPTY)
