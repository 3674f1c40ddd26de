import { type Draft, useDraft } from '../../../components/form/use-draft.ts'

const EMPTY = { note: '', utr: '', refundUtr: '', amount: '', orderSearch: '' }
type Fields = typeof EMPTY

export type CaseDraft = Draft<Fields>

/** The draft of a case's forms; it also survives a conflict with someone else's update. */
export const useCaseDraft = (name: string, begin: Partial<Fields> = {}): CaseDraft =>
  useDraft(`case.${name}`, { ...EMPTY, ...begin }, EMPTY)
